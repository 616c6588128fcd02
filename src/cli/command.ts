import type { SystemPorts } from '../runtime/system-ports.js'

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** A command's access to its process. */
export interface Io {
  /** Writes text to standard output unchanged; `stderr` likewise. */
  stdout(text: string): void
  stderr(text: string): void
  /** True if standard error is a terminal: progress is shown only there. */
  readonly isTerminal?: boolean
  /** True if standard output is a terminal; only then commands write colours. */
  readonly isOutputTerminal?: boolean
  /** Columns of standard output; absent unless it is a terminal. */
  readonly columns?: number
  /** Columns of standard error; absent unless it is a terminal. */
  readonly errorColumns?: number
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Clock and randomness; by default the system's. */
  readonly ports?: SystemPorts
  /** Asks on the terminal; resolves with undefined at its end. Absent without a terminal. */
  ask?(question: string): Promise<string | undefined>
  /**
   * Listens to a signal; returns a function that stops listening. For commands that run until they
   * are stopped.
   */
  onSignal?(signal: Signal, listener: () => void): () => void
}

/** An option of a command, with its help text. */
export interface Option {
  /** For options that may be given more than once. */
  readonly multiple?: boolean
  /** Stands for the value in the help: `--config FILE`. Undefined for a flag: it has no value. */
  readonly value?: string | undefined
  readonly description: string
}

/** The words of a command line after the command, checked against its options. */
export interface Input {
  readonly io: Io
  readonly ports: SystemPorts
  readonly positionals: readonly string[]
  /** The value of a text option; undefined if absent. */
  text(name: string): string | undefined
  /** The value of a text option that must be given and not be empty. */
  required(name: string): string
  isOn(name: string): boolean
  /**
   * The values of an option that takes several, separated by commas or repeated; `--name ""` is the
   * empty list.
   */
  list(name: string): string[] | undefined
  /** As `list`, for files: the name of one that exists is not split at its commas. */
  files(name: string): string[] | undefined
}

/**
 * Text for people. A string is prose, which is broken between words to fit a terminal; a function
 * lays itself out, and gets the terminal's columns, or Infinity without one.
 */
export type Text = string | ((columns: number) => string)

/** The output of a command: `json` with --json, else `text`. */
export interface Output {
  readonly json: unknown
  readonly text: Text
  /** Exit status; by default 0. */
  readonly status?: number
}

/**
 * One command of `tollgate`, in its own file. `--json` and `--help` are added to every command's
 * options.
 */
export interface Command {
  /** As typed: `account create`. */
  readonly name: string
  readonly summary: string
  /** The whole line: `tollgate account create --name NAME --plan PLAN [--failover]`. */
  readonly usage: string
  /** Names of the required words after the command. */
  readonly positionals?: readonly string[]
  /** Names of the optional words after those. */
  readonly optionalPositionals?: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  /** Resolves with the output, or, if the command printed it already, with the exit status. */
  run(input: Input): Promise<Output | number>
}

/** An error for the operator who typed the command; exit status 1. */
export class CommandError extends Error {}

/** The command line itself is wrong; exit status 2, and the usage is shown. */
export class UsageError extends CommandError {}

export const USUAL_CONFIG = 'tollgate.yaml'

export const configOption = {
  config: { value: 'FILE', description: `the configuration file; default ${USUAL_CONFIG}` },
} as const satisfies Record<string, Option>
