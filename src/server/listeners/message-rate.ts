import type { Failure } from '../../wire/jsonrpc/reply.js'
import type { BodyReply } from '../pipeline/batch.js'
import type { Authenticated } from '../pipeline/stage.js'
import { bodyThrottled, isFree, spendBodyBytes, takeBodyBytes } from '../pipeline/throttle-body.js'
import type { ListenerDeps } from './listener-deps.js'

/** Extra bytes counted for a free message, because a short one takes time as well. */
const FREE_MESSAGE_BYTES = 1_024
/** The longest pause in reading a connection. */
const MAX_PAUSE_MS = 5_000

/** Counts one WebSocket's messages against its account's body bytes per second. */
export class MessageRate {
  private pausedUntilMs = 0

  constructor(private readonly context: Pick<ListenerDeps, 'limits' | 'nowMs'>) {}

  /** True while the account has no bytes left and reading must stop. */
  get isPaused(): boolean {
    return this.pausedUntilMs > 0 && this.context.nowMs() < this.pausedUntilMs
  }

  /** Counts a message's bytes; returns the error if too few are left. */
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
