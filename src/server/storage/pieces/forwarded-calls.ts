import type { Kysely } from 'kysely'
import { readInPieces } from '../../../runtime/turns/read-in-pieces.js'
import type { FailoverRow, UsageStore } from '../../credits/usage/usage-store.js'
import type { Tables } from '../tables.js'

/** Rows read in one turn of the event loop. */
const ROWS_AT_ONCE = 500

/** A forwarded call; `id` orders calls of the same moment. */
type PlacedRow = FailoverRow & { readonly id: number }

export const forwardedQuery =
  (db: Kysely<Tables>): UsageStore['forwarded'] =>
  async ({ accountId, since, until, limit = Number.POSITIVE_INFINITY }) => {
    let query = db
      .selectFrom('forwarded')
      .select(['at', 'account_id as accountId', 'key_id as keyId', 'network', 'method', 'partner', 'reason'])
      .select(['duration_ms as durationMs', 'id'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    if (since !== undefined) query = query.where('at', '>=', since)
    if (until !== undefined) query = query.where('at', '<=', until)
    const found = await readInPieces<PlacedRow>(limit, ROWS_AT_ONCE, (last, count) => {
      const rest =
        last === undefined
          ? query
          : query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(last.at, last.id)))
      return rest.limit(count).execute()
    })
    return found.reverse().map(({ id: _, ...row }) => row)
  }
