import type { FailoverRow } from '../../credits/usage/usage-store.js'
import type { ParamsOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { malformed } from '../operation-error.js'
import { readMoment } from './moments.js'
import { checkOwner } from './records.js'

/** Default number of forwarded calls shown. */
export const DEFAULT_LIMIT = 1_000

/** Calls that went to a partner, and why; in order of time. */
export const askForwarded = async (
  deps: OperationDeps,
  { account: accountId, since, until, limit = DEFAULT_LIMIT }: ParamsOf<'forwarded'>,
): Promise<FailoverRow[]> => {
  const { words } = deps
  const time = (name: 'since' | 'until', text: string | undefined) =>
    text === undefined ? {} : { [name]: readMoment(words.param(name), text, deps.nowMs()) }
  const times: { since?: string; until?: string } = { ...time('since', since), ...time('until', until) }
  if (times.since !== undefined && times.until !== undefined && times.since > times.until)
    throw malformed(`${words.param('since')} must not be after ${words.param('until')}`)
  const account = accountId === undefined ? {} : { accountId }
  const rows = await deps.store.usage.forwarded({ ...account, ...times, limit })
  await checkOwner(deps, accountId, rows)
  return rows
}
