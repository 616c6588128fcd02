import type { ResponseSink } from '../../../wire/http/client/client-exchange.js'
import type { Piece } from '../../../wire/jsonrpc/write-reply.js'
import type { AccountShare } from '../../accounts/account-share.js'

/** Receives the events of one exchange with an upstream. */
export interface AnswerSink extends ResponseSink {
  /** `id` is the id the answer must carry, if a shared round trip gave the call another one. */
  head(status: number, byteLength: number | undefined, id?: number): void
}

/** One request under way. */
export interface UpstreamExchange {
  /**
   * While nothing was sent: it waits until a connection is open, or until other calls have left its
   * account a connection.
   */
  readonly waitsFor?: 'connection' | 'turn' | undefined
  resume(): void
  /**
   * True if the answer may keep its connection at its reader's pace; then that stays so. If left
   * out, it may.
   */
  mayStream?(): boolean
  /** Ends the exchange now; the sink receives no further event. */
  abort(): void
}

/** A JSON-RPC body, in pieces. */
export type RequestBody = readonly Piece[]

/** A call's body after `callStart`: one text if the params are short, otherwise pieces. */
export type RequestRest = string | RequestBody

/** Posts a JSON-RPC body to one upstream. */
export interface UpstreamTransport {
  /**
   * `canBatch`  the call costs the node little and its answer is small, so it may share a round
   *             trip; the first piece of its body comes from `callStart`
   * `fields`   header lines with line ends, sent only if the call goes alone
   * `account`  the call's account, which has a share of the connections; undefined: the gateway's
   *            own call, which goes first
   */
  exchange(
    body: RequestBody,
    sink: AnswerSink,
    canBatch?: boolean,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange
  /**
   * Closes idle connections after a silence of at least a second: they may lead nowhere. Those with
   * an answer within this second stay.
   */
  doubtIdle(): void
  /** Lets exchanges under way finish, then closes the connections. */
  close(): Promise<void>
}
