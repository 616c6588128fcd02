import type { Kysely } from 'kysely'
import type { AuditStore } from '../accounts/audit-store.js'
import type { Tables } from './tables.js'
import type { RunTogether } from './together.js'

const MAX_ROWS = 100_000

/** The log of changes on either engine; `run` is the charges' connection on SQLite, so that writing it does not look like a change itself. */
export const createAuditStore = (db: Kysely<Tables>, run: RunTogether): AuditStore => ({
  record: ({ accountId, ...entry }) => {
    const last = db.selectFrom('audit').select(({ fn, eb, lit }) => eb(fn.max('id'), '-', lit(MAX_ROWS)).as('last'))
    return run([
      db
        .insertInto('audit')
        .values({ ...entry, account_id: accountId })
        .compile(),
      db.deleteFrom('audit').where('id', '<=', last).compile(),
    ])
  },
  list: async ({ accountId, before, limit }) => {
    let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.execute()).map(({ account_id, ...row }) => ({ ...row, accountId: account_id }))
  },
})
