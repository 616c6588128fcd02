import type { ForwardedRow } from '../../credits/usage-store.js'
import { OperationError } from '../operation-error.js'
import type { Operator, Words } from '../operator.js'
import { theAccount } from './records.js'

/** Whose calls (everybody's), and since when: ISO 8601, or how long ago: `15m`, `2h`, `7d`. */
export interface AskForwarded {
  readonly account?: string | undefined
  readonly since?: string | undefined
}

/** The calls that left the house for a partner, and why. */
export const askForwarded = async (
  operator: Operator,
  { account: accountId, since }: AskForwarded,
): Promise<ForwardedRow[]> => {
  const sinceTime = since === undefined ? {} : { since: readTime(operator.words, since, operator.nowMs()) }
  const account = accountId === undefined ? {} : { accountId: (await theAccount(operator, accountId)).id }
  return operator.store.usage.forwarded({ ...account, ...sinceTime })
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A moment as ISO 8601 text in UTC, from ISO 8601 text or from how long ago it was. */
const readTime = (words: Words, text: string, nowMs: number): string => {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text)
  const ms = unit === undefined ? Date.parse(isIso ? text : '') : nowMs - Number(amount) * UNIT_MS[unit]!
  if (Number.isNaN(ms) || Math.abs(ms) > 8.64e15) {
    throw new OperationError(
      'malformed',
      `${words.param('since')} must be a time such as 2026-11-21T08:00:00Z, or how long ago: 15m, 2h, 7d; not "${text}"`,
    )
  }
  return new Date(ms).toISOString()
}
