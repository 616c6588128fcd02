import type { ForwardedRow } from '../../credits/usage/usage-store.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { readMoment } from './moments.js'
import { theAccount } from './records.js'

/** How many forwarded calls are shown unless told otherwise. */
export const DEFAULT_LIMIT = 1_000

/**
 * Whose calls (everybody's), since and until when (ISO 8601, or how long ago: `15m`, `2h`, `7d`;
 * both included), and how many of the last.
 */
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
  const time = (name: 'since' | 'until', text: string | undefined) =>
    text === undefined ? {} : { [name]: readMoment(words.param(name), text, operator.nowMs()) }
  const times: { since?: string; until?: string } = { ...time('since', since), ...time('until', until) }
  if (times.since !== undefined && times.until !== undefined && times.since > times.until)
    throw new OperationError('malformed', `${words.param('since')} must not be after ${words.param('until')}`)
  const account = accountId === undefined ? {} : { accountId: (await theAccount(operator, accountId)).id }
  return operator.store.usage.forwarded({ ...account, ...times, limit })
}
