import { Socket } from 'node:net'
import pg from 'pg'
import { sharedLookup } from '../../../runtime/dns/shared-lookup.js'
import { StoreAway } from '../../accounts/store-away.js'
import { protectionOf } from './tls.js'

/** Time limits of a PostgreSQL store, in milliseconds; see `usualTimeLimits`. */
export interface TimeLimits {
  readonly connectMs: number
  /**
   * A query, by this process's clock. The connection is then destroyed, because its state is
   * unknown.
   */
  readonly queryMs: number
  /**
   * A statement, by the server's clock. Below `queryMs`, so that a working server ends the
   * statement and the connection stays usable.
   */
  readonly statementMs: number
  /**
   * The server's wait for a transaction's next statement, before it ends the connection: the
   * transaction's locks stop other processes.
   */
  readonly idleInTransactionMs: number
  /** An exchange's wait for another transaction's lock. */
  readonly lockMs: number
  /** Time after which the server drops a connection whose peer acknowledges nothing. */
  readonly unacknowledgedMs: number
  /** Interval between polls for changed accounts and keys. */
  readonly pollEveryMs: number
  /** Interval between liveness checks of the announcements' connection. */
  readonly beatEveryMs: number
  /** Limit of one poll or check. */
  readonly pollLimitMs: number
  /** Time for which cached keys are trusted after the last answered poll. */
  readonly believedMs: number
}

/**
 * The limits in production. If the network loses one process's packets, that process waits
 * `queryMs` and a new connection, others at most `idleInTransactionMs`. All of it stays below the
 * ten seconds that the docs promise.
 */
export const usualTimeLimits: TimeLimits = {
  connectMs: 3_000,
  queryMs: 5_000,
  statementMs: 4_000,
  idleInTransactionMs: 1_000,
  lockMs: 700,
  unacknowledgedMs: 10_000,
  pollEveryMs: 500,
  beatEveryMs: 1_000,
  pollLimitMs: 1_500,
  believedMs: 30_000,
}

/** Parses counts and sums as numbers: credits are far below 2^53. */
const INT8 = 20
const NUMERIC = 1700
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
}

/**
 * Session settings. If `synchronous_commit` is off it is turned on: the server could otherwise lose
 * charges whose replies have left (PostgreSQL's documentation, "Asynchronous Commit"). Transactions
 * wait for each other by locks; a server set to a stricter isolation would refuse them instead.
 */
const settingsOf = (limits: TimeLimits): string => `
  SET statement_timeout = ${limits.statementMs};
  SET idle_in_transaction_session_timeout = ${limits.idleInTransactionMs};
  SET tcp_keepalives_idle = ${Math.ceil(limits.unacknowledgedMs / 2_000)};
  SET tcp_keepalives_interval = ${Math.ceil(limits.unacknowledgedMs / 5_000)};
  SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = ${limits.unacknowledgedMs};
  SET default_transaction_isolation = 'read committed';
  SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

/**
 * True if the server refused the statement and keeps the connection. Any other error leaves the
 * connection's state unknown.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'

const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY

/** Makes a connection's error one that says that the store is away. */
export const asAway = (error: unknown): StoreAway => {
  if (error instanceof StoreAway) return error
  const { message, code } = error as Error & { code?: string }
  return new StoreAway(message || code || 'no connection', { cause: error })
}

/** A socket that shares look-ups. The driver connects it to a port and a host, or to a path. */
class StoreSocket extends Socket {
  override connect(...to: unknown[]): this {
    const [port, host] = to
    if (typeof port !== 'number' || typeof host !== 'string') return super.connect(...(to as [string]))
    return super.connect({ port, host, lookup: sharedLookup })
  }
}

/**
 * One connection to PostgreSQL. Unless the server refused a statement, an error leaves unknown
 * whether a transaction is open. The connection is then destroyed, and later queries reject with
 * that error.
 */
export class PostgresConnection extends pg.Client {
  /** Why the connection was abandoned; undefined while it is usable. */
  failure: Error | undefined
  private readonly ownSocket: Socket
  private readonly limits: TimeLimits
  private isSet = false

  constructor(address: string, limits: TimeLimits) {
    const socket = new StoreSocket()
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
    // The next query reports a connection that broke while idle; without a listener, the event
    // would end the process.
    this.on('error', (error) => this.abandon(error))
    this.on('end', () => this.abandon(new Error('the store closed the connection')))
  }

  /** True if the server is known to have no transaction open on it. */
  get isIdle(): boolean {
    return this.failure === undefined && this.getTransactionStatus() === 'I'
  }

  async prepare(): Promise<void> {
    if (this.isSet) return
    await this.ask(settingsOf(this.limits))
    this.isSet = true
  }

  /** Errors  rejects with the server's refusal, or the reason why the connection was abandoned */
  async ask<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    limitMs = this.limits.queryMs,
  ): Promise<pg.QueryResult<Row>> {
    if (this.failure !== undefined) throw asAway(this.failure)
    const timer = setTimeout(() => this.abandon(new Silence(limitMs)), limitMs)
    try {
      return await (values === undefined ? this.query<Row>(text) : this.query<Row>(text, [...values]))
    } catch (error) {
      if (isReadOnly(error)) this.abandon(new ReadOnlySession((error as Error).message))
      else if (!isRefusal(error)) this.abandon(error as Error)
      throw this.failure === undefined ? error : asAway(this.failure)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Destroys the connection without notifying the server, which may be unreachable. */
  abandon(why: Error): void {
    this.failure ??= why
    this.ownSocket.destroy()
  }
}

/** A failure of one connection that all older ones may share. */
export class SharedFailure extends StoreAway {}

/** The server or the network did not answer in time. */
class Silence extends SharedFailure {
  constructor(limitMs: number) {
    super(`the store did not answer within ${limitMs} ms`)
  }
}

/**
 * The session is of a standby, or began while the database was read-only. It stays read-only when
 * the database is writable again.
 */
class ReadOnlySession extends SharedFailure {}
