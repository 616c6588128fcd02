import type { AccountShare } from '../../accounts/account-share.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import type { Outcome } from '../../upstreams/outcome.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { type AnswerListener, AnswerReader } from './answer-reader.js'
import type { AnswerLimits } from './forward-policy.js'

/** Receives the outcome of an attempt; once, unless the attempt was given up before. */
export interface AttemptListener {
  ended(attempt: Attempt, outcome: Outcome): void
}

/**
 * One upstream asked once: sends the body and reports the outcome to its listener.
 *
 * Errors  refused connections, broken HTTP and nonsense are Outcomes; the time limit is the listener's (`giveUp`)
 */
export class Attempt implements AnswerListener {
  /** The upstream's newest final block, as known before it was asked. */
  readonly finalized: bigint | undefined
  private reader: AnswerReader | undefined
  /** By the stopwatch. */
  readonly stopwatchStartMs = stopwatchMs()
  private isOver = false

  constructor(
    readonly upstream: Upstream,
    readonly startedAtMs: number,
    /** When its share of the call's time is over. */
    readonly endsAtMs: number,
    private readonly listener: AttemptListener,
    /** Whose call it is. */
    private readonly account: AccountShare | undefined,
    /** Its own span; undefined where the call's trace is not recorded. */
    readonly spanId?: string | undefined,
    /** Header lines that carry the caller's trace on. */
    private readonly traceLines?: string | undefined,
  ) {
    this.finalized = upstream.health.finalized
  }

  /** Whether it was sent, so that the upstream's health has to hear how it ended. */
  get isSent(): boolean {
    return this.reader !== undefined
  }

  /** Sends the call, for the upstream's health to count: `rest` is its body behind the id, which is this attempt's own. */
  send(rest: RequestRest, limits: AnswerLimits): void {
    this.upstream.health.begin()
    this.exchange(rest, limits)
  }

  /** The same for a question that health does not count. */
  exchange(rest: RequestRest, limits: AnswerLimits): void {
    const reader = new AnswerReader(limits, this, this.account)
    this.reader = reader
    const { transport } = this.upstream
    reader.exchange = transport.exchange(reader.bodyOf(rest), reader, limits.isCheap, this.account, this.traceLines)
  }

  /** Sends it once the upstream's chain is known to be the right one. */
  async sendWhenReady(isReady: Promise<boolean>, rest: RequestRest, limits: AnswerLimits): Promise<void> {
    const isRight = await isReady
    if (this.isOver) return
    if (isRight) this.send(rest, limits)
    else this.inspected({ kind: 'unreachable', reason: 'chain_not_known' })
  }

  /** Ends it from outside, or an answer that is still arriving; the listener hears nothing more. */
  giveUp(): void {
    this.isOver = true
    this.reader?.stop({ kind: 'cancelled' })
  }

  /** Releases an answer that no caller will get: its place in the byte budget, and what is still arriving of it. */
  discard(outcome: Outcome): void {
    if (outcome.kind === 'result') outcome.payload.release()
    this.giveUp()
  }

  /** The answer is known. */
  inspected(outcome: Outcome): void {
    if (this.isOver) {
      // Given up in the very moment it ended.
      if (outcome.kind === 'result') outcome.payload.release()
      return
    }
    this.isOver = true
    this.listener.ended(this, outcome)
  }
}
