import type { Kysely, Selectable } from 'kysely'
import { readInPieces } from '../../../runtime/turns/read-in-pieces.js'
import { ALLOWLISTS, type ListedKey } from '../../accounts/account.js'
import type { AccountStore, ListPage } from '../../accounts/account-store.js'
import { lazySql } from '../lazy-kysely.js'
import type { KeyRow, Tables } from '../tables.js'
import { placeOf } from './search-accounts.js'

/**
 * SQLite reads every page of a key's allowlists, 64 KiB at most, to reach the columns behind them.
 */
const KEYS_AT_ONCE = 25
/** Bytes of an empty list: `[]`. */
const EMPTY_BYTES = 2

const COLUMNS = [
  ...(['id', 'account_id', 'label', 'networks', 'daily_limit', 'credits_per_second'] as const),
  ...(['secret_hash', 'requires_token', 'is_revoked', 'revokes_at', 'created_at'] as const),
] as const

/** SQLite gets a text's length in bytes without reading the text. */
const bytesOf = (list: (typeof ALLOWLISTS)[number]) =>
  lazySql()<number>`octet_length(${lazySql().ref(`allowed_${list}`)})`

type ListedRow = Pick<Selectable<KeyRow>, (typeof COLUMNS)[number]> & Record<(typeof ALLOWLISTS)[number], number>

const keysAfter = (
  db: Kysely<Tables>,
  accountId: string | undefined,
  after: ListPage['after'],
  rows: number,
): Promise<ListedRow[]> => {
  let query = db
    .selectFrom('keys')
    .select(COLUMNS)
    .select(ALLOWLISTS.map((list) => bytesOf(list).as(list)))
    .orderBy('created_at')
    .orderBy('id')
    .limit(rows)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
    )
  return query.execute()
}

/** True if a key is revoked or past its end. */
export const hasEnded = (
  { is_revoked, revokes_at }: Pick<Selectable<KeyRow>, 'is_revoked' | 'revokes_at'>,
  nowMs: number,
): boolean => is_revoked === 1 || (revokes_at !== null && Date.parse(revokes_at) <= nowMs)

const toListed = (row: ListedRow, nowMs: number): ListedKey => ({
  id: row.id,
  accountId: row.account_id,
  label: row.label,
  networks: JSON.parse(row.networks),
  allowlists: ALLOWLISTS.filter((list) => row[list] > EMPTY_BYTES),
  ...(row.daily_limit === null ? {} : { dailyLimit: row.daily_limit }),
  ...(row.credits_per_second === null ? {} : { creditsPerSecond: row.credits_per_second }),
  hasSecret: row.secret_hash !== null,
  requiresToken: row.requires_token === 1,
  isRevoked: hasEnded(row, nowMs),
  ...(row.revokes_at === null ? {} : { revokesAt: row.revokes_at }),
  createdAt: row.created_at,
})

/** Lists, counts and sizes of keys, on either engine, without reading allowlists. */
export const keyLists = (
  db: Kysely<Tables>,
  clock: () => number,
): Pick<AccountStore, 'listKeys' | 'countKeys' | 'allowlistBytes'> => ({
  listKeys: async ({ accountId, after, limit }) => {
    const rows = await readInPieces<ListedRow>(limit, KEYS_AT_ONCE, (last, count) =>
      keysAfter(db, accountId, last === undefined ? after : placeOf(last), count),
    )
    return rows.map((row) => toListed(row, clock()))
  },
  countKeys: async (accountId) => {
    const count = db.selectFrom('keys').select(({ fn }) => fn.countAll<number>().as('keys'))
    return (await count.where('account_id', '=', accountId).executeTakeFirstOrThrow()).keys
  },
  allowlistBytes: async (accountId, maxKeys) => {
    const [methods, contracts, origins, sources] = ALLOWLISTS.map(bytesOf)
    const some = db
      .selectFrom('keys')
      .select(lazySql()<number>`${methods} + ${contracts} + ${origins} + ${sources}`.as('bytes'))
      .where('account_id', '=', accountId)
      .limit(maxKeys)
    const sum = db.selectFrom(some.as('some')).select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    return (await sum.executeTakeFirstOrThrow()).bytes ?? 0
  },
})
