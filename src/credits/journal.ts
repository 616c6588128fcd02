import type { ChargeRow } from './usage-store.js'

/** What one event-loop turn charged, by the number of its line; lines count from 1 and are settled in order. */
export interface JournalLine {
  readonly line: number
  readonly rows: readonly ChargeRow[]
}

/** Where a process notes its charges before their replies leave, so that a restart settles what a crash left; implemented in storage/. */
export interface Journal {
  /** The process that writes it; a new one at every start. */
  readonly processId: string
  /** Writes one line and returns its number; after it a killed process loses nothing. Throws when it cannot be written. */
  append(rows: readonly ChargeRow[]): number
  /** The store has the lines up to this one; they may be forgotten. */
  settled(line: number): void
  /** The lines after this one that are not forgotten yet. */
  linesAfter(line: number): JournalLine[]
  /** Lets go of the journal; `isOver` when the store has everything and it can be deleted. */
  close(isOver: boolean): void
}

/** The journal of a process that is gone. */
export interface LeftJournal {
  readonly processId: string
  readonly lines: readonly JournalLine[]
  /** Deletes it, or leaves it to be found again. */
  close(isOver: boolean): void
}
