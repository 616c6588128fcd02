import { orAfter } from '../../../runtime/time-limit.js'
import { OwnerTurns } from '../../../runtime/turns/owner-turns.js'
import { isAccepted, postJson } from '../post.js'

export interface SpanDestination {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  body(spans: readonly unknown[]): string
}

/** Receives counts of accepted and dropped spans, and outages of the collector. */
export interface SpanEvents {
  exported(count: number): void
  dropped(count: number): void
  away(reason: string): void
  back(): void
}

/** Of one account alone at most half; see OwnerTurns.isFull. */
const MAX_SPANS = 8_192
/** Serialized at once: a few milliseconds at most. */
const BATCH_SPANS = 256
const WAIT_MS = 1_000
const TIMEOUT_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
const LAST_MS = 1_000
/** OTLP/HTTP, "Failures": statuses after which a client may retry. */
const RETRYABLE = new Set([429, 502, 503, 504])

/**
 * Sends spans to a collector in the background, one request at a time. Owners (account ids) take
 * turns, one span each.
 *
 * Bounds  8,192 spans wait, and of one owner as many as it leaves places for others; further ones
 *         are dropped and counted. After a failure the pause doubles up to half a minute; calls
 *         never wait for the collector
 */
export class SpanQueue<Span> {
  private readonly waiting = new OwnerTurns<Span>()
  /** The batch that is being sent, or sent again. */
  private batch: Span[] = []
  private timer: NodeJS.Timeout | undefined
  private sending: Promise<void> | undefined
  private isClosed = false
  /** Ends the request under way. */
  private readonly ending = new AbortController()
  private pauseMs = WAIT_MS
  private isAway = false

  constructor(
    private readonly destination: SpanDestination,
    private readonly events: SpanEvents,
  ) {}

  add(owner: string | undefined, span: Span): void {
    if (this.isClosed || this.waiting.isFull(owner, MAX_SPANS)) return this.events.dropped(1)
    this.waiting.add(owner, span)
    if (this.sending !== undefined || (this.timer !== undefined && (this.isAway || this.waiting.length < BATCH_SPANS)))
      return
    if (this.waiting.length >= BATCH_SPANS && !this.isAway) this.wake(0)
    else this.wake(this.pauseMs)
  }

  /** Sends waiting spans, for a second at most; drops the rest. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    if (!this.isAway && this.count > 0) this.send()
    if (this.sending !== undefined) await orAfter(this.sending, LAST_MS, undefined)
    if (this.count > 0) this.events.dropped(this.count)
    this.batch = []
    while (this.waiting.take() !== undefined);
    // A request would hold the process until its time limit.
    this.ending.abort(new Error('the gateway stopped'))
  }

  private get count(): number {
    return this.batch.length + this.waiting.length
  }

  private wake(afterMs: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.send()
    }, afterMs)
    this.timer.unref()
  }

  private send(): void {
    this.sending ??= this.sendAll()
  }

  private async sendAll(): Promise<void> {
    while (this.count > 0 && (await this.sendSome()));
    this.sending = undefined
    if (this.count > 0 && !this.isClosed) this.wake(this.pauseMs)
  }

  /** Returns true if the next batch may follow at once. */
  private async sendSome(): Promise<boolean> {
    while (this.batch.length < BATCH_SPANS && this.waiting.length > 0) this.batch.push(this.waiting.take()!)
    const spans = this.batch
    const { url, headers, body } = this.destination
    const request = { url, headers, body: body(spans), timeoutMs: TIMEOUT_MS, signal: this.ending.signal }
    const status = await postJson(request).catch((error: Error) => error.message)
    if (typeof status === 'string' || RETRYABLE.has(status)) return this.failed(String(status))
    this.batch = []
    if (isAccepted(status)) {
      this.events.exported(spans.length)
      if (this.isAway) this.events.back()
      this.isAway = false
    } else {
      this.events.dropped(spans.length)
      this.note(`status ${status}`)
    }
    this.pauseMs = WAIT_MS
    return true
  }

  private failed(reason: string): boolean {
    this.note(reason)
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS)
    return false
  }

  /** Logged once until the collector accepts spans again. */
  private note(reason: string): void {
    if (!this.isAway && !this.isClosed) this.events.away(reason)
    this.isAway = true
  }
}
