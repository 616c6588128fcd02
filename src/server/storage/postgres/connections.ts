import pg from 'pg'
import { asAway, PostgresConnection, SharedFailure, type TimeLimits } from './postgres-connection.js'

/** Connections that calls may wait for: leases, keys and charges. */
const SERVING_CONNECTIONS = 5
/**
 * Connections of long reads, for operations: a holder's usage must not delay another account's
 * leases.
 */
export const READING_CONNECTIONS = 3
/** Time for running queries to finish when the store is closed. */
const END_MS = 1_000

export interface Lent {
  /** Resolves to the rows. Kysely's pool type also takes a cursor, which is never opened. */
  // biome-ignore lint/suspicious/noExplicitAny: Kysely knows what it asked for
  query(text: any, values?: readonly unknown[], limitMs?: number): any
  release(): void
}

type Pooled = PostgresConnection & pg.PoolClient

/**
 * Connections of the process to its store, as Kysely and the migrations take them; no other code
 * owns connections. A connection in an unknown state is never used again: one that broke, whose
 * query got no answer, or that is released inside a transaction is destroyed. If one got no answer,
 * or its session is read-only, all older ones are doubted too: testing each would take a query's
 * time limit, or refuse a call.
 */
export class Connections {
  private readonly living = new Set<PostgresConnection>()
  private readonly lent = new Set<PostgresConnection>()
  private readonly doubted = new WeakSet<PostgresConnection>()
  private readonly pool: pg.Pool

  constructor(address: string, limits: TimeLimits, max = SERVING_CONNECTIONS) {
    const { living } = this
    this.pool = new pg.Pool({
      max,
      connectionTimeoutMillis: limits.connectMs,
      Client: class extends PostgresConnection {
        constructor() {
          super(address, limits)
          living.add(this)
          this.on('end', () => living.delete(this))
        }
      },
    })
    // See Connection: the next query gets another connection, or its own error.
    this.pool.on('error', () => {})
  }

  /** A connection outside of any transaction. Rejects after `connectMs` without one. */
  async connect(): Promise<Lent> {
    for (;;) {
      const connection = await this.take()
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

  /**
   * Destroys all connections; those in use after a second. Later queries reject with StoreAway.
   */
  async end(): Promise<void> {
    const timer = setTimeout(() => this.abandonAll(), END_MS)
    await this.pool.end()
    clearTimeout(timer)
    this.abandonAll()
  }

  private async take(): Promise<Pooled> {
    try {
      return (await this.pool.connect()) as Pooled
    } catch (error) {
      throw asAway(error)
    }
  }

  private giveBack(connection: Pooled): void {
    this.lent.delete(connection)
    if (connection.failure instanceof SharedFailure) this.doubtAll(connection.failure)
    if (connection.isIdle && !this.doubted.has(connection)) return connection.release()
    connection.abandon(new Error('the connection was given back in an unknown state'))
    connection.release(true)
  }

  private doubtAll(why: SharedFailure): void {
    for (const one of this.living) {
      if (this.lent.has(one)) this.doubted.add(one)
      else one.abandon(why)
    }
  }

  private abandonAll(): void {
    for (const connection of this.living) connection.abandon(new Error('the store is closed'))
  }
}
