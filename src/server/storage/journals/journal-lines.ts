import type { JournalDamage, JournalLine } from '../../credits/journal.js'
import type { ChargeRow } from '../../credits/usage/usage-store.js'

/** A journal's first line: where its process wrote it. No copy of the file matches it. */
export interface JournalHead {
  readonly journal: 1
  readonly process: string
  /** See fileIdentity. */
  readonly file: string
  /** See systemIdentity. */
  readonly system: string
}

export interface JournalText {
  /** Undefined if the process could not write it. */
  readonly head: JournalHead | undefined
  /** Each once, in order. */
  readonly lines: readonly JournalLine[]
  readonly damage: readonly JournalDamage[]
}

const COLUMNS: Readonly<Record<keyof ChargeRow, 'string' | 'number'>> = {
  accountId: 'string',
  keyId: 'string',
  day: 'string',
  hour: 'number',
  network: 'string',
  method: 'string',
  calls: 'number',
  credits: 'number',
  errors: 'number',
  forwarded: 'number',
  cached: 'number',
}

const isRow = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  Object.entries(COLUMNS).every(([name, type]) => {
    const value = (row as Record<string, unknown>)[name]
    return type === 'string' ? typeof value === 'string' : Number.isSafeInteger(value)
  })

const isLine = (value: Partial<JournalLine>): value is JournalLine =>
  Number.isSafeInteger(value.line) && value.line! > 0 && Array.isArray(value.rows) && value.rows.every(isRow)

const isHead = (value: Partial<JournalHead>): value is JournalHead =>
  value.journal === 1 && [value.process, value.file, value.system].every((text) => typeof text === 'string')

const parse = (text: string): Partial<JournalLine & JournalHead> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

class JournalReader {
  head: JournalHead | undefined
  readonly damage: JournalDamage[] = []
  private readonly found = new Map<number, { readonly text: string; readonly line: JournalLine }>()
  /** Number of the previous line; undefined if it was unreadable or there is no previous line. */
  private before: number | undefined

  get lines(): JournalLine[] {
    return [...this.found.values()].map(({ line }) => line).sort((a, b) => a.line - b.line)
  }

  /** Reads the next line of the file; returns what is wrong with it. */
  take(text: string): string | undefined {
    const { before } = this
    this.before = undefined
    const value = parse(text)
    if (value === undefined) return 'is not JSON'
    if (isHead(value)) {
      this.head ??= value
      return undefined
    }
    if (!isLine(value)) return 'is no line of a journal'
    const same = this.found.get(value.line)
    this.before = same === undefined ? value.line : before
    if (same !== undefined)
      return same.text === text ? undefined : `has the number ${value.line}, as a line before it with other charges`
    this.found.set(value.line, { text, line: value })
    // An unreadable line was reported itself and gives no number to compare with.
    if (before === undefined || value.line === before + 1) return undefined
    return `has the number ${value.line} after ${before}: lines are missing or out of order`
  }
}

/**
 * Reads a journal. A last line without a line feed is no damage: a crash cut it off, and its reply
 * never left. A repeated line counts once.
 */
export const readJournal = (text: string): JournalText => {
  const reader = new JournalReader()
  const texts = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  texts.forEach((one, index) => {
    const reason = one === '' ? undefined : reader.take(one)
    if (reason !== undefined) reader.damage.push({ fileLine: index + 1, reason })
  })
  return reader
}
