import type { Server, Socket } from 'node:net'
import type { BodyBudget } from './body-budget.js'
import type { HttpLimits } from './http-limits.js'
import type { HttpTraffic } from './http-traffic.js'

/** Observes how a server's connections are used. `stream` is the socket read and written. */
export interface ConnectionWatch {
  /** A TLS handshake is complete. */
  secured(stream: Socket): void
  received(stream: Socket): void
  /** A valid key of the account `owner` arrived. */
  authenticated(stream: Socket, owner: string): void
  /** The last answer was written; the client only has time to read it. */
  ending(stream: Socket): void
  /** The connection becomes a WebSocket, if its caller may have one. */
  upgraded(stream: Socket): void
}

/** Options of an engine; the limits may change while it runs. */
export interface EngineOptions {
  readonly isTls: boolean
  readonly limits: () => HttpLimits
  readonly nowMs: () => number
  /**
   * What counts as one source of connections, by the remote address; by default the address. With
   * TLS, sources take turns in their handshakes.
   */
  readonly sourceOf?: (address: string) => string
  readonly watch?: ConnectionWatch | undefined
  /** The memory budget of unfinished bodies, if it is shared; by default the engine creates one. */
  readonly bodies?: BodyBudget
}

/** An HTTP/1.1 server. */
export interface HttpEngine {
  /** Listens; sockets accepted elsewhere are passed to its `connection` event. */
  readonly server: Server
  /**
   * Takes over a connection that `server`, or another for it, accepted with `pauseOnConnect`.
   * Returns its socket, perhaps a new one; with TLS the accepted one, whose handshake begins later.
   * Undefined if the `connection` event is enough.
   */
  readonly accept?: ((accepted: Socket) => Socket) | undefined
  /** Requests being read or answered. */
  readonly activeCount: number
  readonly traffic: HttpTraffic
  /** Applies changed limits; what has begun may keep the old ones. */
  bound(limits: HttpLimits): void
  /** True if closing the connection would interrupt no request. */
  isIdle(stream: Socket): boolean
  /** Makes every further answer its connection's last, and closes connections without a request. */
  drain(): void
  /** Cuts the remaining connections, through no doing of their clients, and stops the timers. */
  destroy(): void
}
