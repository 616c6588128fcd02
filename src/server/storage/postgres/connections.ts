import pg from 'pg'
import { Connection, Silence, type TimeLimits } from './connection.js'

const MAX_CONNECTIONS = 8
/** What is still asked when the store is closed may be answered this long. */
const END_MS = 1_000

/** What a holder of a connection may do with it. */
export interface Lent {
  /**
   * A promise of the rows; Kysely's type of a pool asks for a cursor besides, which is never
   * opened.
   */
  // biome-ignore lint/suspicious/noExplicitAny: Kysely knows what it asked for
  query(text: any, values?: readonly unknown[], limitMs?: number): any
  release(): void
}

type Pooled = Connection & pg.PoolClient

/**
 * The connections of a process to its store, as Kysely and the migrations take them; the one place
 * that owns connections. A connection of unknown state is never used again: one whose query was not
 * answered, that broke, or that comes back inside a transaction is destroyed. When one was not
 * answered, neither are those opened before it believed: a network that forgot one has forgotten
 * them all, and to find each out would take a query's time limit.
 */
export class Connections {
  private readonly living = new Set<Connection>()
  private readonly lent = new Set<Connection>()
  private readonly doubted = new WeakSet<Connection>()
  private readonly pool: pg.Pool

  constructor(address: string, limits: TimeLimits) {
    const { living } = this
    this.pool = new pg.Pool({
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
    this.pool.on('error', () => {})
  }

  /** A connection in no transaction. Errors: rejects when there is none within `connectMs`. */
  async connect(): Promise<Lent> {
    for (;;) {
      const connection = (await this.pool.connect()) as Pooled
      this.lent.add(connection)
      if (!connection.isIdle || this.doubted.has(connection)) {
        this.giveBack(connection)
        continue
      }
      try {
        await connection.prepare()
      } catch (error) {
        this.giveBack(connection)
        throw error
      }
      return {
        query: (text, values, limitMs) => connection.ask(text, values, limitMs),
        release: () => this.giveBack(connection),
      }
    }
  }

  /** Destroys all connections; those in use after a second. */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.abandonAll(), END_MS)
    await this.pool.end()
    clearTimeout(timer)
    this.abandonAll()
  }

  private giveBack(connection: Pooled): void {
    this.lent.delete(connection)
    if (connection.failure instanceof Silence) this.doubtAll(connection.failure)
    if (connection.isIdle && !this.doubted.has(connection)) return connection.release()
    connection.abandon(new Error('the connection was given back in an unknown state'))
    connection.release(true)
  }

  private doubtAll(why: Silence): void {
    for (const one of this.living) {
      if (this.lent.has(one)) this.doubted.add(one)
      else one.abandon(why)
    }
  }

  private abandonAll(): void {
    for (const connection of this.living) connection.abandon(new Error('the store is closed'))
  }
}
