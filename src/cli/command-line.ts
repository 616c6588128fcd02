import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { exactJson } from '../runtime/exact-json.js'
import { packageManifest } from '../runtime/package-files.js'
import { systemPorts } from '../runtime/system-ports.js'
import { OperationError } from '../server/admin/operation-error.js'
import { didYouMean } from '../server/config/suggestion.js'
import { type Command, type Input, type Io, type Option, type Text, UsageError } from './command.js'
import { messageOf } from './system-error.js'
import { folded, wrapped, wrappedUsage } from './text-wrap.js'

const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { description: 'print one JSON value' },
  help: { description: 'print this help' },
}

const words = (name: string): string[] => name.split(' ')
const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help'

/**
 * Commands of several words that begin with this one, and the command that is this word alone;
 * empty if only that exists.
 */
const groupOf = (first: string | undefined, commands: readonly Command[]): readonly Command[] => {
  const group = commands.filter(({ name }) => words(name)[0] === first)
  return group.some(({ name }) => words(name).length > 1) ? group : []
}

/** The help of a group; if its word is a command too, of that command. */
const groupHelp = (word: string, group: readonly Command[]): string => {
  const own = group.find(({ name }) => name === word)
  if (own === undefined) return overallHelp(group)
  const others = group.filter((one) => one !== own).map(({ name }) => name)
  return `${commandHelp(own)}\nSee also: ${others.join(', ')}\n`
}

/** Finds the command whose words begin the line; the longest one wins. */
const findCommand = (argv: readonly string[], commands: readonly Command[]): Command => {
  const [found] = commands
    .filter(({ name }) => words(name).every((word, index) => argv[index] === word))
    .sort((one, other) => words(other.name).length - words(one.name).length)
  if (found !== undefined) return found
  const [first, second] = argv
  if (first === undefined) throw new UsageError('no command given')
  const group = groupOf(first, commands)
  if (group.length === 0) {
    const known = new Set(commands.map(({ name }) => words(name)[0]!))
    throw new UsageError(`unknown command "${first}"${didYouMean(first, known)}`)
  }
  const subcommands = group.map(({ name }) => words(name)[1]!)
  const given = second === undefined || second.startsWith('-') ? undefined : second
  if (given === undefined) throw new UsageError(`${first} what? One of ${subcommands.join(', ')}`)
  const near = didYouMean(given, subcommands) || `; ${first} has ${subcommands.join(', ')}`
  throw new UsageError(`unknown command "${first} ${given}"${near}`)
}

/** The complaint of parseArgs in the words of the other messages. */
const parseMessage = (error: unknown, options: Readonly<Record<string, Option>>): string => {
  const { code, message } = error as NodeJS.ErrnoException
  // `-j, --json` where an option has a short name.
  const dashed = /'(?:-\w, )?(--?[^' ]*)/.exec(message)?.[1] ?? ''
  const name = dashed.replace(/^-+/, '')
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `there is no option ${dashed}${didYouMean(
      dashed,
      Object.keys(options).map((one) => `--${one}`),
    )}`
  const value = options[name]?.value
  if (value === undefined) return `${dashed} takes no value`
  // A value that begins with a dash could be an option that was meant to follow.
  const how = message.includes('is ambiguous') ? `; one that begins with a dash as ${dashed}=-…` : ''
  return `${dashed} needs a value: ${dashed} ${value}${how}`
}

/** Refuses a second value of an option that takes one: it would silently replace the first. */
const refuseTwice = (names: readonly string[], options: Readonly<Record<string, Option>>): void => {
  const isSingle = ({ value, multiple }: Option) => value !== undefined && multiple !== true
  const twice = names.find((name, index) => names.indexOf(name) < index && isSingle(options[name]!))
  if (twice !== undefined) throw new UsageError(`--${twice} is there twice`)
}

const readInput = (command: Command, argv: readonly string[], io: Io): Input & { isJson: boolean; isHelp: boolean } => {
  const options: Readonly<Record<string, Option>> = { ...command.options, ...COMMON_OPTIONS }
  let parsed: { values: Record<string, unknown>; positionals: string[]; tokens: { kind: string; name?: string }[] }
  try {
    const known = Object.entries(options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple, ...(name === 'help' && { short: 'h' }) } as const,
    ])
    const described = { options: Object.fromEntries(known), allowPositionals: true } as const
    parsed = parseArgs({ args: [...argv], ...described, strict: true, tokens: true })
  } catch (error) {
    throw new UsageError(parseMessage(error, options))
  }
  const { values, positionals, tokens } = parsed
  const given = tokens.flatMap(({ name = [] }) => name)
  refuseTwice(given, options)
  const text = (name: string) => values[name] as string | undefined
  const list = (name: string, isWhole: (value: string) => boolean = () => false) =>
    (values[name] as string[] | undefined)
      ?.flatMap((value) => (isWhole(value) ? value : value.split(',').map((part) => part.trim())))
      .filter((value) => value !== '')
  return {
    io,
    ports: io.ports ?? systemPorts,
    positionals,
    text,
    required: (name) => {
      const value = text(name)
      if (value === undefined || value === '') throw new UsageError(`--${name} ${options[name]?.value ?? ''} is needed`)
      return value
    },
    isOn: (name) => values[name] === true,
    list: (name) => list(name),
    files: (name) => list(name, (value) => existsSync(resolve(io.cwd, value))),
    isJson: values.json === true,
    isHelp: values.help === true,
  }
}

const checkPositionals = (
  { name, positionals = [], optionalPositionals = [] }: Command,
  given: readonly string[],
  commands: readonly Command[],
): void => {
  const missing = positionals[given.length]
  if (missing !== undefined) {
    const [group] = words(name)
    const [list, what] = missing === 'ID' ? [`${group} list`, 'ids'] : [group, 'names']
    const isListed = ['ID', 'NAME'].includes(missing) && commands.some((one) => one.name === list && one.name !== name)
    throw new UsageError(`${missing} is missing${isListed ? `; \`tollgate ${list}\` shows the ${what}` : ''}`)
  }
  const extra = given[positionals.length + optionalPositionals.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`)
}

/** A text as a terminal of so many columns shows it, or a file. */
const laidOut = (text: Text, columns = Number.POSITIVE_INFINITY): string =>
  typeof text === 'string' ? folded(text, columns) : text(columns)

/** True if the command line itself is wrong, and not only its values. */
const isUsageError = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof OperationError && error.kind === 'malformed')

const runCommand = async (
  command: Command,
  argv: readonly string[],
  io: Io,
  commands: readonly Command[],
): Promise<number> => {
  const input = readInput(command, argv, io)
  if (input.isHelp) {
    io.stdout(commandHelp(command))
    return 0
  }
  checkPositionals(command, input.positionals, commands)
  const output = await command.run(input)
  if (typeof output === 'number') return output
  io.stdout(`${input.isJson ? exactJson(output.json) : laidOut(output.text, io.columns)}\n`)
  return output.status ?? 0
}

/**
 * Runs one command line (without `node` and the script) and resolves with the exit status: 0; 1 for
 * an error; 2 for a wrong command line. Writes errors to `io.stderr`, never throws.
 */
export const run = async (argv: readonly string[], io: Io, commands: readonly Command[]): Promise<number> => {
  let command: Command | undefined
  try {
    if (isHelp(argv[0])) {
      io.stdout(overallHelp(commands))
      return 0
    }
    if (argv[0] === '--version') {
      io.stdout(`${packageManifest().version}\n`)
      return 0
    }
    const group = groupOf(argv[0], commands)
    if (group.length > 0 && isHelp(argv[1])) {
      io.stdout(groupHelp(argv[0]!, group))
      return 0
    }
    command = findCommand(argv, commands)
    return await runCommand(command, argv.slice(words(command.name).length), io, commands)
  } catch (error) {
    io.stderr(`${folded(`tollgate: ${messageOf(error)}`, io.errorColumns)}\n`)
    if (!isUsageError(error)) return 1
    io.stderr(command === undefined ? '\nTry `tollgate --help`.\n' : `\n${usageLine(command)}\n`)
    return 2
  }
}

const usageLine = ({ usage }: Command): string => wrappedUsage(`Usage: ${usage}`)

/** Names and what they mean, in two columns. */
const twoColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows
    .map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
    .map((line) => wrapped(line, width + 4))
    .join('\n')
}

const optionName = ([name, { value }]: [string, Option]): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

const commandHelp = (command: Command): string => {
  const rows = Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(
    (option) => [optionName(option), option[1].description] as const,
  )
  return `${usageLine(command)}\n\n${wrapped(command.summary, 0)}\n\nOptions:\n${twoColumns(rows)}\n`
}

const overallHelp = (commands: readonly Command[]): string => {
  const rows = commands.map(({ name, summary }) => [name, summary] as const)
  return `Usage: tollgate COMMAND [OPTION…]\n\nCommands:\n${twoColumns(rows)}\n\nEvery command takes --json and --help.\n`
}
