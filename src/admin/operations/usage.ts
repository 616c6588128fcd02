import { dayOf, isDay } from '../../credits/day.js'
import type { UsageGrouping } from '../../credits/usage/usage-store.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { theAccount } from './records.js'

/** What a row of usage stands for unless told otherwise. */
export const DEFAULT_GROUPING: UsageGrouping = 'method'

/** Whose usage, by what (method), and of when: one UTC day (today), or all days from one to another (today), both included. */
export interface AskUsage {
  readonly account: string
  readonly day?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly by?: UsageGrouping | undefined
}

/** One group: its name under the grouping's (`method: eth_getLogs`), and its sums. Hours rolled up long ago appear as their day. */
export type UsageGroup = { readonly calls: number; readonly credits: number; readonly errors: number } & {
  readonly [Name in UsageGrouping]?: string
}

type Days = { readonly day: string } | { readonly from: string; readonly to: string }

/** An account's usage; `credits` and `calls` are the sums of the rows. Rows of time are in its order, others the dearest first. */
export type Usage = Days & {
  readonly account: string
  readonly credits: number
  readonly calls: number
  readonly rows: readonly UsageGroup[]
}

const readDays = ({ words, nowMs }: Operator, { day, from, to }: AskUsage): Days => {
  for (const [name, text] of Object.entries({ day, from, to })) {
    if (text !== undefined && !isDay(text)) {
      throw new OperationError('malformed', `${words.param(name)} must be a day as YYYY-MM-DD, not "${text}"`)
    }
  }
  const today = dayOf(nowMs())
  if (from === undefined && to === undefined) return { day: day ?? today }
  const [dayName, fromName, toName] = ['day', 'from', 'to'].map((name) => words.param(name))
  if (day !== undefined || from === undefined) {
    throw new OperationError('malformed', `give either ${dayName}, or ${fromName} with or without ${toName}`)
  }
  if (from > (to ?? today)) throw new OperationError('malformed', `${fromName} must not be after ${toName}`)
  return { from, to: to ?? today }
}

/** What an account used. */
export const askUsage = async (operator: Operator, params: AskUsage): Promise<Usage> => {
  const { by = DEFAULT_GROUPING } = params
  const days = readDays(operator, params)
  const { account } = params
  const range = 'day' in days ? { from: days.day, to: days.day } : days
  const rows = await operator.store.usage.usageBy(account, range, by)
  // The usage of an account outlives it.
  if (rows.length === 0) await theAccount(operator, account)
  const isTime = by === 'day' || by === 'hour'
  rows.sort((a, b) => (isTime ? 0 : b.credits - a.credits) || (a.name < b.name ? -1 : 1))
  return {
    account,
    ...days,
    credits: rows.reduce((sum, { credits }) => sum + credits, 0),
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    rows: rows.map(({ name, ...sums }) => ({ [by]: name, ...sums })),
  }
}
