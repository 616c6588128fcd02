import { createRequire } from 'node:module'
import type { Kysely } from 'kysely'
import type { Database } from 'libsql'

const require = createRequire(import.meta.url)
const kysely = () => require('kysely') as typeof import('kysely')

/** Kysely's `sql`, loaded with the first query that is written with it. */
export const lazySql = (): typeof import('kysely').sql => kysely().sql

/**
 * Kysely over a SQLite connection, both opened by the first query. A gateway that only serves uses
 * prepared statements and saves 10 MB of memory.
 */
export const lazyKysely = <DB>(connect: () => Database): { readonly db: Kysely<DB>; close(): void } => {
  let opened: { readonly db: Kysely<DB>; readonly database: Database } | undefined
  const open = () => {
    if (opened === undefined) {
      const { Kysely, SqliteDialect } = kysely()
      const database = connect()
      opened = { database, db: new Kysely<DB>({ dialect: new SqliteDialect({ database }) }) }
    }
    return opened.db
  }
  const db = new Proxy({} as Kysely<DB>, {
    get: (_, name) => {
      const real = open()
      const value: unknown = Reflect.get(real, name)
      return typeof value === 'function' ? value.bind(real) : value
    },
  })
  return { db, close: () => opened?.database.close() }
}
