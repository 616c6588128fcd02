import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Cancellation } from '../../../runtime/deferred.js'
import type { AnsweredBy, Failure } from '../../jsonrpc/reply.js'
import type { Piece, Written } from '../../jsonrpc/write-reply.js'
import type { BodyBudget, BodyMeter, BodyOwner } from './body-budget.js'
import type { HttpLimits } from './http-limits.js'
import type { HttpTraffic } from './http-traffic.js'
import type { UnpackedBody } from './unpacked-body.js'

/** What the head of a request says. */
export interface RequestHead {
  readonly method: string
  readonly target: string
  /** Has an Authorization or an X-API-Key field: what has neither is not searched for them. */
  readonly hasCredentials: boolean
  /** Has a traceparent field. */
  readonly hasTrace: boolean
  /** Of the Host and the Origin field. */
  readonly host: string | undefined
  readonly origin: string | undefined
  /** Of the body, as it comes; CHUNKED when that is not said beforehand. */
  readonly bodyLength: number
  /** The body is compressed, or encoded in another way (RFC 9110, section 8.4). */
  readonly isEncoded: boolean
  /** It is encoded with gzip, once, and with nothing else. */
  readonly isGzip: boolean
}

/** A request whose head was read. */
export interface HttpRequest {
  readonly head: RequestHead
  /** The address at the other end of the socket. */
  readonly peer: string
  /**
   * A field by its name in lower case, repeated ones joined by a comma; to be asked for only until
   * the handler gives control back.
   */
  header(name: string): string | undefined
  /**
   * Its caller was found to be who it says: `owner`, an account. The connection has a better claim
   * from now on.
   */
  authenticated(owner: string): void
}

/**
 * What kept a body from being read: more bytes than wanted, no memory left for the bodies of its
 * owner, a meter that refused a piece, or that the client left.
 */
export interface UnreadBody {
  readonly unread: 'too-large' | 'no-room' | 'too-fast' | 'gone'
}

/** A whole body, as text if it is ASCII and short; or what kept it from becoming one. */
export type ReadBody = Piece | UnreadBody

/**
 * What a reply's head says; each engine writes it in its own way. `more` holds names and values in
 * turn.
 */
export interface ReplyHead {
  readonly status: number
  /**
   * What is said of a call: its id, its price and what is left; undefined for what is no call
   * (contract, preflight).
   */
  readonly call: CallHead | undefined
  /**
   * The one web origin whose pages may read the reply, '' for none; left out: all of them (CORS).
   */
  readonly allowedOrigin?: string | undefined
  readonly more: readonly string[]
  /** Of the body; left out: JSON. */
  readonly contentType?: string | undefined
}

/** `resetSeconds` counts from 1970. */
export interface CallHead {
  readonly requestId: string
  readonly costCredits: number
  readonly remainingCredits: number | undefined
  readonly resetSeconds: number
  readonly servedBy: readonly AnsweredBy[]
  /** Whether what the partner answered was proven. */
  readonly isVerified: boolean
}

/**
 * One HTTP request and the way to answer it: the port between what the listener decides and the
 * server that moves the bytes.
 */
export interface HttpExchange extends HttpRequest {
  /** The client left, or was cut off: nothing can be answered any more. */
  readonly isGone: boolean
  /**
   * What the handler made to be kept for the connection; undefined when the server keeps nothing
   * for a connection.
   */
  readonly memo: unknown
  /**
   * The whole body, at once when it is there already. To be asked for before the handler gives
   * control back; a body that was not asked for is thrown away. Until it is whole, its memory
   * counts as the owner's. `meter` hears of each piece of a body that comes in chunks.
   *
   * Errors  `too-large`, `no-room` and `too-fast`, as soon as that is known; `gone` when the client
   *         left before the end
   */
  readBody(maxBytes: number, owner: BodyOwner, meter?: BodyMeter): ReadBody | Promise<ReadBody>
  /**
   * Unpacks a body that was read and is gzip; what it unpacks to is no longer than `maxBytes`, and
   * counts as the owner's meanwhile.
   */
  unpackBody(packed: Piece, maxBytes: number, owner: BodyOwner): Promise<UnpackedBody>
  /**
   * Of a body that is still being read: it is another owner's, or no more of it is wanted than
   * `maxBytes`.
   */
  boundBody(maxBytes: number, owner: BodyOwner): void
  /** Cancels when the client leaves before it has the whole reply. */
  cancelWhenGone(cancellation: Cancellation): void
  /**
   * Answers, as fast as the client reads, in the order of the connection's requests, and gives the
   * reply's memory back. A reply that comes before the whole request was read closes the
   * connection, but only after the client had the time to read it.
   *
   * Errors  a reply that breaks off while it is handed on cuts the connection: the client sees an
   *         unfinished body, never a short one
   */
  reply(head: ReplyHead, written: Written | undefined): void
  /** Lets the connection's next request wait for so long. */
  pauseReading(ms: number): void
  /** Cuts the connection: there will be no answer. */
  abort(): void
}

/** A request to go on as a WebSocket; `handshake` is what the ws package reads of it. */
export interface UpgradeRequest extends HttpRequest {
  readonly handshake: IncomingMessage
}

/** What an engine calls. None of them throws. */
export interface HttpHandler {
  /**
   * Makes what a connection keeps from one request to the next; each request has it as its `memo`.
   * Left out: nothing.
   */
  createMemo?(): unknown
  request(exchange: HttpExchange): void
  /** A request of `peer` could not be read, and is refused; returns its id. */
  rejected(failure: Failure, peer: string): string
  /** `head` are bytes the client sent early. The socket may be paused. */
  upgrade(request: UpgradeRequest, socket: Duplex, head: Buffer): void
}

/**
 * Hears what a server's connections are used for. `stream` is the socket that is read and written
 * through.
 */
export interface ConnectionWatch {
  /** A TLS handshake is over. */
  secured(stream: Socket): void
  received(stream: Socket): void
  /** A good key came, of the account `owner`. */
  authenticated(stream: Socket, owner: string): void
  /** It goes on as a WebSocket, if its caller may have one. */
  upgraded(stream: Socket): void
}

/** What an engine needs to know; the bounds may change while it runs. */
export interface EngineOptions {
  readonly isTls: boolean
  readonly limits: () => HttpLimits
  readonly nowMs: () => number
  readonly watch?: ConnectionWatch | undefined
  /**
   * What unfinished bodies may take of the memory, where others share it; left out: a budget of its
   * own.
   */
  readonly bodies?: BodyBudget
}

/** An HTTP/1.1 server. */
export interface HttpEngine {
  /**
   * Listens; sockets that others accepted are given to its `connection` event. With TLS a
   * tls.Server.
   */
  readonly server: Server
  /**
   * Takes over a connection that `server` accepted with `pauseOnConnect`, or another for it, and
   * returns the socket it goes on as; left out where the server's `connection` event is enough.
   */
  readonly accept?: ((accepted: Socket) => Socket) | undefined
  /** Requests being read or answered. */
  readonly activeCount: number
  readonly traffic: HttpTraffic
  /** Takes changed bounds into use; what has begun may keep the old ones. */
  bound(limits: HttpLimits): void
  /** Whether a connection could be closed without harm to a request. */
  isIdle(stream: Socket): boolean
  /**
   * From now on every answer is its connection's last; connections without a request are closed.
   */
  drain(): void
  /** Cuts what is left, and stops its timers. */
  destroy(): void
}
