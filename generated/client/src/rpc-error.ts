// @generated from openrpc.json by scripts/generate — do not edit

/** What the gateway says in the headers of an HTTP answer; over WebSocket all of it is undefined. */
export interface AnswerFacts {
  readonly httpStatus?: number | undefined
  /** Credits this answer cost. */
  readonly creditsCost?: number | undefined
  /** Credits left for the day. */
  readonly creditsRemaining?: number | undefined
  /** When the balance renews. */
  readonly creditsResetAt?: Date | undefined
  /** Names the answer in the logs of the gateway. */
  readonly requestId?: string | undefined
  readonly servedBy?: 'upstream' | 'cache' | 'partner' | undefined
  /** Whether all that the partner answered was proven. */
  readonly isVerified?: boolean | undefined
}

/** An error that the gateway or the node answered with; `code` and `data` are listed in the README. */
export class RpcError extends Error implements AnswerFacts {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  readonly httpStatus: number | undefined
  readonly creditsCost: number | undefined
  readonly creditsRemaining: number | undefined
  readonly creditsResetAt: Date | undefined
  readonly requestId: string | undefined
  readonly servedBy: AnswerFacts['servedBy']
  readonly isVerified: boolean | undefined

  constructor(error: { code: number; message: string; data?: unknown }, facts: AnswerFacts = {}) {
    super(error.message)
    this.code = error.code
    this.data = error.data
    this.httpStatus = facts.httpStatus
    this.creditsCost = facts.creditsCost
    this.creditsRemaining = facts.creditsRemaining
    this.creditsResetAt = facts.creditsResetAt
    this.requestId = facts.requestId
    this.servedBy = facts.servedBy
    this.isVerified = facts.isVerified
  }
}

/** No usable answer: nothing listens, the connection broke, time is up, or the answer is not JSON-RPC. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  /** `timeout`, `closed`, `bad-answer`, or a code of the operating system such as ECONNREFUSED. */
  readonly reason: string
  readonly httpStatus: number | undefined

  constructor(message: string, reason: string, httpStatus?: number) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}
