import type { Database } from 'libsql'
import { withWriteLock } from '../transactions.js'

/** Days of accounts that one step looks at: each takes three short statements. */
const MAX_ACCOUNT_DAYS = 10

type Values = readonly (string | number)[]
type Rows = readonly Readonly<Record<string, string>>[]

/** Run a statement in which values stand as $1 and so on, as both engines read them. */
export interface Statements {
  readonly read: (text: string, values: Values) => Promise<Rows>
  readonly write: (text: string, values: Values) => Promise<Rows>
}

/**
 * Statements on SQLite's charges connection, where a deletion does not count as a change of
 * accounts.
 */
export const statementsOn = (charges: Database): Statements => {
  const run = (text: string, values: Values) => charges.prepare(text).all([...values]) as Rows
  return {
    read: async (text, values) => run(text, values),
    write: async (text, values) => {
      let rows: Rows = []
      withWriteLock(charges, () => {
        rows = run(text, values)
      })
      return rows
    },
  }
}

/**
 * Deletes rows of days before `beforeDay`, at most `limit`; one account may have a million of a
 * day. `columns` are the rest of the primary key after account and day. By their order each
 * statement reads about as many rows as it deletes. Returns the number deleted, 0 if none is left.
 */
export const dropOldest = ({ read, write }: Statements, table: string, columns: readonly string[]) => {
  const names = columns.join(', ')
  const ofAccountDay = `FROM ${table} WHERE account_id = $1 AND day = $2`
  const places = columns.map((_, index) => `$${index + 3}`).join(', ')
  const dropDay = async (accountDay: readonly string[], limit: number): Promise<number> => {
    const [kept] = await read(`SELECT ${names} ${ofAccountDay} ORDER BY ${names} LIMIT 1 OFFSET $3`, [
      ...accountDay,
      limit,
    ])
    const below = kept === undefined ? '' : ` AND (${names}) < (${places})`
    const bounds = kept === undefined ? [] : columns.map((name) => kept[name]!)
    return (await write(`DELETE ${ofAccountDay}${below} RETURNING day`, [...accountDay, ...bounds])).length
  }
  return async (beforeDay: string, limit: number): Promise<number> => {
    let dropped = 0
    for (let days = 0; days < MAX_ACCOUNT_DAYS && dropped < limit; days++) {
      const [oldest] = await read(`SELECT account_id, day FROM ${table} WHERE day < $1 LIMIT 1`, [beforeDay])
      if (oldest === undefined) break
      dropped += await dropDay([oldest.account_id!, oldest.day!], limit - dropped)
    }
    return dropped
  }
}
