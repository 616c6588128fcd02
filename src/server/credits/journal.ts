import type { ChargeRow } from './usage/usage-store.js'

/** The charges of one event-loop turn. Lines count from 1 and are settled in order. */
export interface JournalLine {
  readonly line: number
  readonly rows: readonly ChargeRow[]
}

/**
 * Durable log of a process's charges, written before their replies leave, so that a restart can
 * settle what a crash left. Implemented in storage/.
 */
export interface Journal {
  /** Id of the writing process; new at every start. */
  readonly processId: string
  /**
   * Writes one line and returns its number. The line survives a kill of the process. Throws if it
   * cannot be written.
   */
  append(rows: readonly ChargeRow[]): number
  /** The store has the lines up to this one; the journal may drop them. */
  settled(line: number): void
  /** Lines after this one that have not been dropped. */
  linesAfter(line: number): JournalLine[]
  /** Closes the journal; deletes it if `isOver`, when the store has every line. */
  close(isOver: boolean): void
}

/** An unreadable place in a journal. */
export interface JournalDamage {
  /** Line of the file, from 1; 0 if the file as a whole is unreadable. */
  readonly fileLine: number
  /** The mistake, phrased to follow the file's name: `is not JSON`. */
  readonly reason: string
}

/** The journal of a process that no longer writes it. */
export interface LeftJournal {
  readonly processId: string
  /** The file's name, for messages. */
  readonly path: string
  /** The readable lines, each once and in order. */
  readonly lines: readonly JournalLine[]
  readonly damage: readonly JournalDamage[]
  /**
   * True if this may not be the file that the process wrote. The process may then still run: the
   * free lock of this file proves nothing.
   */
  readonly isCopy: boolean
  /** Deletes it, or leaves it for the next start. */
  close(isOver: boolean): void
  /** Renames it so that it is not found again; returns the new name. */
  setAside(): string
}

/** The unsettled lines, each once: a line that is repeated was charged once. */
export const linesAfter = (settled: number, lines: readonly JournalLine[]): JournalLine[] => {
  const open = new Map<number, JournalLine>()
  for (const line of lines) if (line.line > settled && !open.has(line.line)) open.set(line.line, line)
  return [...open.values()].sort((a, b) => a.line - b.line)
}
