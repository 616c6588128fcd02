import type { AccountShare } from '../../accounts/account-share.js'
import type { Piece } from '../../jsonrpc/write-reply.js'

/** Receives the events of one exchange; after `end` or `fail` the transport calls it no more. */
export interface AnswerSink {
  /** Whether the sink passes the bytes on while they arrive, so that the transport may keep none of them. */
  readonly isHandedOn?: boolean
  /**
   * The status line and headers arrived. `byteLength` is undefined when the upstream did not say.
   * `idText` is the id that the answer must carry, when it was sent with another than its own because it shared a round trip.
   */
  head(status: number, byteLength: number | undefined, idText?: string): void
  /** Some bytes of the body, the sink's to keep. False asks to pause until `resume`. */
  chunk(bytes: Buffer): boolean
  /**
   * The whole body in one go, instead of `chunk` and `end`: `bytes` from `from` to `to`, which are the sink's to look at until it returns.
   * A sink without this is given a copy as its only chunk.
   */
  whole?(bytes: Buffer, from: number, to: number): void
  /** `giveBack`: lets the memory of all the answer's bytes be written over, for a sink that has the only reference to them. */
  end(giveBack?: () => void): void
  fail(error: Error): void
}

/** One request under way. */
export interface UpstreamExchange {
  resume(): void
  /** Whether the answer may go on at its reader's pace, and so keep its connection; left out: it may. Once it may, that stays so. */
  mayStream?(): boolean
  /** Ends it now; the sink hears nothing more. */
  abort(): void
}

/** How the body of a call begins, up to its id. */
export const CALL_START = '{"jsonrpc":"2.0","id":'

/** The beginning of a call's body, up to the comma behind its id. What follows it in one piece of text can be put behind another id. */
export const callStart = (id: number): string => `${CALL_START}${id},`

/** A JSON-RPC body, in pieces. */
export type RequestBody = readonly Piece[]

/** Posts a JSON-RPC body to one upstream: the port behind which HTTP clients can be exchanged. */
export interface UpstreamTransport {
  /**
   * `isCheap`  the call costs the node little and its answer is small, so it may share a round trip with others
   * `account`  whose call it is, which has a share of the connections; undefined: the gateway's own, which goes first
   */
  exchange(body: RequestBody, sink: AnswerSink, isCheap?: boolean, account?: AccountShare): UpstreamExchange
  /** Lets exchanges under way finish, then closes the connections. */
  close(): Promise<void>
}
