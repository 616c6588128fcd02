import type { Kysely } from 'kysely'
import {
  type AuditBounds,
  type AuditEntry,
  type AuditStore,
  auditBounds,
  OPERATOR,
  REFUSED_SIGN_IN,
  SIGN_IN,
} from '../accounts/audit-store.js'
import { DAY_MS } from '../credits/day.js'
import type { Tables } from './tables.js'
import type { RunInOrder } from './transactions.js'

const isAboutSignIn = ({ operation }: AuditEntry): boolean => [SIGN_IN, REFUSED_SIGN_IN].includes(operation)

/** Deletes entries that are too old, and all but the newest of the actor's changes or sign-ins. */
const queriesToTrim = (db: Kysely<Tables>, entry: AuditEntry, bounds: AuditBounds, nowMs: number) => {
  const { actor } = entry
  const isSignIn = Number(isAboutSignIn(entry))
  const kept = actor === OPERATOR ? bounds.ofOperator : bounds.ofHolder
  const newestTooMany = db
    .selectFrom('audit')
    .select('id')
    .where('actor', '=', actor)
    .where('is_sign_in', '=', isSignIn)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(isSignIn === 1 ? kept.signIns : kept.changes)
  const oldest = new Date(nowMs - bounds.days * DAY_MS).toISOString()
  return [
    db
      .deleteFrom('audit')
      .where('actor', '=', actor)
      .where('is_sign_in', '=', isSignIn)
      .where('id', '<=', newestTooMany)
      .compile(),
    db.deleteFrom('audit').where('at', '<', oldest).compile(),
  ]
}

export interface AuditStoreOptions {
  readonly bounds?: AuditBounds
  /** See Store; without it, the age of entries is by the time of the newest one. */
  nowMs?(): Promise<number>
}

/**
 * The audit log on either engine. On SQLite, `run` uses the charges' connection, so that a log
 * entry does not count as a change of accounts.
 */
export const createAuditStore = (
  db: Kysely<Tables>,
  run: RunInOrder,
  { bounds = auditBounds, nowMs }: AuditStoreOptions = {},
): AuditStore => ({
  record: async (entry) => {
    const atMs = Date.parse(entry.at)
    const now = nowMs === undefined ? atMs : Math.min(atMs, await nowMs())
    const { accountId, ...columns } = entry
    const values = { ...columns, account_id: accountId, is_sign_in: Number(isAboutSignIn(entry)) }
    return run([db.insertInto('audit').values(values).compile(), ...queriesToTrim(db, entry, bounds, now)])
  },
  list: async ({ accountId, before, limit }) => {
    let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(limit)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    if (before !== undefined) query = query.where('id', '<', before)
    return (await query.execute()).map(({ account_id, is_sign_in, ...row }) => ({ ...row, accountId: account_id }))
  },
})
