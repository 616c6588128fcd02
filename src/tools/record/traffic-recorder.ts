import { exactJson, parseExact } from '../../runtime/exact-json.js'
import { isSubscribe, type SubscribeCall, SubscriptionRecorder } from './subscription-recorder.js'

/** Limits of a recording: `calls` ends that of calls, `events` that of events, `bytes` both. */
export interface RecordBounds {
  readonly calls: number
  readonly events: number
  readonly bytes: number
  /** Share of calls that is recorded, above 0 and up to 1. */
  readonly share: number
}

/** Longer lines are left out, so that one call cannot fill the file. */
const MAX_LINE_BYTES = 64 * 1024
/** Methods have few names; other text could be anything that a caller wrote. */
const METHOD_NAME = /^[A-Za-z][\w.]{0,99}$/
/**
 * A key of the gateway's, a key's secret or a sign-in link, whole or cut off, and any word
 * characters after it; the prefix stays.
 */
const SECRET = /(tg[ksl]_)[\w-]*/g

/**
 * Turns the bodies of requests into lines of a traffic file, `{"method": …, "params": […]}`, and
 * the events of subscriptions into lines that name the subscription by its number. Never receives
 * paths, headers, addresses or other answers, and writes no ids of calls; cuts a key or secret to
 * its prefix. Source of the format: docs/record.md
 */
export class TrafficRecorder {
  private recorded = 0
  private events = 0
  private subscriptions = 0
  private bytes = 0
  /**
   * Passed on, not recorded: messages of callers that are no positional calls, and bodies and lines
   * that are too long.
   */
  private unreadable = 0
  private isClosed = false
  /** Why the file could not be written any more. */
  private trouble: string | undefined

  /** After `write` throws, nothing more is recorded, and calls pass on. */
  constructor(
    private readonly bounds: RecordBounds,
    private readonly write: (line: string) => void,
    private readonly random: () => number,
  ) {}

  get counts() {
    const { recorded, events, bytes, unreadable, trouble } = this
    return { recorded, events, bytes, unreadable, trouble }
  }

  /** True if no more calls are recorded. */
  get isFull(): boolean {
    return this.isClosed || this.recorded >= this.bounds.calls
  }

  /** True if no more events are recorded. */
  get hasAllEvents(): boolean {
    return this.isClosed || this.events >= this.bounds.events
  }

  /** Follows the subscriptions of one WebSocket. */
  follow(): SubscriptionRecorder {
    return new SubscriptionRecorder(this)
  }

  close(): void {
    this.isClosed = true
  }

  /**
   * Records a subscription and its reply. Returns its number in the file; undefined if it is not
   * kept.
   */
  subscribed({ method, params }: SubscribeCall, reply: unknown): number | undefined {
    if (this.hasAllEvents) return undefined
    const subscription = this.subscriptions + 1
    if (!this.add({ subscription, method, params, reply })) return undefined
    this.subscriptions = subscription
    return subscription
  }

  event(subscription: number, notification: string, event: unknown): void {
    if (this.hasAllEvents) return
    if (METHOD_NAME.test(notification) && this.add({ subscription, notification, event })) this.events += 1
  }

  /** Records the calls of a body, a batch or one. `followed`: the WebSocket that they came by. */
  saw(body: string, followed?: SubscriptionRecorder): void {
    if (this.isFull) return
    let calls: unknown
    try {
      calls = parseExact(body)
    } catch {
      this.unreadable += 1
      return
    }
    for (const call of Array.isArray(calls) ? calls : [calls]) this.sawCall(call, followed)
  }

  /** Counts a body that is too long to be read. */
  leaveOut(): void {
    if (!this.isFull) this.unreadable += 1
  }

  private sawCall(call: unknown, followed: SubscriptionRecorder | undefined): void {
    if (this.isFull || this.random() >= this.bounds.share) return
    const { id, method, params: written } = Object(call) as Readonly<Record<'id' | 'method' | 'params', unknown>>
    const params = written ?? []
    if (typeof method !== 'string' || !METHOD_NAME.test(method) || !Array.isArray(params)) {
      this.unreadable += 1
      return
    }
    if (!this.add({ method, params })) return
    this.recorded += 1
    if (isSubscribe(method)) followed?.ask(id, { method, params })
  }

  /** Writes a line; false if it is too long, or the recording is over. */
  private add(content: object): boolean {
    const line = `${exactJson(content).replaceAll(SECRET, '$1')}\n`
    const bytes = Buffer.byteLength(line)
    if (bytes > MAX_LINE_BYTES) {
      this.unreadable += 1
      return false
    }
    if (this.bytes + bytes > this.bounds.bytes) {
      this.close()
      return false
    }
    try {
      this.write(line)
    } catch (error) {
      this.trouble = (error as Error).message
      this.close()
      return false
    }
    this.bytes += bytes
    return true
  }
}
