import type { ChargeRow } from './usage/usage-store.js'

/**
 * What the owner of a store keeps of the processes that lease from it: how far each one's journal
 * is settled. Implemented in storage/.
 *
 * Everything is durable, and all of it or nothing, when a method returns. Errors: throws when the
 * store cannot be read or written.
 */
export interface SettledLines {
  /** The last line that is settled; undefined when the process is not known, or over. */
  lineOf(processId: string): number | undefined
  /**
   * The last line that was settled when the process ended; undefined when it did not, or some
   * months ago.
   */
  endedAt(processId: string): number | undefined
  /** The processes that are known and not over. */
  processes(): readonly string[]
  /** Announces a process, which has settled nothing yet. */
  begin(processId: string): void
  /** Writes the charges of the process's lines up to `line`. */
  settle(processId: string, line: number, rows: readonly ChargeRow[]): void
  /**
   * Writes its last charges, up to `line`, and ends the process. One that is over already is ended
   * anew, further on.
   */
  end(processId: string, line: number, rows: readonly ChargeRow[]): void
  /** Credits used on a day: by the account, and by each of its keys. */
  readDay(accountId: string, day: string): { account: number; keys: ReadonlyMap<string, number> }
}
