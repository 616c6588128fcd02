import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.js'
import type { WholeStore } from './whole-store.js'

const PAGE_ROWS = 2_000
/** SQLite takes 32,766 variables in a statement. */
const INSERT_ROWS = 500

const COUNTS = ['calls', 'credits', 'errors', 'forwarded', 'cached']

/** A table that is copied. Its columns are those that it has in the store. */
interface CopiedTable {
  readonly table: keyof Tables
  /** The columns that make a row unique, in the order that it is read in. */
  readonly key: readonly string[]
  /** The key is each store's own. */
  readonly isKeyLocal?: true
  /** Columns whose sums are compared afterwards. */
  readonly sums?: readonly string[]
}

const TABLES: readonly CopiedTable[] = [
  { table: 'accounts', key: ['id'] },
  { table: 'keys', key: ['id'] },
  { table: 'key_uses', key: ['key_id'] },
  { table: 'usage', key: ['account_id', 'day', 'key_id', 'hour', 'network', 'method'], sums: COUNTS },
  { table: 'usage_days', key: ['account_id', 'day', 'key_id', 'network', 'method'], sums: COUNTS },
  { table: 'forwarded', key: ['id'], isKeyLocal: true, sums: ['duration_ms'] },
  { table: 'call_errors', key: ['account_id', 'day', 'key_id', 'network', 'method', 'error'], sums: ['calls'] },
  { table: 'audit', key: ['id'], isKeyLocal: true },
]

/** The tables that a copy has; a test holds them against those of a store. */
export const copiedTables: readonly string[] = TABLES.map(({ table }) => table)

type Row = Readonly<Record<string, unknown>>
type Db = Kysely<Tables> | Transaction<Tables>

/** How far a copy is. */
export interface CopyProgress {
  readonly table: string
  readonly copied: number
  readonly of: number
}

/** What a copy does besides copying. */
export interface CopyOptions {
  onProgress?(progress: CopyProgress): void
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/**
 * Copies a store into an empty one of either engine, and compares both. A copy that was interrupted
 * goes on where it stopped: each page is written with the place it ends at, in one transaction.
 * Balances are no part of it, for they are the sums of the usage; how far journals are settled is.
 *
 * Errors  rejects when the target is not empty, or when the two differ in the end
 */
export const copyStore = async (
  from: WholeStore,
  to: WholeStore,
  { onProgress }: CopyOptions = {},
): Promise<CopyProgress[]> => {
  await prepareTarget(from, to)
  // Everything is read as it was at one moment.
  return from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (source) => {
      const copied: CopyProgress[] = []
      const present = await source.introspection.getTables()
      for (const table of TABLES) {
        const columnNames = present.find(({ name }) => name === table.table)!.columns.map(({ name }) => name)
        await copyTable(source, to.db, { ...table, columnNames }, onProgress)
        copied.push(await compare(source, to.db, table))
      }
      await copyMarks(source, from, to)
      await sql`DROP TABLE copy_progress`.execute(to.db)
      return copied
    })
}

const countOf = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql.table(table)}`.execute(db)
  return Number(rows[0]!.count)
}

/** Finds out whether the target is empty, or a copy of the same store was interrupted. */
const prepareTarget = async (from: WholeStore, to: WholeStore): Promise<void> => {
  await sql`CREATE TABLE IF NOT EXISTS copy_progress (source TEXT NOT NULL, name TEXT PRIMARY KEY NOT NULL, last TEXT NOT NULL)`.execute(
    to.db,
  )
  const { rows } = await sql<{ source: string }>`SELECT source FROM copy_progress`.execute(to.db)
  if (rows.length > 0) {
    if (rows.every(({ source }) => source === from.name)) return
    throw new Error(`the store ${to.name} holds part of a copy of ${rows[0]!.source}; finish that, or empty the store`)
  }
  for (const { table } of TABLES) {
    const count = await countOf(to.db, table)
    if (count === 0) continue
    await sql`DROP TABLE copy_progress`.execute(to.db)
    throw new Error(
      `the store ${to.name} is not empty: ${table} has ${count} rows; a copy goes into an empty store only`,
    )
  }
  await sql`INSERT INTO copy_progress VALUES (${from.name}, '', '')`.execute(to.db)
}

const readLast = async (db: Db, table: string): Promise<readonly unknown[] | undefined> => {
  const { rows } = await sql<{ last: string }>`SELECT last FROM copy_progress WHERE name = ${table}`.execute(db)
  return rows[0] === undefined ? undefined : JSON.parse(rows[0].last)
}

const copyTable = async (
  source: Db,
  target: Kysely<Tables>,
  { table, key, columnNames, isKeyLocal }: CopiedTable & { readonly columnNames: readonly string[] },
  onProgress: CopyOptions['onProgress'],
): Promise<void> => {
  const of = await countOf(source, table)
  let copied = await countOf(target, table)
  let last = await readLast(target, table)
  const names = isKeyLocal ? columnNames.filter((name) => !key.includes(name)) : columnNames
  for (;;) {
    const after = last === undefined ? sql`` : sql`WHERE (${columns(key)}) > (${sql.join(last)})`
    const { rows } = await sql<Row>`SELECT ${columns(columnNames)} FROM ${sql.table(table)} ${after}
      ORDER BY ${columns(key)} LIMIT ${sql.lit(PAGE_ROWS)}`.execute(source)
    if (rows.length === 0) return
    const end = rows.at(-1)!
    last = key.map((name) => end[name])
    await writePage(target, { table, names, rows, last })
    copied += rows.length
    onProgress?.({ table, copied, of })
  }
}

/** Rows of a table, and the key of the last one. */
interface Page {
  readonly table: string
  readonly names: readonly string[]
  readonly rows: readonly Row[]
  readonly last: readonly unknown[]
}

const writePage = (target: Kysely<Tables>, { table, names, rows, last }: Page): Promise<void> =>
  target.transaction().execute(async (trx) => {
    for (let at = 0; at < rows.length; at += INSERT_ROWS) {
      const some = rows.slice(at, at + INSERT_ROWS)
      const values = some.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
      await sql`INSERT INTO ${sql.table(table)} (${columns(names)}) VALUES ${sql.join(values)}`.execute(trx)
    }
    await sql`INSERT INTO copy_progress (source, name, last) SELECT source, ${table}, ${JSON.stringify(last)}
      FROM copy_progress WHERE name = '' ON CONFLICT (name) DO UPDATE SET last = excluded.last`.execute(trx)
  })

/** Compares what was copied. Errors: a count or a sum differs. */
const compare = async (source: Db, target: Db, { table, sums = [] }: CopiedTable): Promise<CopyProgress> => {
  const measure = async (db: Db): Promise<Row> => {
    const totals = sums.map((name) => sql`, CAST(COALESCE(SUM(${sql.ref(name)}), 0) AS TEXT) AS ${sql.ref(name)}`)
    const { rows } =
      await sql<Row>`SELECT COUNT(*) AS rows ${sql.join(totals, sql` `)} FROM ${sql.table(table)}`.execute(db)
    return rows[0]!
  }
  const [was, is] = [await measure(source), await measure(target)]
  for (const name of ['rows', ...sums]) {
    const isSame = name === 'duration_ms' ? isClose(was[name], is[name]) : Number(was[name]) === Number(is[name])
    if (!isSame)
      throw new Error(`the copy of ${table} differs: ${name} is ${String(is[name])} instead of ${String(was[name])}`)
  }
  return { table, copied: Number(is.rows), of: Number(was.rows) }
}

/** Sums of fractions depend on the order of their addition. */
const isClose = (one: unknown, other: unknown): boolean =>
  Math.abs(Number(one) - Number(other)) <= 1e-6 * Math.max(1, Math.abs(Number(one)))

/** Carries over how far journals are settled, so that a line which comes late is charged once. */
const copyMarks = async (source: Db, from: WholeStore, to: WholeStore): Promise<void> => {
  const read =
    from.engine === 'sqlite'
      ? sql<Mark>`SELECT process_id AS id, line FROM settled_lines UNION ALL SELECT process_id, line FROM ended_processes`
      : sql<Mark>`SELECT id, settled_line AS line FROM processes UNION ALL SELECT id, settled_line FROM ended_processes`
  for (const { id, line } of (await read.execute(source)).rows) {
    const write =
      to.engine === 'sqlite'
        ? sql`INSERT INTO ended_processes (process_id, line) VALUES (${id}, ${line}) ON CONFLICT DO NOTHING`
        : sql`INSERT INTO ended_processes (id, settled_line) VALUES (${id}, ${line}) ON CONFLICT DO NOTHING`
    await write.execute(to.db)
  }
}

interface Mark {
  readonly id: string
  readonly line: number
}
