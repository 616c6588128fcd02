import type { Socket } from 'node:net'
import { IdleRanking, RankedItem } from '../../runtime/idle-ranking.js'
import type { ConnectionWatch } from '../../wire/http/server/engine.js'
import { sourceName } from '../accounts/source-range.js'

const ENTRY = Symbol('the entry of a connection')
type KnownSocket = Socket & { [ENTRY]?: OpenConnection | undefined }

class OpenConnection extends RankedItem {
  isAuthenticated = false
  isUpgraded = false
  /** It only waits for its client to read the last answer. */
  isEnding = false
  isOpen = true
  /** True if bytes arrived since the last check. */
  wasUsed = false

  constructor(
    readonly table: OpenConnections,
    readonly socket: Socket,
    /** The socket that is read and written: a different one with TLS. */
    public stream: Socket,
    /** Both addresses, to find the entry of a TLS stream; undefined without TLS. */
    readonly ends: string | undefined,
  ) {
    super()
  }
}

/** Bounds of a listener, and a view of its connections. */
export interface OpenConnectionsOptions {
  readonly maxConnections: () => number
  /** With TLS, the stream is known only after the handshake. */
  readonly isTls?: boolean
  /** True if closing the connection would harm no request. */
  isIdle(stream: Socket): boolean
  /** True if a request has begun but is incomplete: work on it has not begun either. */
  isUnfinished?(stream: Socket): boolean
}

const NONE = 'unknown'

function onClose(this: KnownSocket): void {
  const entry = this[ENTRY]
  if (entry !== undefined) entry.table.closed(entry)
}

/** Marks the connection as authenticated by `owner`. */
export const markAuthenticated = (stream: KnownSocket, owner: string): void =>
  stream[ENTRY]?.table.authenticated(stream, owner)

/** Marks the connection as one that only waits for its client to read a refusal. */
export const markEnding = (stream: KnownSocket): void => stream[ENTRY]?.table.ending(stream)

/** Bound on the authenticated connections examined for one that may be closed. */
const MAX_EXAMINED = 64
/**
 * Connections above the bound whose keys are not known yet: more than come in one turn, so that a
 * flood does not end a caller's before its first request is read.
 */
const MAX_NEWCOMERS = 1_024

/**
 * Bounds the connections of one listener. A connection whose last answer was written goes first,
 * then one without a good key.
 *
 * When the listener is full, a new connection replaces the idlest one without a good key, from the
 * source with most of them: an IPv4 address, an IPv6 /64, or the proxy in front. TLS and WebSocket
 * handshakes in progress count as such. But 1,024 of those stay, or as many as have a good key,
 * also above the bound. If all within the bound have a good key, the new one replaces the idlest
 * without a request, from the account with most.
 *
 * A connection that shows a good key above the bound also replaces the idlest without a request. If
 * all carry requests, it replaces one of the account with most, or is ended if no account has more
 * than its own. An authenticated WebSocket stays, because its account's plan bounds those.
 */
export class OpenConnections implements ConnectionWatch {
  size = 0
  /** Connections with a good key, without those that end. */
  private authenticatedSize = 0
  private readonly withoutKey = new IdleRanking<OpenConnection>()
  private readonly withKey = new IdleRanking<OpenConnection>()
  private readonly ended = new IdleRanking<OpenConnection>()
  private readonly byEnds = new Map<string, OpenConnection>()
  private onNone: (() => void) | undefined

  constructor(private readonly options: OpenConnectionsOptions) {}

  /** Makes room for a connection, by ending another if necessary. */
  makeRoom(): void {
    const max = this.options.maxConnections()
    if (this.size < max) return
    const idlest = this.ended.idlest() ?? (this.authenticatedSize >= max ? this.idlestWithKey() : undefined)
    if (idlest !== undefined) return this.end(idlest)
    const newcomers = this.size - this.authenticatedSize
    if (newcomers >= Math.min(this.authenticatedSize, MAX_NEWCOMERS)) this.end(this.withoutKey.idlest()!)
  }

  /** Ends all connections without a good key, TLS handshakes in progress included. */
  endUnauthenticated(): void {
    for (let entry = this.withoutKey.idlest(); entry !== undefined; entry = this.withoutKey.idlest()) this.end(entry)
  }

  /** Counts a connection until it is closed. */
  add(socket: Socket): void {
    const ends = this.options.isTls === true ? endsOf(socket) : undefined
    const entry = new OpenConnection(this, socket, socket, ends)
    ;(socket as KnownSocket)[ENTRY] = entry
    if (ends !== undefined) this.byEnds.set(ends, entry)
    this.size++
    this.withoutKey.add(entry, sourceName(socket.remoteAddress ?? NONE))
    socket.once('close', onClose)
  }

  async whenNone(): Promise<void> {
    if (this.size === 0) return
    await new Promise<void>((resolve) => {
      this.onNone = resolve
    })
  }

  secured(stream: Socket): void {
    const entry = this.byEnds.get(endsOf(stream))
    if (entry === undefined) return
    entry.stream = stream
    ;(stream as KnownSocket)[ENTRY] = entry
    this.withoutKey.use(entry)
  }

  received(stream: Socket): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined || entry.isEnding) return
    // On the path of every call, so an authenticated connection is only marked.
    if (entry.isAuthenticated) entry.wasUsed = true
    else this.withoutKey.use(entry)
  }

  authenticated(stream: Socket, owner: string): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined || entry.isAuthenticated || entry.isEnding || !entry.isOpen) return
    this.withoutKey.remove(entry)
    entry.isAuthenticated = true
    if (!entry.isUpgraded) this.withKey.add(entry, owner)
    this.authenticatedSize++
    if (this.authenticatedSize > this.options.maxConnections()) this.end(this.idlestWithKey() ?? this.overShare(entry))
  }

  ending(stream: Socket): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined || entry.isEnding || !entry.isOpen) return
    this.rankingOf(entry).remove(entry)
    if (entry.isAuthenticated) this.authenticatedSize--
    entry.isEnding = true
    this.ended.add(entry, sourceName(stream.remoteAddress ?? NONE))
  }

  upgraded(stream: Socket): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined) return
    entry.isUpgraded = true
    if (entry.isAuthenticated) this.withKey.remove(entry)
  }

  /** Removes a connection that is closed or about to be. */
  closed(entry: OpenConnection): void {
    if (!entry.isOpen) return
    entry.isOpen = false
    this.rankingOf(entry).remove(entry)
    if (entry.isAuthenticated && !entry.isEnding) this.authenticatedSize--
    if (entry.ends !== undefined && this.byEnds.get(entry.ends) === entry) this.byEnds.delete(entry.ends)
    this.size--
    if (this.size === 0) this.onNone?.()
  }

  /** One of the account with most connections; `entry` if its own account has as many. */
  private overShare(entry: OpenConnection): OpenConnection {
    const most = this.withKey.idlest()
    if (most === undefined || this.withKey.countBeside(most) <= this.withKey.countBeside(entry)) return entry
    for (let examined = 0; examined < MAX_EXAMINED; examined++) {
      const other = this.withKey.idlest()!
      if (this.options.isUnfinished?.(other.stream)) return other
      this.withKey.use(other)
    }
    return this.withKey.idlest()!
  }

  /** Prefers a connection unused since the last check to one that merely carries no request. */
  private idlestWithKey(): OpenConnection | undefined {
    let used: OpenConnection | undefined
    for (let examined = 0; examined < MAX_EXAMINED; examined++) {
      const entry = this.withKey.idlest()
      if (entry === undefined) return undefined
      if (this.options.isIdle(entry.stream)) {
        if (!entry.wasUsed) return entry
        used ??= entry
      }
      entry.wasUsed = false
      this.withKey.use(entry)
    }
    return used
  }

  private end(entry: OpenConnection): void {
    this.closed(entry)
    entry.stream.destroy()
    entry.socket.destroy()
  }

  private rankingOf(entry: OpenConnection): IdleRanking<OpenConnection> {
    if (entry.isEnding) return this.ended
    return entry.isAuthenticated ? this.withKey : this.withoutKey
  }
}

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
