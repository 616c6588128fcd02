import type { ForwardedRow } from '../../credits/usage/usage-store.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { theAccount } from './records.js'

/** How many forwarded calls are shown unless told otherwise. */
export const DEFAULT_LIMIT = 1_000
const MAX_LIMIT = 100_000

/** Whose calls (everybody's), since and until when (ISO 8601, or how long ago: `15m`, `2h`, `7d`; both included), and how many of the last. */
export interface AskForwarded {
  readonly account?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly limit?: number | undefined
}

/** The calls that left the house for a partner, and why; in order of time. */
export const askForwarded = async (
  operator: Operator,
  { account: accountId, since, until, limit = DEFAULT_LIMIT }: AskForwarded,
): Promise<ForwardedRow[]> => {
  const { words } = operator
  if (limit < 1 || limit > MAX_LIMIT) {
    throw new OperationError('malformed', `${words.param('limit')} must be from 1 to ${MAX_LIMIT}`)
  }
  const time = (name: 'since' | 'until', text: string | undefined) =>
    text === undefined ? {} : { [name]: readTime(words.param(name), text, operator.nowMs()) }
  const times = { ...time('since', since), ...time('until', until) }
  const account = accountId === undefined ? {} : { accountId: (await theAccount(operator, accountId)).id }
  return operator.store.usage.forwarded({ ...account, ...times, limit })
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment as ISO 8601 text in UTC, from ISO 8601 text or from how long ago it was. */
const readTime = (name: string, text: string, nowMs: number): string => {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const ms = unit === undefined ? Date.parse(isIso ? text : '') : nowMs - Number(amount) * UNIT_MS[unit]!
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) {
    throw new OperationError(
      'malformed',
      `${name} must be a time such as 2026-11-21T08:00:00Z, or how long ago: 15m, 2h, 7d; not "${text}"`,
    )
  }
  return new Date(ms).toISOString()
}
