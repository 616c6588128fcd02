import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Mistake } from '../../../server/config/config.js'
import { parseConfig } from '../../../server/config/load.js'
import { SCHEMA_FILE } from '../../../server/config/schema.js'
import { type Command, CommandError, type Input, type Option, USUAL_CONFIG, UsageError } from '../../command.js'
import { lineToCopy } from '../../line-to-copy.js'
import { writeWhole } from '../../write-whole.js'
import { type Answers, type InitQuestion, questions } from './questions.js'
import { startingConfig } from './starting-config.js'

const MAX_TRIES = 5

const optionOf = ({ value, text, usual, initial }: InitQuestion): Option => ({
  value,
  description: `${text}; default ${usual ?? initial({})}`,
})

/** `tollgate init`: a configuration to start from; questions on a terminal, or the options. */
export const init: Command = {
  name: 'init',
  summary: 'Writes a commented configuration from the answers to five questions; overwrites nothing.',
  usage:
    'tollgate init [--network NAME] [--family FAMILY] [--node URL[,URL…]] [--store ADDRESS] [--listen HOST:PORT] [--methods all|seven] [--yes] [--config FILE]',
  options: {
    ...Object.fromEntries(questions.map((question) => [question.option, optionOf(question)])),
    yes: { description: 'ask nothing: defaults for what is not given' },
    config: { value: 'FILE', description: `the file to write; default ${USUAL_CONFIG}` },
  },
  run: async (input) => {
    const name = input.text('config') ?? USUAL_CONFIG
    const path = resolve(input.io.cwd, name)
    if (existsSync(path)) throw new CommandError(`${name} is there already; nothing was written`)
    if (!existsSync(dirname(path))) throw new CommandError(`there is no folder ${dirname(path)}; nothing was written`)
    const answers = await answer(input, path)
    const mistakes = mistakesOf(answers, path, input)
    if (mistakes.length > 0) {
      const lines = mistakes.map((mistake) => `  ${sentenceOf(mistake)}`)
      throw new CommandError(`nothing was written, because of these answers:\n${lines.join('\n')}`)
    }
    // For its owner alone: the store's address may carry a password. `wx`: another may have written
    // it while the questions were asked.
    writeWhole(path, startingConfig(answers, schemaFrom(path)), { flag: 'wx', mode: 0o600 })
    const next = [
      'check --online',
      'account create --name Ann --plan core',
      `key create --account ID --network ${answers.network}`,
      'serve',
    ].map((command) => lineToCopy(command, input.text('config')))
    return {
      // Addresses may carry a password or a key.
      json: { file: path, answers: { ...answers, node: undefined, store: undefined } },
      // Lines to copy, which are not broken.
      text: () => [`${name} is written. Next:`, ...next].join('\n  '),
    }
  },
}

/**
 * The schema's place for editors: relative where the package lies below the configuration's folder.
 */
const schemaFrom = (path: string): string => {
  const from = relative(dirname(path), SCHEMA_FILE)
  return from.startsWith('..') ? SCHEMA_FILE : `./${from}`
}

const mistakesOf = (answers: Answers, path: string, { io }: Input): readonly Mistake[] => {
  const strays = questions.flatMap(({ option, choices, form }) => {
    const answer = answers[option]
    if (choices?.includes(answer) ?? form?.pattern.test(answer) ?? true) return []
    const message = `must be ${choices?.join(' or ') ?? form?.name}, not ${JSON.stringify(answer)}`
    return [{ line: 1, column: 1, path: option, message }]
  })
  if (strays.length > 0) return strays
  const text = startingConfig(answers, '')
  return parseConfig(text, { path, env: io.env, fileExists: existsSync }).mistakes
}

/** Places of the configuration, and the answer that stands there. */
const answerPlaces: readonly (readonly [RegExp, keyof Answers])[] = [
  [/^listen\b/, 'listen'],
  [/^store$/, 'store'],
  [/\.upstreams\b/, 'node'],
  [/\.family$/, 'family'],
  [/^networks\.[^.]*$/, 'network'],
]

/** A mistake at its option: the file that it would stand in was not written. */
const sentenceOf = ({ path, message }: Mistake): string => {
  const option = questions.find((one) => one.option === path)?.option
  const place = option ?? answerPlaces.find(([pattern]) => pattern.test(path))?.[1]
  return place === undefined ? `${path}: ${message}` : `--${place}: ${message}`
}

/**
 * The answers that the options give, and for the others the terminal's, or the defaults with --yes.
 */
const answer = async (input: Input, path: string): Promise<Answers> => {
  const { ask } = input.io
  if (ask === undefined && !input.isOn('yes')) {
    const open = questions.filter(({ option, isSilent }) => !isSilent && input.text(option) === undefined)
    const names = open.map(({ option }) => `--${option}`).join(', ')
    if (open.length > 0) throw new UsageError(`there is no terminal to ask on: give ${names}, or --yes for defaults`)
  }
  // An option also counts for the defaults of the questions before it.
  const answers: { -readonly [Name in keyof Answers]?: string } = {}
  for (const { option } of questions) {
    const given = input.text(option)
    if (given !== undefined) answers[option] = given
  }
  for (const question of questions) {
    const { option, isSilent } = question
    const isAsked = !isSilent && !input.isOn('yes')
    answers[option] ??= isAsked ? await askFor(question, answers, input, path) : question.initial(answers)
  }
  return answers as Answers
}

/** Asks until the answer makes no mistake beside the defaults of what is still to come. */
const askFor = async (
  question: InitQuestion,
  before: Partial<Answers>,
  input: Input,
  path: string,
): Promise<string> => {
  const initial = question.initial(before)
  for (let left = MAX_TRIES; left > 0; left--) {
    const line = await input.io.ask?.(`${question.text} [${initial}]: `)
    if (line === undefined) throw new CommandError('nothing was written')
    const text = line.trim() || initial
    const trial: Partial<Record<keyof Answers, string>> = { ...before, [question.option]: text }
    for (const { option, initial: otherwise } of questions) trial[option] ??= otherwise(trial)
    const [mistake] = mistakesOf(trial as Answers, path, input)
    if (mistake === undefined) return text
    input.io.stderr(`  ${mistake.message}\n`)
  }
  throw new CommandError('nothing was written')
}
