import type { ResponseSink } from '../../../wire/http/client/exchange.js'
import type { Piece } from '../../../wire/jsonrpc/write-reply.js'
import type { AccountShare } from '../../accounts/account-share.js'

/** Receives the events of one exchange with an upstream. */
export interface AnswerSink extends ResponseSink {
  /**
   * `id` is the id that the answer must carry, when the call was sent with another than its own
   * because it shared a round trip.
   */
  head(status: number, byteLength: number | undefined, id?: number): void
}

/** One request under way. */
export interface UpstreamExchange {
  resume(): void
  /**
   * Whether the answer may go on at its reader's pace, and so keep its connection; left out: it
   * may. Once it may, that stays so.
   */
  mayStream?(): boolean
  /** Ends it now; the sink hears nothing more. */
  abort(): void
}

/** A JSON-RPC body, in pieces. */
export type RequestBody = readonly Piece[]

/**
 * A call's body behind the start that `callStart` makes: short params in one text, others in
 * pieces.
 */
export type RequestRest = string | RequestBody

/** Posts a JSON-RPC body to one upstream: the port behind which HTTP clients can be exchanged. */
export interface UpstreamTransport {
  /**
   * `isCheap`  the call costs the node little and its answer is small, so it may share a round trip
   *            with others; the first piece of its body is what `callStart` made
   * `fields`   header lines with their ends, sent where the call goes alone
   * `account`  whose call it is, which has a share of the connections; undefined: the gateway's
   *            own, which goes first
   */
  exchange(
    body: RequestBody,
    sink: AnswerSink,
    isCheap?: boolean,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange
  /** Lets exchanges under way finish, then closes the connections. */
  close(): Promise<void>
}
