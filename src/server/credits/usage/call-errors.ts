import { type DayRange, dayNumberOf, dayOf } from '../day.js'
import { CallCounter } from './call-counter.js'

/**
 * Number of a key's calls with the same error, method and network. `error` is a name in
 * openrpc.json, `node_error` or `cancelled`.
 */
export interface CallErrorRow {
  readonly keyId: string
  readonly network: string
  readonly method: string
  readonly error: string
  readonly calls: number
  /** Time of the last one, ISO 8601. */
  readonly lastAt: string
}

/** Errors of one UTC day and account, to add to the stored counts. */
export interface DayErrors extends CallErrorRow {
  readonly accountId: string
  /** YYYY-MM-DD. */
  readonly day: string
}

/** A property that groups calls. */
export type CallGrouping = 'network' | 'method' | 'key'

/** Calls of a UTC day and group that came to an error. */
export interface ErrorsOverTimeRow {
  readonly time: string
  readonly name: string
  readonly calls: number
}

/** Counts errors of calls, including refusals that cost nothing; implemented in storage/. */
export interface CallErrorStore {
  /** Adds counts. Rows must differ in day, account, key, network, method or error. */
  recordErrors(rows: readonly DayErrors[]): Promise<void>
  /** Sums over UTC days, both ends included; the most recent error comes first. */
  callErrors(accountId: string, days: DayRange, limit: number): Promise<CallErrorRow[]>
  /** Calls with an error, by UTC day and group; see UsageHistory.usageOverTime. */
  errorsOverTime(
    accountId: string,
    days: DayRange,
    by: CallGrouping,
    names: ReadonlySet<string>,
  ): Promise<ErrorsOverTimeRow[]>
  /**
   * Deletes counts of days before `beforeDay`, at most `limit` rows. Returns the number deleted, 0
   * if none is left.
   */
  dropErrors(beforeDay: string, limit: number): Promise<number>
}

/** Identity of an error: whose call, of which method. */
type SeenError = Pick<DayErrors, 'accountId' | 'keyId' | 'network' | 'method' | 'error'>

/** Count and last time of one error; day numbers count from 1970. */
interface CountedErrors {
  readonly seen: SeenError
  readonly dayNumber: number
  calls: number
  lastMs: number
}

/**
 * Counts calls that ended in an error, for the dashboard. A successful call costs nothing; an error
 * costs a map entry, or less if it repeats the previous one.
 */
export class CallErrorCounter extends CallCounter<CountedErrors> {
  private counted = new Map<string, CountedErrors>()
  /** The last error counted: a refused caller tends to come back. */
  private last: CountedErrors | undefined

  constructor(
    private readonly store: Pick<CallErrorStore, 'recordErrors'>,
    nowMs: () => number,
    afterTurn: (action: () => void) => void,
  ) {
    super(nowMs, afterTurn)
  }

  record(seen: SeenError): void {
    const now = this.nowMs()
    const dayNumber = dayNumberOf(now)
    let row = this.last
    if (row === undefined || row.dayNumber !== dayNumber || !isSame(row.seen, seen)) row = this.rowOf(dayNumber, seen)
    if (row === undefined) return
    row.calls++
    row.lastMs = now
    this.last = row
  }

  protected forget(): void {
    this.counted = new Map()
    this.last = undefined
  }

  protected write(rows: readonly CountedErrors[]): Promise<void> {
    return this.store.recordErrors(
      rows.map(({ seen, calls, lastMs }) => ({
        ...seen,
        day: dayOf(lastMs),
        calls,
        lastAt: new Date(lastMs).toISOString(),
      })),
    )
  }

  /** Undefined if there are too many already. */
  private rowOf(dayNumber: number, seen: SeenError): CountedErrors | undefined {
    const { accountId, keyId, network, method, error } = seen
    const name = `${dayNumber} ${accountId} ${keyId} ${network} ${method} ${error}`
    const known = this.counted.get(name)
    if (known !== undefined || !this.hasRoomFor(accountId)) return known
    const row = { seen, dayNumber, calls: 0, lastMs: 0 }
    this.counted.set(name, row)
    this.add(accountId, row)
    return row
  }
}

const isSame = (a: SeenError, b: SeenError): boolean =>
  a.error === b.error &&
  a.method === b.method &&
  a.keyId === b.keyId &&
  a.network === b.network &&
  a.accountId === b.accountId
