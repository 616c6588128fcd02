import type { Kysely, Selectable } from 'kysely'
import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import type { ListPage } from '../../accounts/account-store.js'
import { lazySql } from '../lazy-kysely.js'
import type { AccountRow, Tables } from '../tables.js'

/** Rows that one query looks at, and rows that it returns at most. */
const MAX_ROWS_READ = 1_000
const RETURNED = 250

type AccountPlace = NonNullable<ListPage['after']>

export const accountsIn = (db: Kysely<Tables>, after: ListPage['after'], to: AccountPlace | undefined) => {
  let query = db.selectFrom('accounts').orderBy('created_at').orderBy('id')
  for (const [operator, place] of [['>', after] as const, ['<=', to] as const])
    if (place !== undefined)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), operator, tuple(place.createdAt, place.id)),
      )
  return query
}

/** The place of a record in a list, the oldest first. */
export const placeOf = ({
  created_at: createdAt,
  id,
}: Pick<Selectable<AccountRow>, 'created_at' | 'id'>): AccountPlace => ({ createdAt, id })

/** Matches a text anywhere in a column, letter by letter. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const matching = (
  db: Kysely<Tables>,
  after: ListPage['after'],
  to: AccountPlace | undefined,
  text: string,
  rows: number,
) =>
  accountsIn(db, after, to)
    .selectAll()
    .where(({ eb, fn, or }) =>
      // Names have letters that SQLite does not change to lower case, and so have a column for it.
      or(
        [fn('lower', ['id']), fn('lower', ['plan']), eb.ref('lower_name'), eb.ref('email')].map(
          (column) => lazySql()<boolean>`${column} LIKE ${patternOf(text)} ESCAPE '\\'`,
        ),
      ),
    )
    .limit(rows)
    .execute()

/**
 * Finds accounts with a text in the name, id, plan or e-mail address, the oldest first, whatever
 * the case of letters.
 *
 * Bounds  one query looks at 1,000 rows, so that SQLite never blocks the event loop for long. No
 *         index helps to find a text in the middle of another; 10,000 accounts take about 40 ms.
 */
export const searchAccounts = async (
  db: Kysely<Tables>,
  { after, limit }: ListPage,
  search: string,
): Promise<Selectable<AccountRow>[]> => {
  const text = search.toLowerCase()
  const found: Selectable<AccountRow>[] = []
  let place = after
  for (;;) {
    const last = accountsIn(db, place, undefined).select(['created_at as createdAt', 'id'])
    const end = await last
      .limit(1)
      .offset(MAX_ROWS_READ - 1)
      .executeTakeFirst()
    const rows = Math.min(RETURNED, limit - found.length)
    const piece = await matching(db, place, end, text, rows)
    found.push(...piece)
    if (found.length === limit) return found
    if (piece.length < rows && end === undefined) return found
    place = piece.length < rows ? end : placeOf(piece.at(-1)!)
    await operationTurns.next()
  }
}
