import { Socket } from 'node:net'
import pg from 'pg'
import { protectionOf } from './tls.js'

/** How long anything of a PostgreSQL store may take, in milliseconds; see `usualTimeLimits`. */
export interface TimeLimits {
  readonly connectMs: number
  /**
   * Of a query, by this process's clock. After it the connection is destroyed, because its state is
   * unknown.
   */
  readonly queryMs: number
  /**
   * Of a statement, by the server's clock; below `queryMs`, so that a server that works ends the
   * statement and the connection stays good.
   */
  readonly statementMs: number
  /**
   * How long the server waits for the next statement of a transaction, whose locks stop other
   * processes, before it ends the connection.
   */
  readonly idleInTransactionMs: number
  /** How long an exchange of leases waits for a lock that another transaction holds. */
  readonly lockMs: number
  /** How long the server keeps a connection whose other end does not acknowledge anything. */
  readonly unacknowledgedMs: number
  /** How often accounts and keys are looked at for changes. */
  readonly lookEveryMs: number
  /** How often the connection that hears announcements is asked whether it is alive. */
  readonly beatEveryMs: number
  /** How long a look may take. */
  readonly lookMs: number
  /** How long keys are believed after the last look that was answered. */
  readonly believedMs: number
}

/**
 * The limits in production. A network that loses one process's packets costs that process `queryMs`
 * and a new connection, and the others at most `idleInTransactionMs`; all of it stays below the ten
 * seconds that docs promise.
 */
export const usualTimeLimits: TimeLimits = {
  connectMs: 3_000,
  queryMs: 5_000,
  statementMs: 4_000,
  idleInTransactionMs: 1_000,
  lockMs: 700,
  unacknowledgedMs: 10_000,
  lookEveryMs: 500,
  beatEveryMs: 1_000,
  lookMs: 1_500,
  believedMs: 30_000,
}

/** Counts and sums as numbers: credits are far below 2^53. */
const INT8 = 20
const NUMERIC = 1700
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * Settings of every session. A lower `synchronous_commit` than `on` is raised: the server could
 * lose charges whose replies have left (PostgreSQL's documentation, "Asynchronous Commit").
 */
const settingsOf = (limits: TimeLimits): string => `
  SET statement_timeout = ${limits.statementMs};
  SET idle_in_transaction_session_timeout = ${limits.idleInTransactionMs};
  SET tcp_keepalives_idle = ${Math.ceil(limits.unacknowledgedMs / 2_000)};
  SET tcp_keepalives_interval = ${Math.ceil(limits.unacknowledgedMs / 5_000)};
  SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = ${limits.unacknowledgedMs};
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

/**
 * The statement was refused by a server that goes on with the connection; any other error leaves
 * its state unknown.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'

/**
 * One connection to PostgreSQL. After an error that is not the server's refusal of a statement it
 * is unknown whether a transaction is open, so the connection is destroyed and every later question
 * to it rejects with the same error.
 */
export class Connection extends pg.Client {
  /** Why the connection is of no use any more; undefined while it is. */
  failure: Error | undefined
  private readonly ownSocket: Socket
  private readonly limits: TimeLimits
  private isSet = false

  constructor(address: string, limits: TimeLimits) {
    const socket = new Socket()
    super({
      ...protectionOf(address),
      types,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: limits.unacknowledgedMs,
      stream: () => socket,
    })
    this.ownSocket = socket
    this.limits = limits
    // A connection that breaks while it is idle is found out by the next question; without a
    // listener the event would end the process.
    this.on('error', (error) => this.abandon(error))
    this.on('end', () => this.abandon(new Error('the store closed the connection')))
  }

  /** Whether the server is known to have no transaction open on it. */
  get isIdle(): boolean {
    return this.failure === undefined && this.getTransactionStatus() === 'I'
  }

  /** Brings the session to our settings, once. */
  async prepare(): Promise<void> {
    if (this.isSet) return
    await this.ask(settingsOf(this.limits))
    this.isSet = true
  }

  /**
   * Errors  rejects with the server's refusal, or with why the connection was abandoned; `limitMs`
   *         is `queryMs` if left out
   */
  async ask<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    limitMs = this.limits.queryMs,
  ): Promise<pg.QueryResult<Row>> {
    if (this.failure !== undefined) throw this.failure
    const timer = setTimeout(() => this.abandon(new Silence(limitMs)), limitMs)
    try {
      return await (values === undefined ? this.query<Row>(text) : this.query<Row>(text, [...values]))
    } catch (error) {
      if (!isRefusal(error)) this.abandon(error as Error)
      throw this.failure ?? error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Destroys the connection without a word to the server, which may not be there. */
  abandon(why: Error): void {
    this.failure ??= why
    this.ownSocket.destroy()
  }
}

/** The server, or the network before it, did not answer in time. */
export class Silence extends Error {
  constructor(limitMs: number) {
    super(`the store did not answer within ${limitMs} ms`)
  }
}
