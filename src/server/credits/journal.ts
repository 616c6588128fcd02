import type { ChargeRow } from './usage/usage-store.js'

/**
 * What one event-loop turn charged, by the number of its line; lines count from 1 and are settled
 * in order.
 */
export interface JournalLine {
  readonly line: number
  readonly rows: readonly ChargeRow[]
}

/**
 * Where a process notes its charges before their replies leave, so that a restart settles what a
 * crash left; implemented in storage/.
 */
export interface Journal {
  /** The process that writes it; a new one at every start. */
  readonly processId: string
  /**
   * Writes one line and returns its number; after it a killed process loses nothing. Throws when it
   * cannot be written.
   */
  append(rows: readonly ChargeRow[]): number
  /** The store has the lines up to this one; they may be forgotten. */
  settled(line: number): void
  /** The lines after this one that are not forgotten yet. */
  linesAfter(line: number): JournalLine[]
  /** Lets go of the journal; `isOver` when the store has everything and it can be deleted. */
  close(isOver: boolean): void
}

/** A place in a journal that cannot be read. */
export interface JournalDamage {
  /** Counted in the file, from 1; 0 when the file as a whole cannot be read. */
  readonly fileLine: number
  /** What is the matter with it, to follow on its name: `is not JSON`. */
  readonly reason: string
}

/** The journal of a process that no longer writes it. */
export interface LeftJournal {
  readonly processId: string
  /** The file's name, for people. */
  readonly path: string
  /** The lines that can be read, each once and in order. */
  readonly lines: readonly JournalLine[]
  readonly damage: readonly JournalDamage[]
  /**
   * Whether this is not the file that the process wrote, or not for certain: then the process may
   * be living, and the free lock of this file says nothing about it.
   */
  readonly isCopy: boolean
  /** Deletes it, or leaves it to be found again. */
  close(isOver: boolean): void
  /** Keeps it under another name, where it is not found again; returns that name. */
  setAside(): string
}

/** The lines after those that are settled, each once: a line that stands twice was charged once. */
export const linesAfter = (settled: number, lines: readonly JournalLine[]): JournalLine[] => {
  const open = new Map<number, JournalLine>()
  for (const line of lines) if (line.line > settled && !open.has(line.line)) open.set(line.line, line)
  return [...open.values()].sort((a, b) => a.line - b.line)
}
