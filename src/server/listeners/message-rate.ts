import type { Failure } from '../../wire/jsonrpc/reply.js'
import type { BodyReply } from '../pipeline/batch.js'
import type { Authenticated } from '../pipeline/stage.js'
import { bodyThrottled, isFree, spendBodyBytes, takeBodyBytes } from '../pipeline/throttle-body.js'
import type { ListenerDeps } from './listener-deps.js'

/** Bytes that a free message counts beside its own: a short one costs time, too. */
const FREE_MESSAGE_BYTES = 1_024
/** The longest time that a connection is not read. */
const MAX_PAUSE_MS = 5_000

/** Counts one WebSocket's messages against its account's body bytes per second. */
export class MessageRate {
  private pausedUntilMs = 0

  constructor(private readonly context: Pick<ListenerDeps, 'limits' | 'nowMs'>) {}

  /** Whether the account has no bytes left, so that nothing more is to be read for now. */
  get isPaused(): boolean {
    return this.pausedUntilMs > 0 && this.context.nowMs() < this.pausedUntilMs
  }

  /** Takes the bytes of a message; returns the refusal when there are too few. */
  take(caller: Authenticated, bytes: number): Failure | undefined {
    const { limits, nowMs } = this.context
    const waitMs = takeBodyBytes(caller, bytes, limits, nowMs())
    if (waitMs === 0) return undefined
    this.pause(waitMs)
    return bodyThrottled(caller, waitMs)
  }

  /** Counts a message whose reply is free. */
  saw(caller: Authenticated, reply: BodyReply): void {
    if (!isFree(reply)) return
    const { limits, nowMs } = this.context
    const waitMs = spendBodyBytes(caller, FREE_MESSAGE_BYTES, limits, nowMs())
    if (waitMs > 0) this.pause(waitMs)
  }

  private pause(waitMs: number): void {
    this.pausedUntilMs = this.context.nowMs() + Math.min(waitMs, MAX_PAUSE_MS)
  }
}
