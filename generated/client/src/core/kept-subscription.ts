// @generated from openrpc.json by scripts/generate — do not edit

import { Checkpoints } from './checkpoints.js'
import type {
  EventReceiver,
  EventSocket,
  EventSocketUser,
  OpenSubscription,
  SubscriptionMethods,
} from './event-socket.js'
import { type BigIntegers, eventText, readLossless } from './result-text.js'
import { type PlacedHead, type PlacedLog, ResumeLost, ResumePoints, type StoredEvent } from './resume-points.js'
import { backoffMs, namedMs, retryDelayMs, sleep, THROTTLED_MS } from './retry.js'
import { RpcError, THROTTLED, TransportError } from './rpc-error.js'
import { isFinalRefusal } from './socket-failure.js'
import type { EventQueue } from './watch.js'

/** Facts of a kind of subscription. */
export interface SubscriptionFacts extends SubscriptionMethods {
  /** The params before the caller's: the name of the kind, if the method has several. */
  readonly before: readonly string[]
  /** The maximum number of params from a caller. */
  readonly paramCount: number
  /** The event that gives a resume point; without it, the kind cannot be resumed. */
  readonly resumesFrom?: 'log' | 'head'
  /** The params of the kind whose events tell up to which block all logs came. */
  readonly heads?: readonly unknown[]
  /** The last event ends the subscription. */
  readonly isOnce?: true
  readonly bigints?: BigIntegers
}

/** Waits grow up to the fifth attempt, to some 4 s. */
const LONGEST_ATTEMPT = 5
/** An error that names a longer wait ends the watch. */
const LONGEST_WAIT_MS = 30_000
/** A subscription that lasted this long resets the waits. */
const STABLE_MS = 10_000

const isUnknownPoint = (error: unknown): error is RpcError =>
  error instanceof RpcError && (error.data as { reason?: unknown } | undefined)?.reason === 'resume_point_unknown'

/** The last event of a signature; the one before it is a word. */
const isLast = (event: unknown): boolean => typeof (event as { value?: unknown }).value === 'object'

/** Why a subscription ended. */
interface Loss {
  readonly error: unknown
  /** True if another attempt would end in the same error. */
  readonly isFinal: boolean
}

/** Keeps one subscription up, over as many connections as it takes. */
export class KeptSubscription implements EventSocketUser {
  readonly #socket: EventSocket
  readonly #facts: SubscriptionFacts
  readonly #params: readonly unknown[]
  readonly #queue: EventQueue<unknown>
  readonly #points = new ResumePoints()
  readonly #checkpoints: Checkpoints | undefined
  readonly #stopping = new AbortController()
  #open: OpenSubscription | undefined
  #wasSubscribed = false
  readonly #onGap: ((lost: ResumeLost) => void) | undefined
  /** The reader knows, or will, that events are missing before the next ones. */
  #isGapReported = false
  /** The last event came: the gateway has ended it. */
  #isOver = false

  constructor(
    socket: EventSocket,
    facts: SubscriptionFacts,
    params: readonly unknown[],
    queue: EventQueue<unknown>,
    onGap?: (lost: ResumeLost) => void,
    after?: StoredEvent,
  ) {
    this.#onGap = onGap
    if (after !== undefined) this.#points.begin(after)
    this.#socket = socket
    this.#facts = facts
    this.#params = params
    this.#queue = queue
    if (facts.heads !== undefined) this.#checkpoints = new Checkpoints(socket, facts, facts.heads, this.#points)
  }

  #receive(value: unknown, text: string): void {
    const { resumesFrom, bigints, isOnce } = this.#facts
    this.#queue.push(bigints === undefined ? value : readLossless(eventText(text) ?? 'null', bigints))
    if (this.#queue.isEnded) return this.stop()
    if (resumesFrom === 'log') this.#points.log(value as PlacedLog)
    if (resumesFrom === 'head') this.#points.head(value as PlacedHead)
    if (isOnce !== true || !isLast(value)) return
    this.#isOver = true
    this.#queue.finish()
    this.stop()
  }

  /** The params to subscribe with: after the last event, if there was one. */
  #request(): readonly unknown[] {
    const { before, paramCount, resumesFrom } = this.#facts
    if (resumesFrom === undefined || !this.#points.hasBegun) return [...before, ...this.#params]
    const after = this.#points.newest
    if (after === undefined) throw new ResumeLost(undefined)
    const own = Array.from({ length: paramCount }, (_, index) => this.#params[index] ?? null)
    return [...before, ...own, { after }]
  }

  async #subscribe(receiver: EventReceiver): Promise<void> {
    const open = await this.#socket.subscribe(this.#facts, this.#request(), receiver)
    this.#wasSubscribed = true
    this.#isGapReported = false
    this.#open = open
    if (this.#stopping.signal.aborted) open.end(this.#isOver)
    else this.#checkpoints?.start()
  }

  /** Resolves when the subscription ended, or could not be made. */
  #session(): Promise<Loss> {
    return new Promise((resolve) => {
      const receiver: EventReceiver = {
        event: (value, text) => this.#receive(value, text),
        lost: (error, isFinal) => resolve({ error, isFinal }),
      }
      this.#subscribe(receiver).catch((error) => resolve({ error, isFinal: !this.#wasSubscribed }))
    })
  }

  /** The wait before the client subscribes again; undefined if that cannot help. */
  #waitMs({ error, isFinal }: Loss, attempt: number): number | undefined {
    if (isFinal || error instanceof ResumeLost) return undefined
    const isThrottled = error instanceof TransportError && error.reason === THROTTLED
    const waitMs = Math.max(backoffMs(Math.min(attempt, LONGEST_ATTEMPT)), isThrottled ? THROTTLED_MS : 0)
    if (error instanceof TransportError) return error.reason === 'closed' || isFinalRefusal(error) ? undefined : waitMs
    const delayMs = retryDelayMs(error, 1)
    return delayMs === undefined || namedMs(error) > LONGEST_WAIT_MS ? undefined : Math.max(delayMs, waitMs)
  }

  /** True if another subscription would begin at its own time, without the events before. */
  get #hasGap(): boolean {
    const { resumesFrom, isOnce } = this.#facts
    return this.#wasSubscribed && isOnce !== true && (resumesFrom === undefined || !this.#points.hasBegun)
  }

  /** Tells the reader of missing events, or ends the watch if it does not want to go on. */
  #reportGap(cause: unknown): void {
    const [lost, onGap] = [new ResumeLost(undefined, cause), this.#onGap]
    if (onGap === undefined) this.close(lost)
    else if (!this.#isGapReported) this.#queue.mark(() => onGap(lost))
    this.#isGapReported = true
  }

  /**
   * Subscribes, and subscribes again whenever the connection breaks. The error that ends this ends
   * the queue.
   */
  async run(): Promise<void> {
    this.#socket.join(this)
    for (let attempt = 1; !this.#queue.isEnded; attempt += 1) {
      const startedAt = performance.now()
      const loss = await this.#session()
      this.#checkpoints?.stop()
      if (performance.now() - startedAt > STABLE_MS) attempt = 1
      const waitMs = this.#waitMs(loss, attempt)
      if (waitMs !== undefined && this.#hasGap) this.#reportGap(loss.error)
      if (waitMs === undefined)
        this.close(isUnknownPoint(loss.error) ? new ResumeLost(this.#points.newest, loss.error) : loss.error)
      else await sleep(waitMs, this.#stopping.signal).catch(() => {})
    }
  }

  /** Ends it with an error, which the reader gets behind what waits. */
  close(error: unknown): void {
    this.#queue.fail(error)
    this.stop()
  }

  /** Unsubscribes; nothing more is received. */
  stop(): void {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    this.#checkpoints?.stop()
    this.#open?.end(this.#isOver)
    this.#socket.leave(this)
  }
}
