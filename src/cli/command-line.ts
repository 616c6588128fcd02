import { parseArgs } from 'node:util'
import { exactJson } from '../runtime/exact-json.js'
import { packageManifest } from '../runtime/package-manifest.js'
import { systemPorts } from '../runtime/system-ports.js'
import { OperationError } from '../server/admin/operation-error.js'
import { didYouMean } from '../server/config/suggestion.js'
import { type Command, type Input, type Io, type Option, UsageError } from './command.js'
import { textTable } from './text-table.js'

const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', description: 'print one JSON value' },
  help: { type: 'boolean', description: 'print this help' },
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
  return `${commandHelp(own, COMMON_OPTIONS)}\nSee also: ${others.join(', ')}\n`
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
  throw new UsageError(`unknown command "${first} ${given}"${didYouMean(given, subcommands)}`)
}

/** The complaint of parseArgs, without its advice on escaping. */
const parseMessage = (error: unknown, options: Readonly<Record<string, Option>>): string => {
  const message = (error as Error).message.split('. ')[0] ?? ''
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1]
  return unknown === undefined ? message : `${message}${didYouMean(unknown, Object.keys(options))}`
}

const readInput = (command: Command, argv: readonly string[], io: Io): Input & { isJson: boolean; isHelp: boolean } => {
  const options = { ...command.options, ...COMMON_OPTIONS }
  let parsed: { values: Record<string, unknown>; positionals: string[] }
  try {
    const help = { ...options, help: { ...COMMON_OPTIONS.help!, short: 'h' } }
    parsed = parseArgs({ args: [...argv], options: help, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(parseMessage(error, options))
  }
  const { values, positionals } = parsed
  const text = (name: string) => values[name] as string | undefined
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
    list: (name) =>
      (values[name] as string[] | undefined)
        ?.flatMap((value) => value.split(','))
        .map((value) => value.trim())
        .filter((value) => value !== ''),
    isJson: values.json === true,
    isHelp: values.help === true,
  }
}

const checkPositionals = ({ positionals = [], optionalPositionals = [] }: Command, given: readonly string[]): void => {
  const missing = positionals[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const extra = given[positionals.length + optionalPositionals.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`)
}

/** True if the command line itself is wrong, and not only its values. */
const isUsageError = (error: unknown): boolean =>
  error instanceof UsageError || (error instanceof OperationError && error.kind === 'malformed')

const runCommand = async (command: Command, argv: readonly string[], io: Io): Promise<number> => {
  const input = readInput(command, argv, io)
  if (input.isHelp) {
    io.stdout(commandHelp(command, COMMON_OPTIONS))
    return 0
  }
  checkPositionals(command, input.positionals)
  const output = await command.run(input)
  if (typeof output === 'number') return output
  io.stdout(`${input.isJson ? exactJson(output.json) : output.text}\n`)
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
    return await runCommand(command, argv.slice(words(command.name).length), io)
  } catch (error) {
    io.stderr(`tollgate: ${error instanceof Error ? error.message : String(error)}\n`)
    if (!isUsageError(error)) return 1
    io.stderr(command === undefined ? '\nTry `tollgate --help`.\n' : `\nUsage: ${command.usage}\n`)
    return 2
  }
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ')

const optionName = ([name, { value }]: [string, Option]): string =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** The output of `tollgate COMMAND --help`. */
const commandHelp = ({ usage, summary, options }: Command, common: Readonly<Record<string, Option>>): string => {
  const rows = Object.entries({ ...options, ...common }).map((option) => [optionName(option), option[1].description])
  return `Usage: ${usage}\n\n${summary}\n\nOptions:\n${indent(textTable(['', ''], rows).trimStart())}\n`
}

/** The output of `tollgate --help`. */
const overallHelp = (commands: readonly Command[]): string => {
  const rows = commands.map(({ name, summary }) => [name, summary])
  return `Usage: tollgate COMMAND [OPTION…]\n\nCommands:\n${indent(textTable(['', ''], rows).trimStart())}\n\nEvery command takes --json and --help.\n`
}
