import { readInPieces } from '../../../runtime/turns/read-in-pieces.js'
import type { AuditRow } from '../../accounts/audit-store.js'
import type { ParamsOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { checkOwner } from './records.js'

const DEFAULT_LIMIT = 100
/** Rows read in one turn of the event loop; the params of each take up to 4 KB. */
const ROWS_AT_ONCE = 100

export const askAudit = async (
  deps: OperationDeps,
  { account, before, limit = DEFAULT_LIMIT }: ParamsOf<'audit'>,
): Promise<AuditRow[]> => {
  const accountId = account === undefined ? {} : { accountId: account }
  const rows = await readInPieces<AuditRow>(limit, ROWS_AT_ONCE, (last, count) => {
    const id = last?.id ?? before
    return deps.store.audit.list({ ...accountId, ...(id !== undefined && { before: id }), limit: count })
  })
  await checkOwner(deps, account, rows)
  return rows
}
