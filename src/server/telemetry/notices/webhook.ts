import { orAfter } from '../../../runtime/time-limit.js'
import { isAccepted, postSigned } from '../post.js'
import type { Notice, WebhookConfig, WebhookCounts } from './notice.js'

/** Dependencies of a webhook. `instance` names the process to the receiver. */
export interface WebhookOptions {
  readonly nowMs: () => number
  readonly instance: string
  readonly counts: WebhookCounts
  /** Called when a notice is dropped. */
  readonly onDropped: (notice: Notice, reason: string) => void
  /** Pause after the first failure; doubled after each further one. */
  readonly firstPauseMs?: number
}

interface Delivery {
  readonly notice: Notice
  readonly body: string
  failures: number
}

const MAX_WAITING = 1_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 300_000
/** With pauses from a second to five minutes: a quarter of an hour. */
const MAX_FAILURES = 12
const LAST_MS = 1_000
/** Statuses worth a retry: RFC 9110, section 15.5.9; RFC 6585, section 4; and all server errors. */
const mayRetry = (status: number): boolean => status === 408 || status === 429 || status >= 500

/**
 * Delivers notices to one address in their order, one request at a time.
 *
 * Bounds  1,000 notices wait; each is tried twelve times, over a quarter of an hour; excess and
 *         refused notices are dropped, counted and logged. Redirects are not followed
 */
export class Webhook {
  private readonly waiting: Delivery[] = []
  private timer: NodeJS.Timeout | undefined
  private sending: Promise<void> | undefined
  private isClosed = false
  /** Ends the request under way. */
  private readonly ending = new AbortController()

  constructor(
    private readonly config: WebhookConfig,
    private readonly options: WebhookOptions,
  ) {}

  send(notice: Notice): void {
    const { nowMs, instance } = this.options
    if (!this.config.events.some((event) => notice.type.startsWith(`${event}.`))) return
    if (this.waiting.length >= MAX_WAITING) return this.drop(notice, 'too many wait')
    const at = new Date(nowMs()).toISOString()
    this.waiting.push({ notice, body: JSON.stringify({ ...notice, at, instance }), failures: 0 })
    if (this.timer === undefined) this.sending ??= this.sendAll()
  }

  /** Tries each waiting notice once more, for a second at most; drops the rest. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    this.sending ??= this.sendAll()
    await orAfter(this.sending, LAST_MS, undefined)
    for (const { notice } of this.waiting.splice(0)) this.drop(notice, 'the gateway stopped')
    // A request would hold the process until its time limit.
    this.ending.abort(new Error('the gateway stopped'))
  }

  private async sendAll(): Promise<void> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const result = await this.post(next.body)
      if (this.waiting[0] !== next) break
      const isFinal = result !== 'delivered' && (!result.mayRetry || ++next.failures >= MAX_FAILURES || this.isClosed)
      if (result !== 'delivered' && !isFinal) {
        this.options.counts.retried++
        this.wake(next.failures)
        break
      }
      this.waiting.shift()
      if (result === 'delivered') this.options.counts.delivered++
      else this.drop(next.notice, result.reason)
    }
    this.sending = undefined
  }

  private async post(body: string): Promise<'delivered' | { readonly mayRetry: boolean; readonly reason: string }> {
    try {
      const status = await postSigned(this.config, body, { nowMs: this.options.nowMs(), signal: this.ending.signal })
      return isAccepted(status) ? 'delivered' : { mayRetry: mayRetry(status), reason: `status ${status}` }
    } catch (error) {
      return { mayRetry: true, reason: (error as Error).message }
    }
  }

  private wake(failures: number): void {
    const { firstPauseMs = FIRST_PAUSE_MS } = this.options
    this.timer = setTimeout(
      () => {
        this.timer = undefined
        this.sending ??= this.sendAll()
      },
      Math.min(firstPauseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS),
    )
    this.timer.unref()
  }

  private drop(notice: Notice, reason: string): void {
    this.options.counts.dropped++
    this.options.onDropped(notice, reason)
  }
}
