import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Cancellation } from '../../../runtime/cancellation.js'
import type { AnsweredBy, Failure } from '../../jsonrpc/reply.js'
import type { Piece, Written } from '../../jsonrpc/write-reply.js'
import type { BodyMeter, BodyOwner } from './body-budget.js'
import type { UnpackedBody } from './unpacked-body.js'

/** The head of a request. */
export interface RequestHead {
  readonly method: string
  readonly target: string
  /** True if there is an Authorization or X-API-Key field; spares a search for them. */
  readonly hasCredentials: boolean
  /** True if there is a traceparent field. */
  readonly hasTrace: boolean
  /** From the Host and the Origin field. */
  readonly host: string | undefined
  readonly origin: string | undefined
  /** In bytes as sent; CHUNKED if not declared. */
  readonly bodyLength: number
  /** The body is encoded, for instance compressed (RFC 9110, section 8.4). */
  readonly isEncoded: boolean
  /** The only encoding is gzip, applied once. */
  readonly isGzip: boolean
}

/** A request whose head was read. */
export interface HttpRequest {
  readonly head: RequestHead
  /** The socket's remote address. */
  readonly peer: string
  /**
   * A field by its lower-case name, repeated ones joined by a comma. Readable only until the
   * handler yields.
   */
  header(name: string): string | undefined
  /**
   * The caller is authenticated as `owner`, an account. From now on the connection has priority
   * over anonymous ones.
   */
  authenticated(owner: string): void
}

/**
 * Why a body was not read: too many bytes, no memory left for its owner's bodies, a meter that
 * refused a piece, or a client that left.
 */
export interface UnreadBody {
  readonly unread: 'too-large' | 'no-room' | 'too-fast' | 'gone'
}

/** A whole body, as text if it is short and ASCII; or the reason why it was not read. */
export type ReadBody = Piece | UnreadBody

/** The head of a reply. `moreFields` holds alternating names and values. */
export interface ReplyHead {
  readonly status: number
  /**
   * The call's id, its price and the remaining credits; undefined if the request is not a call
   * (contract, preflight).
   */
  readonly call: CallHead | undefined
  /** The web origin whose pages may read the reply; '' for no origin, undefined for all (CORS). */
  readonly allowedOrigin?: string | undefined
  readonly moreFields: readonly string[]
  /** The body's media type; undefined for JSON. */
  readonly contentType?: string | undefined
}

/** `resetSeconds` is a Unix time. */
export interface CallHead {
  readonly requestId: string
  readonly costCredits: number
  readonly remainingCredits: number | undefined
  readonly resetSeconds: number
  readonly servedBy: readonly AnsweredBy[]
  /** True if the partner's answer was proven. */
  readonly isVerified: boolean
}

/**
 * One HTTP request and the way to answer it: the port between the listener, which decides, and the
 * server, which moves the bytes.
 */
export interface HttpExchange extends HttpRequest {
  /** The client left, or was cut off: no answer is possible any more. */
  readonly isGone: boolean
  /** The handler's data for the connection; undefined if the handler makes none. */
  readonly memo: unknown
  /**
   * Reads the whole body, synchronously if it has arrived. Call it before the handler yields;
   * otherwise the body is discarded. Until the body is complete, its memory counts as the owner's.
   * `meter` receives each piece of a chunked body.
   *
   * Errors  `too-large`, `no-room` and `too-fast`, as soon as that is known; `gone` if the client
   *         left before the end
   */
  readBody(maxBytes: number, owner: BodyOwner, meter?: BodyMeter): ReadBody | Promise<ReadBody>
  /**
   * Decompresses a gzip body that was read. The output is at most `maxBytes`, and counts as the
   * owner's until it is complete.
   */
  unpackBody(packed: Piece, maxBytes: number, owner: BodyOwner): Promise<UnpackedBody>
  /** Changes the owner or the limit of a body that is still being read. */
  boundBody(maxBytes: number, owner: BodyOwner): void
  /** Cancels if the client leaves before it has the whole reply. */
  cancelWhenGone(cancellation: Cancellation): void
  /**
   * Answers as fast as the client reads, in the order of the connection's requests, and gives the
   * reply's memory back. A reply sent before the whole request was read closes the connection,
   * after the client had time to read it.
   *
   * Errors  a reply that breaks off cuts the connection: the client sees an unfinished body, never
   *         a short one
   */
  reply(head: ReplyHead, written: Written | undefined): void
  /** Delays the reading of the connection's next request. */
  pauseReading(ms: number): void
  /** Cuts the connection without an answer. */
  abort(): void
}

/** A request to upgrade to a WebSocket; `handshake` is the part that the ws package reads. */
export interface UpgradeRequest extends HttpRequest {
  readonly handshake: IncomingMessage
}

/** The handler that an HTTP engine calls. Its methods never throw. */
export interface HttpHandler {
  /** Creates the data that a connection keeps between requests, available as `memo` of each. */
  createMemo?(): unknown
  request(exchange: HttpExchange): void
  /** A request from `peer` was malformed and is refused; returns its id. */
  rejected(failure: Failure, peer: string): string
  /** `head` holds bytes that the client sent early. The socket may be paused. */
  upgrade(request: UpgradeRequest, socket: Duplex, head: Buffer): void
}
