import pg from 'pg'
import { Connection, Silence, type TimeLimits } from './connection.js'

const MAX_CONNECTIONS = 8
/** What is still asked when the store is closed may be answered this long. */
const END_MS = 1_000

/** What a holder of a connection may do with it. */
export interface Lent {
  // biome-ignore lint/suspicious/noExplicitAny: Kysely knows what it asked for
  query(text: any, values?: readonly unknown[], limitMs?: number): Promise<any>
  release(): void
}

/** The connections of a process to its store, as Kysely and the migrations take them. */
export interface Connections {
  /** A connection in no transaction. Errors: rejects when there is none within `connectMs`. */
  connect(): Promise<Lent>
  /** Destroys all connections; those in use after a second. */
  end(): Promise<void>
}

type Pooled = Connection & pg.PoolClient

/**
 * The one place that owns connections. A connection of unknown state is never used again: one whose query was not answered, that broke, or
 * that comes back inside a transaction is destroyed. When one was not answered, neither are those opened before it believed: a network that
 * forgot one has forgotten them all, and to find each out would take a query's time limit.
 */
export const openConnections = (address: string, limits: TimeLimits): Connections => {
  const living = new Set<Connection>()
  const lent = new Set<Connection>()
  const doubted = new WeakSet<Connection>()
  const pool = new pg.Pool({
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: limits.connectMs,
    Client: class extends Connection {
      constructor() {
        super(address, limits)
        living.add(this)
        this.on('end', () => living.delete(this))
      }
    },
  })
  // See Connection: the next query gets another connection, or an error of its own.
  pool.on('error', () => {})

  const doubtAll = (why: Silence): void => {
    for (const one of living) {
      if (lent.has(one)) doubted.add(one)
      else one.abandon(why)
    }
  }

  const giveBack = (connection: Pooled): void => {
    lent.delete(connection)
    if (connection.failure instanceof Silence) doubtAll(connection.failure)
    if (connection.isIdle && !doubted.has(connection)) return connection.release()
    connection.abandon(new Error('the connection was given back in an unknown state'))
    connection.release(true)
  }

  return {
    connect: async () => {
      for (;;) {
        const connection = (await pool.connect()) as Pooled
        lent.add(connection)
        if (!connection.isIdle || doubted.has(connection)) {
          giveBack(connection)
          continue
        }
        try {
          await connection.prepare()
        } catch (error) {
          giveBack(connection)
          throw error
        }
        return {
          query: (text, values, limitMs) => connection.ask(text, values, limitMs),
          release: () => giveBack(connection),
        }
      }
    },
    end: async () => {
      const abandonAll = () => {
        for (const connection of living) connection.abandon(new Error('the store is closed'))
      }
      const timer = setTimeout(abandonAll, END_MS)
      await pool.end()
      clearTimeout(timer)
      abandonAll()
    },
  }
}
