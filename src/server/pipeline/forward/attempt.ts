import type { MethodRow } from '../../../../generated/methods.js'
import { SharedStopwatch } from '../../../runtime/system-ports.js'
import type { Reply, ResultReply } from '../../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { type Answered, type Outcome, releaseOutcome } from '../../upstreams/outcome.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { AnswerReader } from './answer-reader.js'
import type { AnswerLimits } from './forward.js'
import { forwardErrors, resultErrors } from './forward-errors.js'

const starts = new SharedStopwatch()

/** Receives the outcome of an attempt, once, unless the attempt was given up before. */
export interface AttemptListener {
  ended(attempt: Attempt, outcome: Outcome): void
}

/**
 * One request to one upstream: sends the body and reports the outcome to its listener.
 *
 * Errors  refused connections, broken HTTP and nonsense are Outcomes; the listener enforces the
 *         time limit (`giveUp`)
 */
export class Attempt {
  /** The upstream's newest final block, as known before it was asked. */
  readonly finalized: bigint | undefined
  /** True if the upstream was down already: the last resort. */
  readonly wasDown: boolean
  private reader: AnswerReader | undefined
  readonly stopwatchStartMs: number
  private isOver = false

  constructor(
    readonly upstream: Upstream,
    readonly startedAtMs: number,
    /** End of its share of the call's time. */
    readonly endsAtMs: number,
    private readonly listener: AttemptListener,
    private readonly share: AccountShare | undefined,
    /** Start time of the call from the monotonic clock. */
    callStartMs = 0,
    /** Its trace span; undefined if the trace is not recorded. */
    readonly spanId?: string | undefined,
    /** Header lines that propagate the caller's trace. */
    private readonly traceLines?: string | undefined,
  ) {
    this.stopwatchStartMs = starts.readAtLeast(callStartMs)
    this.finalized = upstream.health.finalized
    this.wasDown = upstream.health.measuredState === 'down'
  }

  /** True if it was sent, so that its end must be reported to the upstream's health. */
  get isSent(): boolean {
    return this.reader !== undefined
  }

  /** True if the node may have got some of it. */
  get mayBeTaken(): boolean {
    return this.isSent && this.reader?.exchange?.waitsFor === undefined
  }

  /** True while it waits for a connection that other calls have. */
  get isQueued(): boolean {
    return this.reader?.exchange?.waitsFor === 'turn'
  }

  /** Sends the call, counted in the upstream's health. `rest` is the body behind the id. */
  send(rest: RequestRest, limits: AnswerLimits): void {
    this.upstream.health.begin()
    this.sendUncounted(rest, limits)
  }

  /** Sends a call without counting it in the upstream's health. */
  sendUncounted(rest: RequestRest, limits: AnswerLimits): void {
    const reader = new AnswerReader(limits, this, this.share)
    this.reader = reader
    const { transport } = this.upstream
    reader.exchange = transport.exchange(reader.bodyOf(rest), reader, limits.canBatch, this.share, this.traceLines)
  }

  /** Sends it once the upstream is found to be on the network's chain. */
  async sendIfOnChain(isOnChain: Promise<boolean>, rest: RequestRest, limits: AnswerLimits): Promise<void> {
    const isRight = await isOnChain
    if (this.isOver) return
    if (isRight) this.send(rest, limits)
    else this.end({ kind: 'unreachable', reason: 'chain_not_known' })
  }

  /** Ends it from outside, even while its answer arrives; the listener gets no further event. */
  giveUp(): void {
    this.isOver = true
    this.reader?.stop({ kind: 'cancelled' })
  }

  /** Releases an answer that no caller gets, including any part still arriving. */
  discard(outcome: Outcome): void {
    releaseOutcome(outcome)
    this.giveUp()
  }

  end(outcome: Outcome): void {
    // It was given up at the moment it ended.
    if (this.isOver) return releaseOutcome(outcome)
    this.isOver = true
    this.listener.ended(this, outcome)
  }
}

/** Makes an answer the call's reply; `isVerified` if a partner's was checked against its proof. */
export const replyOf = (
  row: MethodRow,
  outcome: Answered,
  { upstream, finalized }: Pick<Attempt, 'upstream' | 'finalized'>,
  isVerified: boolean,
): Reply => {
  const servedBy = upstream.isPartner ? 'partner' : 'upstream'
  if (outcome.kind === 'result') {
    const reply: ResultReply = {
      result: outcome.payload,
      servedBy,
      upstream: upstream.name,
      costCredits: 0,
      finalized,
      balance: undefined,
    }
    if (isVerified) reply.isVerified = true
    if (outcome.isGap) reply.isGap = true
    return reply
  }
  const from = { servedBy, upstream: upstream.name, costCredits: 0, finalized } as const
  switch (outcome.kind) {
    case 'node-error':
      return {
        ...from,
        error: { code: outcome.code, message: outcome.message, data: undefined },
        bytes: outcome.bytes,
        payload: outcome.payload,
      }
    case 'too-many-results':
      return {
        ...resultErrors.fail('too-many-results', { from: null, to: null, limit: row.maxResults ?? 0 }),
        surplus: { first: outcome.first, last: outcome.last },
        ...from,
      }
    case 'answer-too-large':
      return { ...forwardErrors.fail('answer-too-large'), ...from }
  }
}
