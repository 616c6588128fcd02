import type { Kysely } from 'kysely'
import { type AuditBounds, type AuditStore, auditBounds, OPERATOR } from '../accounts/audit-store.js'
import type { Tables } from './tables.js'
import type { RunInTurn } from './together.js'

const DAY_MS = 86_400_000

/** Deletes entries that are too old, and all but the newest entries of `actor`. */
const shortened = (db: Kysely<Tables>, actor: string, at: string, bounds: AuditBounds) => {
  const kept = actor === OPERATOR ? bounds.ofOperator : bounds.ofHolder
  const newestTooMany = db
    .selectFrom('audit')
    .select('id')
    .where('actor', '=', actor)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(kept)
  const oldest = new Date(Date.parse(at) - bounds.days * DAY_MS).toISOString()
  return [
    db.deleteFrom('audit').where('actor', '=', actor).where('id', '<=', newestTooMany).compile(),
    db.deleteFrom('audit').where('at', '<', oldest).compile(),
  ]
}

/**
 * The audit log on either engine. On SQLite, `run` uses the charges' connection, so that a log
 * entry does not count as a change of accounts.
 */
export const createAuditStore = (
  db: Kysely<Tables>,
  run: RunInTurn,
  bounds: AuditBounds = auditBounds,
): AuditStore => ({
  record: ({ accountId, ...entry }) =>
    run([
      db
        .insertInto('audit')
        .values({ ...entry, account_id: accountId })
        .compile(),
      ...shortened(db, entry.actor, entry.at, bounds),
    ]),
  list: async ({ accountId, before, limit }) => {
    let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.execute()).map(({ account_id, ...row }) => ({ ...row, accountId: account_id }))
  },
})
