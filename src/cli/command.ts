import type { SystemPorts } from '../runtime/system-ports.js'

/** Signals that a running command may be sent. */
export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What a command sees of the process that runs it. */
export interface Io {
  /** Writes text to standard output as it is; `stderr` likewise. */
  stdout(text: string): void
  stderr(text: string): void
  /** Whether standard error is a terminal: progress is shown only there. */
  readonly isTerminal?: boolean
  /** Whether standard output is one: colours are written only there. */
  readonly isOutputTerminal?: boolean
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths on the command line start from. */
  readonly cwd: string
  /** Time and chance; the system's own when left out. */
  readonly ports?: SystemPorts
  /** Asks on the terminal; undefined at its end. Not there when standard input is no terminal. */
  ask?(question: string): Promise<string | undefined>
  /**
   * Listens to a signal of the operating system; returns how to stop listening. Commands that run
   * until they are told need it.
   */
  onSignal?(signal: Signal, listener: () => void): () => void
}

/** An option as node:util's parseArgs takes it, and what `--help` says about it. */
export interface Option {
  readonly type: 'string' | 'boolean'
  /** For options that may be given more than once. */
  readonly multiple?: boolean
  /** Stands for the value in the help: `--config FILE`. */
  readonly value?: string
  readonly description: string
}

/** The words of a command line after the command's own, checked against its options. */
export interface Input {
  readonly io: Io
  readonly ports: SystemPorts
  readonly positionals: readonly string[]
  /** The value of a text option; undefined when it was not given. */
  text(name: string): string | undefined
  /** The value of a text option that must be given, and not be empty. */
  required(name: string): string
  isOn(name: string): boolean
  /**
   * The values of an option that takes several, by commas or by being repeated; `--name ""` is the
   * empty list.
   */
  list(name: string): string[] | undefined
}

/** What a command prints: `json` with --json, else `text`. */
export interface Output {
  readonly json: unknown
  readonly text: string
  /** Exit status; 0 when left out. */
  readonly status?: number
}

/**
 * One command of `tollgate`; a file each. `--json` and `--help` are added to every command's
 * options.
 */
export interface Command {
  /** As it is typed: `account create`. */
  readonly name: string
  readonly summary: string
  /** The whole line: `tollgate account create --name NAME --plan PLAN [--failover]`. */
  readonly usage: string
  /** Names of the words that follow the command, all of which must be given. */
  readonly positionals?: readonly string[]
  /** Names of the words that may follow those. */
  readonly optionalPositionals?: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /**
   * Resolves with what is to be printed, or, when the command printed itself, with the exit status.
   */
  run(input: Input): Promise<Output | number>
}

/** What went wrong, in words for the operator that typed the command; exit status 1. */
export class CommandError extends Error {}

/** The command line itself is wrong; exit status 2, and the usage is shown. */
export class UsageError extends CommandError {}

/** The configuration file that commands take where none is named. */
export const USUAL_CONFIG = 'tollgate.yaml'

/** The option of all commands that read the configuration. */
export const configOption = {
  config: { type: 'string', value: 'FILE', description: `the configuration file; default ${USUAL_CONFIG}` },
} as const satisfies Record<string, Option>
