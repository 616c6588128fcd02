/** A UTC day; credits renew with it. */
export const DAY_MS = 86_400_000

/** UTC days, YYYY-MM-DD, both ends included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** The UTC day of a moment, YYYY-MM-DD; credits renew when it changes. `ms` counts from 1970. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Number of the UTC day, counted from 1970; cheaper than its text. */
export const dayNumberOf = (ms: number): number => Math.floor(ms / DAY_MS)

/** The hour within the UTC day, 0–23. */
export const hourOf = (ms: number): number => Math.floor((ms % DAY_MS) / 3_600_000)

/** The next 00:00 UTC in milliseconds since 1970, always later than `ms`. */
export const nextMidnightMs = (ms: number): number => (dayNumberOf(ms) + 1) * DAY_MS

let midnightMs = 0
let midnight = ''

/** The next 00:00 UTC in ISO 8601; formatted once a day. */
export const nextMidnight = (ms: number): string => {
  const nextMs = nextMidnightMs(ms)
  if (nextMs !== midnightMs) {
    midnightMs = nextMs
    midnight = new Date(nextMs).toISOString()
  }
  return midnight
}

/** True if the text is an existing day in the form YYYY-MM-DD. */
export const isDay = (text: string): boolean => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(ms) && dayOf(ms) === text
}

/** First and last day of a month (YYYY-MM); undefined if the text is not a month. */
export const daysOfMonth = (text: string): DayRange | undefined => {
  const from = `${text}-01`
  if (!/^\d{4}-\d{2}$/.test(text) || !isDay(from)) return undefined
  const [year, month] = text.split('-').map(Number)
  return { from, to: dayOf(Date.UTC(year!, month!, 0)) }
}

const LAST_HOUR = 23
const MAX_STEP_BACK_MS = 3_600_000

/**
 * The current UTC day, cached until midnight. It does not go back when the clock is set back by up
 * to an hour: a ledger that reopened yesterday's balances would count their holds twice. A larger
 * step is followed, because one reading of a clock that is ahead must not fix a day in the future.
 */
export class DayClock {
  private day = ''
  /** Earliest reading of the clock that keeps the day. */
  private keptFromMs = Number.POSITIVE_INFINITY
  private endsAtMs = Number.NEGATIVE_INFINITY

  constructor(private readonly nowMs: () => number) {}

  today(): string {
    const nowMs = this.nowMs()
    if (nowMs >= this.endsAtMs || nowMs < this.keptFromMs) this.turn(nowMs)
    return this.day
  }

  /** The current hour, 0–23; 23 if the day is over, 0 if the clock was set back before it. */
  hourIn(day: string): number {
    const nowMs = this.nowMs()
    if (nowMs >= this.endsAtMs || nowMs < this.keptFromMs) this.turn(nowMs)
    if (day !== this.day) return day < this.day ? LAST_HOUR : 0
    return hourOf(Math.max(nowMs, this.endsAtMs - DAY_MS))
  }

  private turn(nowMs: number): void {
    this.day = dayOf(nowMs)
    this.endsAtMs = nextMidnightMs(nowMs)
    this.keptFromMs = this.endsAtMs - DAY_MS - MAX_STEP_BACK_MS
  }
}
