import type { Steps } from '../../runtime/turns/in-turns.js'
import type { ChargeRow } from './usage/usage-store.js'

/**
 * The store owner's record of how far each process's journal is settled. Implemented in storage/.
 *
 * Methods are atomic, and durable when they return. They throw if the store cannot be read or
 * written.
 */
export interface SettledLines {
  /** Last settled line; undefined if the process is unknown or over. */
  lineOf(processId: string): number | undefined
  /** Last settled line of a process that ended; undefined if it did not end, or months ago. */
  endedAt(processId: string): number | undefined
  /** Known processes that are not over. */
  processes(): readonly string[]
  /** Registers a process with no settled lines. */
  begin(processId: string): void
  /** Writes the charges of the process's lines up to `line`. */
  settle(processId: string, line: number, rows: readonly ChargeRow[]): void
  /**
   * Writes the last charges, up to `line`, and ends the process. May be repeated with later lines.
   */
  end(processId: string, line: number, rows: readonly ChargeRow[]): void
  /**
   * Reads the credits used on a day, by the account and by each key, one key in a step. A write to
   * that day between two steps may be missed.
   */
  readDay(accountId: string, day: string): Steps<{ account: number; keys: ReadonlyMap<string, number> }>
  /** Credits used on a day by one key. */
  readKey(accountId: string, day: string, keyId: string): number
}
