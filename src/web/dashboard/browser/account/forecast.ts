import type { Usage } from '../../../../../generated/admin.js'
import { count } from '../format.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOOK_BACK_HOURS = 3

export interface SpentToday {
  readonly used: number
  readonly dailyCredits: number
  /** Usage of today by the hour; undefined until it is read. */
  readonly hours: Usage | undefined
  /** When it was read, in milliseconds since 1970. */
  readonly asOfMs: number | undefined
  /** When the account and its first key had been made, ISO 8601: no call is older. */
  readonly createdAt: string
}

/**
 * The moment from which the pace is counted: three hours ago, or later if the day's first call is
 * later. That call's hour is known, but not its minute, so that its hour counts only if the account
 * was made within it.
 */
const countedFrom = (spentHours: readonly string[], nowMs: number, createdAt: string): number => {
  const first = Date.parse(`${[...spentHours].sort()[0]}:00:00Z`)
  const createdMs = Date.parse(createdAt)
  const begun = createdMs >= first && createdMs < first + HOUR_MS ? createdMs : first + HOUR_MS
  const lookBack = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (LOOK_BACK_HOURS - 1) * HOUR_MS
  return Math.max(begun, lookBack)
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16)

/** Forecast for the rest of the UTC day at the present pace, in a sentence. */
export const forecast = ({ used, dailyCredits, hours, asOfMs, createdAt }: SpentToday): string => {
  if (hours === undefined || asOfMs === undefined) return ''
  const spent = hours.rows.filter(({ hour = '', calls }) => hour.length > 10 && calls > 0)
  if (spent.length === 0) return 'Nothing was spent today.'
  const fromMs = countedFrom(
    spent.map(({ hour = '' }) => hour),
    asOfMs,
    createdAt,
  )
  if (fromMs > asOfMs)
    return `The first calls of the day are too new for a forecast; it comes at ${timeOf(fromMs)} UTC.`
  const fromHour = new Date(fromMs).toISOString().slice(0, 13)
  const credits = spent.reduce((sum, row) => sum + ((row.hour ?? '') >= fromHour ? row.credits : 0), 0)
  // A minute at least, so that the first calls are no hourly pace.
  const pace = (credits * HOUR_MS) / Math.max(60_000, asOfMs - fromMs)
  if (pace < 1) return 'Nothing was spent in the last hours.'
  const base = `At the pace since ${timeOf(fromMs)} (${count(pace)} an hour)`
  const atEnd = used + (pace * (DAY_MS - (asOfMs % DAY_MS))) / HOUR_MS
  if (atEnd <= dailyCredits) return `${base}, ${count(atEnd)} will be used by then.`
  const outMs = (Math.max(0, dailyCredits - used) / pace) * HOUR_MS
  return `${base}, the credits are used up at about ${timeOf(asOfMs + outMs)} UTC.`
}
