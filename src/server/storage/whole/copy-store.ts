import { type Kysely, sql, type Transaction } from 'kysely'
import { STATE } from '../kept-secrets.js'
import { DURATION_COLUMNS, type Tables } from '../tables.js'
import { BEGIN_ANEW, refuseUnfinishedCopy, unfinishedSourceIn } from '../unfinished-copy.js'
import type { WholeStore } from './whole-store.js'

const PAGE_ROWS = 2_000
/** SQLite allows 32,766 variables in a statement. */
const INSERT_ROWS = 500

const COUNTS = ['calls', 'credits', 'errors', 'forwarded', 'cached']

/** A table to copy, with whatever columns it has in the store. */
interface CopiedTable {
  readonly table: keyof Tables
  /** Columns that make a row unique, in reading order. */
  readonly key: readonly string[]
  /** True if each store assigns its own keys. */
  readonly isKeyLocal?: true
  /** Sums to compare after the copy. A resumed copy copies tables without such columns again. */
  readonly sums?: readonly string[]
}

const TABLES: readonly CopiedTable[] = [
  { table: 'accounts', key: ['id'] },
  { table: 'keys', key: ['id'] },
  { table: 'passkeys', key: ['id'] },
  { table: 'key_uses', key: ['key_id'] },
  { table: 'usage', key: ['account_id', 'day', 'key_id', 'hour', 'network', 'method'], sums: COUNTS },
  { table: 'usage_days', key: ['account_id', 'day', 'key_id', 'network', 'method'], sums: COUNTS },
  { table: 'forwarded', key: ['id'], isKeyLocal: true, sums: ['duration_ms'] },
  { table: 'call_errors', key: ['account_id', 'day', 'key_id', 'network', 'method', 'error'], sums: ['calls'] },
  { table: 'call_durations', key: ['account_id', 'day', 'network', 'method'], sums: DURATION_COLUMNS },
  { table: 'audit', key: ['id'], isKeyLocal: true },
]

const CLEARED_IN_BOTH = ['sessions', 'sign_in_links', 'used_challenges', 'dashboard_secrets', 'ended_processes']

/**
 * Tables of the target to clear before the first row. An emptied store may have rows of its former
 * life there, which would be believed.
 */
const CLEARED = {
  sqlite: [...CLEARED_IN_BOTH, 'settled_lines'],
  postgres: [...CLEARED_IN_BOTH, 'balances', 'leases', 'processes'],
}

/** Names of the copied tables; a test compares them with a store's. */
export const copiedTables: readonly string[] = TABLES.map(({ table }) => table)

type Row = Readonly<Record<string, unknown>>
type Db = Kysely<Tables> | Transaction<Tables>

/** Progress of a copy. */
export interface CopyProgress {
  readonly table: string
  readonly copied: number
  readonly of: number
}

/** The callbacks of a copy. */
export interface CopyOptions {
  onProgress?(progress: CopyProgress): void
  /** Rejects if a gateway serves from a store. Called before the first row and after the last. */
  refuseServed?(): Promise<void>
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/**
 * Copies a store into an empty one of either engine, and compares both. An interrupted copy
 * resumes: each page is written in one transaction with its end position. The source may have
 * changed in between. Tables without sums would not show that, so they are copied again. Balances
 * are not copied, because they are sums of the usage; the settled lines of journals are, and the
 * secret of ids.
 *
 * Errors  rejects if a copy into the source is not finished, if the target is not empty, if a
 *         gateway serves, or if the two differ in the end
 */
export const copyStore = async (
  from: WholeStore,
  to: WholeStore,
  { onProgress, refuseServed = async () => {} }: CopyOptions = {},
): Promise<CopyProgress[]> => {
  await refuseUnfinishedCopy(from.db, from.engine)
  await prepareTarget(from, to, refuseServed)
  // One snapshot for all reads.
  return from.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (source) => {
      const copied: CopyProgress[] = []
      for (const table of TABLES) {
        await copyTable(source, to.db, table, onProgress)
        copied.push(await compare(source, to.db, table))
      }
      await copyMarks(source, from, to)
      await copyStateSecret(source, to.db)
      await refuseServed()
      await sql`DROP TABLE copy_progress`.execute(to.db)
      return copied
    })
}

const countOf = async (db: Db, table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`SELECT COUNT(*) AS count FROM ${sql.table(table)}`.execute(db)
  return Number(rows[0]!.count)
}

/** Makes the target ready for its first row, or for the next of an interrupted copy. */
const prepareTarget = async (from: WholeStore, to: WholeStore, refuseServed: () => Promise<void>): Promise<void> => {
  const source = await unfinishedSourceIn(to.db, to.engine)
  if (source === undefined) await refuseFilled(to)
  else if (source !== from.name)
    throw new Error(`the store ${to.name} holds part of a copy of ${source}; finish that, or ${BEGIN_ANEW}`)
  await refuseServed()
  await to.db
    .transaction()
    .execute((target) => (source === undefined ? begin(target, from, to) : emptyTablesWithoutSums(target)))
}

const refuseFilled = async ({ db, name }: WholeStore): Promise<void> => {
  for (const { table } of TABLES) {
    const count = await countOf(db, table)
    if (count > 0)
      throw new Error(
        `the store ${name} is not empty: ${table} has ${count} rows; a copy goes into an empty store only`,
      )
  }
}

const begin = async (target: Db, from: WholeStore, to: WholeStore): Promise<void> => {
  for (const table of CLEARED[to.engine]) await sql`DELETE FROM ${sql.table(table)}`.execute(target)
  await sql`CREATE TABLE IF NOT EXISTS copy_progress (source TEXT NOT NULL, name TEXT PRIMARY KEY NOT NULL, last TEXT NOT NULL)`.execute(
    target,
  )
  await sql`INSERT INTO copy_progress VALUES (${from.name}, '', '')`.execute(target)
}

const emptyTablesWithoutSums = async (target: Db): Promise<void> => {
  // The last first: keys refer to accounts.
  for (const { table, sums } of [...TABLES].reverse()) {
    if (sums !== undefined) continue
    await sql`DELETE FROM ${sql.table(table)}`.execute(target)
    await sql`DELETE FROM copy_progress WHERE name = ${table}`.execute(target)
  }
}

const readLast = async (db: Db, table: string): Promise<readonly unknown[] | undefined> => {
  const { rows } = await sql<{ last: string }>`SELECT last FROM copy_progress WHERE name = ${table}`.execute(db)
  return rows[0] === undefined ? undefined : JSON.parse(rows[0].last)
}

const copyTable = async (
  source: Db,
  target: Kysely<Tables>,
  { table, key, isKeyLocal }: CopiedTable,
  onProgress: CopyOptions['onProgress'],
): Promise<void> => {
  const of = await countOf(source, table)
  let copied = await countOf(target, table)
  let last = await readLast(target, table)
  for (;;) {
    const after = last === undefined ? sql`` : sql`WHERE (${columns(key)}) > (${sql.join(last)})`
    const { rows } = await sql<Row>`SELECT * FROM ${sql.table(table)} ${after}
      ORDER BY ${columns(key)} LIMIT ${sql.lit(PAGE_ROWS)}`.execute(source)
    if (rows.length === 0) return
    const end = rows.at(-1)!
    last = key.map((name) => end[name])
    const names = Object.keys(end).filter((name) => isKeyLocal !== true || !key.includes(name))
    await writePage(target, { table, names, rows, last })
    copied += rows.length
    onProgress?.({ table, copied, of })
  }
}

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

/** Compares a copied table. Throws if a count or a sum differs. */
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
      throw new Error(
        `the copy of ${table} differs: ${name} is ${String(is[name])} instead of ${String(was[name])}; if the source was served after an interruption of its copy, ${BEGIN_ANEW}`,
      )
  }
  return { table, copied: Number(is.rows), of: Number(was.rows) }
}

/** Sums of fractions depend on the order of their addition. */
const isClose = (one: unknown, other: unknown): boolean =>
  Math.abs(Number(one) - Number(other)) <= 1e-6 * Math.max(1, Math.abs(Number(one)))

/** Copies the settled lines of journals, so that a late line is charged once. */
const copyMarks = async (source: Db, from: WholeStore, to: WholeStore): Promise<void> => {
  const read =
    from.engine === 'sqlite'
      ? sql<Mark>`SELECT process_id AS id, line FROM settled_lines UNION ALL SELECT process_id, line FROM ended_processes`
      : sql<Mark>`SELECT id, settled_line AS line FROM processes UNION ALL SELECT id, settled_line FROM ended_processes`
  for (const { id, line } of (await read.execute(source)).rows) {
    const write =
      to.engine === 'sqlite'
        ? sql`INSERT INTO ended_processes (process_id, line) VALUES (${id}, ${line}) ON CONFLICT (process_id) DO UPDATE SET line = excluded.line`
        : sql`INSERT INTO ended_processes (id, settled_line) VALUES (${id}, ${line}) ON CONFLICT (id) DO UPDATE SET settled_line = excluded.settled_line`
    await write.execute(to.db)
  }
}

/** Copies the secret of ids; a copy that goes on may have done so before. */
const copyStateSecret = async (source: Db, target: Kysely<Tables>): Promise<void> => {
  const kept = await source.selectFrom('dashboard_secrets').selectAll().where('name', '=', STATE).executeTakeFirst()
  if (kept === undefined) return
  const { secret } = kept
  const insert = target.insertInto('dashboard_secrets').values(kept)
  await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ secret })).execute()
}

interface Mark {
  readonly id: string
  readonly line: number
}
