import { type DayRange, dayOf, daysOfMonth, isDay } from '../../credits/day.js'
import type { ParamsOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { malformed } from '../operation-error.js'

export type Days = { readonly day: string } | DayRange

const checkDays = ({ words }: OperationDeps, days: Readonly<Record<string, string | undefined>>): void => {
  for (const [name, text] of Object.entries(days))
    if (text !== undefined && !isDay(text))
      throw malformed(`${words.param(name)} must be a day as YYYY-MM-DD, not "${text}"`)
}

const readMonth = ({ words }: OperationDeps, { month, day, from, to }: ParamsOf<'usage'>): Days | undefined => {
  if (month === undefined) return undefined
  const days = daysOfMonth(month)
  if (days === undefined) throw malformed(`${words.param('month')} must be a month as YYYY-MM, not "${month}"`)
  if ((day ?? from ?? to) === undefined) return days
  const [monthName, dayName, fromName] = ['month', 'day', 'from'].map((name) => words.param(name))
  throw malformed(`give one of ${monthName}, ${dayName} and ${fromName}`)
}

/**
 * The days from `from` to `to`; either may be left out: the last is today, the first is the last.
 * Errors: OperationError of a text that is no day, or of a first day after the last.
 */
export const readRange = (
  deps: OperationDeps,
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
): DayRange => {
  checkDays(deps, asked)
  const { words, nowMs } = deps
  const today = dayOf(nowMs())
  const { to = today } = asked
  const { from = to } = asked
  if (from <= to) return { from, to }
  const last = asked.to === undefined ? `today, ${today}` : words.param('to')
  throw malformed(`${words.param('from')} must not be after ${last}`)
}

/** The days of a request for usage: a day, a month or a range; today if it names none. */
export const readDays = (deps: OperationDeps, asked: ParamsOf<'usage'>): Days => {
  const { words, nowMs } = deps
  const { day, from, to } = asked
  checkDays(deps, { day, from, to })
  const month = readMonth(deps, asked)
  if (month !== undefined) return month
  if (from === undefined && to === undefined) return { day: day ?? dayOf(nowMs()) }
  if (day === undefined && from !== undefined) return readRange(deps, { from, to })
  const [dayName, fromName, toName] = ['day', 'from', 'to'].map((name) => words.param(name))
  throw malformed(`give either ${dayName}, or ${fromName} with or without ${toName}`)
}

export const rangeOf = (days: Days): DayRange => ('day' in days ? { from: days.day, to: days.day } : days)
