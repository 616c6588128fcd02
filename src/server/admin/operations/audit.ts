import type { AuditRow } from '../../accounts/audit-store.js'
import type { Operator } from '../operator.js'
import { theAccount } from './records.js'

const DEFAULT_LIMIT = 100

/** What concerns which account (all), before which entry, and how many. */
export interface AskAudit {
  readonly account?: string | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** Every change that was made, the newest first. */
export const askAudit = async (
  operator: Operator,
  { account, before, limit = DEFAULT_LIMIT }: AskAudit,
): Promise<AuditRow[]> => {
  const accountId = account === undefined ? {} : { accountId: (await theAccount(operator, account)).id }
  return operator.store.audit.list({ ...accountId, ...(before !== undefined && { before }), limit })
}
