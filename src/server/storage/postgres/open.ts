import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { OnLostRefund } from '../../credits/usage/usage-store.js'
import { createAccountStore } from '../accounts.js'
import { createAuditStore } from '../audit.js'
import { keepSecretBy, STATE } from '../kept-secrets.js'
import { createPasskeyStore, runLocked } from '../passkeys.js'
import { createSessionStore } from '../sessions.js'
import type { Store } from '../store.js'
import type { Tables } from '../tables.js'
import { runInOrderIn, runOneIn } from '../transactions.js'
import { refuseUnfinishedCopy } from '../unfinished-copy.js'
import { AccountWatch } from './account-watch.js'
import { Connections, type Lent, READING_CONNECTIONS } from './connections.js'
import { findByKeyHashIn } from './key-look-ups.js'
import { createLeaseStore } from './leases.js'
import { listenTo } from './listener.js'
import { migratePostgres } from './migrate.js'
import { refuseTransactionMode } from './pooler.js'
import { type TimeLimits, usualTimeLimits } from './postgres-connection.js'
import { createSpendingStore, dropOldSpending } from './spending.js'
import { tlsHint } from './tls.js'
import { createPostgresUsageStore } from './usage.js'

/** A text of an address as the driver reads it: a % that begins no code stands for itself. */
const decoded = (text: string): string =>
  text.replace(/(%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })

/** The error without the address's password. */
export const sayWithout = (address: string, error: unknown): Error => {
  const { password, host } = new URL(address)
  const { message, code } = ((error as Error).cause ?? error) as Error & { code?: string }
  const hint = tlsHint(code)
  const text = `${message || code || 'no connection'}${hint === undefined ? '' : ` (${hint})`}`
  const clean = password === '' ? text : text.replaceAll(decoded(password), '…').replaceAll(password, '…')
  return new Error(`cannot open the store on ${host || 'postgres'}: ${clean}`)
}

/**
 * Opens the PostgreSQL store at `address`, creating or migrating the schema as needed. `clock` is
 * in milliseconds since 1970.
 *
 * Errors  rejects if there is no connection, the schema is newer or a copy into the store is not
 *         finished; the message never has the address's credentials
 */
export const openPostgres = async (
  address: string,
  {
    clock,
    limits = usualTimeLimits,
    onLostRefund = () => {},
  }: { clock(): number; readonly limits?: TimeLimits; readonly onLostRefund?: OnLostRefund },
): Promise<Store> => {
  const connections = new Connections(address, limits)
  // Opens no connection before its first query.
  const reads = new Connections(address, limits, READING_CONNECTIONS)
  let watch: AccountWatch | undefined
  let listener: Awaited<ReturnType<typeof listenTo>> | undefined
  const close = async (): Promise<void> => {
    watch?.close()
    await listener?.close()
    // Not Kysely's `destroy`: after it, a query is a bug, or opens a new connection.
    await Promise.all([connections.end(), reads.end()])
  }
  try {
    await refuseTransactionMode(address, limits)
    await migratePostgres(connections)
    const readNow = () => readVersion(connections, limits)
    const accountWatch = new AccountWatch(await readNow(), readNow, limits, clock)
    watch = accountWatch
    let calledBack: (accountId: string) => void = () => {}
    const heard = { changed: () => accountWatch.hear(), calledBack: (accountId: string) => calledBack(accountId) }
    listener = await listenTo(address, limits, heard)
    // Discards the first connection's announcement: nothing was read before it.
    accountWatch.takeChange()
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
    const readDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: reads }) })
    const keepSecret = keepSecretBy((text, values) => rowsOf(connections, text, values))
    const nowMs = serverClock(readDb)
    await refuseUnfinishedCopy(db, 'postgres')
    await dropOldSpending(db)
    const onCallBack = (listen: (accountId: string) => void) => {
      calledBack = listen
    }
    return {
      accounts: {
        ...createAccountStore(db, { clock, randomBytes }),
        findByKeyHash: findByKeyHashIn(db, clock),
      },
      usage: createPostgresUsageStore(db, readDb, onLostRefund),
      sessions: createSessionStore(db, runInOrderIn(db)),
      passkeys: createPasskeyStore(db, { addFor: runLocked(db), use: runOneIn(db), keepSecret }),
      audit: createAuditStore(readDb, runInOrderIn(db), { nowMs }),
      stateSecret: (fresh) => keepSecret(STATE, fresh),
      leases: createLeaseStore(db, { onCallBack, onLostRefund, lockMs: limits.lockMs }),
      spending: createSpendingStore(db),
      nowMs,
      takeChange: () => accountWatch.takeChange(),
      lock: () => () => {},
      close,
    }
  } catch (error) {
    // A watch or a listener that is left would keep a command from ending.
    await close().catch(() => {})
    throw sayWithout(address, error)
  }
}

const rowsOf = async (connections: Connections, ...query: Parameters<Lent['query']>) => {
  const connection = await connections.connect()
  try {
    return (await connection.query(...query)).rows
  } finally {
    connection.release()
  }
}

/** Version of accounts and keys. Its time limit is short, to detect a dead connection soon. */
const readVersion = async (connections: Connections, { pollLimitMs }: TimeLimits): Promise<number> => {
  const [row] = await rowsOf(connections, 'SELECT version FROM account_changes', undefined, pollLimitMs)
  return row.version
}

/** The server's clock, which all machines share, in milliseconds since 1970. */
const serverClock = (db: Kysely<Tables>) => async (): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms`.execute(db)
  return rows[0]!.ms
}
