import type { Socket } from 'node:net'
import { IdleRanking, RankedItem } from '../../runtime/idle-ranking.js'
import type { ConnectionWatch } from '../../wire/http/server/handler.js'
import { sourceName } from '../accounts/source-range.js'

const ENTRY = Symbol('the entry of a connection')
type KnownSocket = Socket & { [ENTRY]?: OpenConnection | undefined }

class OpenConnection extends RankedItem {
  isAuthenticated = false
  isUpgraded = false
  isOpen = true
  /** Whether bytes came since it was looked at. */
  wasUsed = false

  constructor(
    readonly table: OpenConnections,
    /** The one that was accepted. */
    readonly socket: Socket,
    /** What it is read and written through: another one with TLS. */
    public stream: Socket,
    /** Names both ends; only with TLS, to find the entry of a stream. */
    readonly ends: string | undefined,
  ) {
    super()
  }
}

/** Bounds of a listener, and a view of its connections. */
export interface OpenConnectionsOptions {
  readonly maxConnections: () => number
  /** The stream of a connection is found after a TLS handshake. */
  readonly isTls?: boolean
  /** Whether a connection could be closed without harm to a request. */
  isIdle(stream: Socket): boolean
}

const NONE = 'unknown'

function onClose(this: KnownSocket): void {
  const entry = this[ENTRY]
  if (entry !== undefined) entry.table.closed(entry)
}

/** Notes that a good token or session of `owner` came over a connection. */
export const markAuthenticated = (stream: KnownSocket, owner: string): void =>
  stream[ENTRY]?.table.authenticated(stream, owner)

/** How many connections with a good key are looked at for one that may go. */
const MAX_LOOKS = 64

/**
 * Bounds the connections of one listener. One on which no good key came has the least claim.
 *
 * When the listener is full, a new connection takes the place of the idlest one without a good key,
 * of the source that has most of them: an IPv4 address, an IPv6 /64, or the proxy in front. TLS and
 * WebSocket handshakes under way are such connections. Where there is none, the idlest one that
 * carries no request goes, of the account that has most. A WebSocket with a good key stays, as its
 * account's plan bounds those. If nothing may go, the listener refuses the new connection.
 */
export class OpenConnections implements ConnectionWatch {
  /** How many are open. */
  size = 0
  private readonly withoutKey = new IdleRanking<OpenConnection>()
  private readonly withKey = new IdleRanking<OpenConnection>()
  private readonly byEnds = new Map<string, OpenConnection>()
  private onNone: (() => void) | undefined

  constructor(private readonly options: OpenConnectionsOptions) {}

  /** Makes room for one more connection, if need be by ending another; false when none may go. */
  makeRoom(): boolean {
    if (this.size < this.options.maxConnections()) return true
    const idlest = this.withoutKey.idlest() ?? this.idlestWithKey()
    if (idlest === undefined) return false
    this.end(idlest)
    return true
  }

  /** Ends all without a good key. Nobody else knows of a TLS handshake under way. */
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

  /** Resolves when none is open. */
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
    if (entry === undefined) return
    // Every call comes through here, so a connection with a good key is only marked.
    if (entry.isAuthenticated) entry.wasUsed = true
    else this.withoutKey.use(entry)
  }

  authenticated(stream: Socket, owner: string): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined || entry.isAuthenticated || !entry.isOpen) return
    this.withoutKey.remove(entry)
    entry.isAuthenticated = true
    if (!entry.isUpgraded) this.withKey.add(entry, owner)
  }

  upgraded(stream: Socket): void {
    const entry = (stream as KnownSocket)[ENTRY]
    if (entry === undefined) return
    entry.isUpgraded = true
    if (entry.isAuthenticated) this.withKey.remove(entry)
  }

  /** A connection is closed, or as good as. */
  closed(entry: OpenConnection): void {
    if (!entry.isOpen) return
    entry.isOpen = false
    this.rankingOf(entry).remove(entry)
    if (entry.ends !== undefined && this.byEnds.get(entry.ends) === entry) this.byEnds.delete(entry.ends)
    this.size--
    if (this.size === 0) this.onNone?.()
  }

  /**
   * Prefers a connection that was not used since the last look to one that only carries no request.
   */
  private idlestWithKey(): OpenConnection | undefined {
    let used: OpenConnection | undefined
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
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
    return entry.isAuthenticated ? this.withKey : this.withoutKey
  }
}

const endsOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
