import { exactJson, parseExact } from '../../runtime/exact-json.js'
import { keepNewest } from './keep-newest.js'
import type { TrafficRecorder } from './traffic-recorder.js'

export interface SubscribeCall {
  readonly method: string
  readonly params: readonly unknown[]
}

const BEGINS = /(_s|S)ubscribe$/
/** Subscriptions of a connection that are followed; the oldest are dropped. */
const MOST_FOLLOWED = 1_000

/** True for the name of a method that begins a subscription. */
export const isSubscribe = (method: string): boolean => BEGINS.test(method)

/**
 * Follows the subscriptions of one WebSocket: from the recorded calls and the endpoint's messages
 * to lines of the recording.
 */
export class SubscriptionRecorder {
  /** Calls without a reply yet, by the JSON of their ids. */
  private readonly asked = new Map<string, SubscribeCall>()
  /** Numbers of subscriptions, by the JSON of the ids that the endpoint gave. */
  private readonly numbers = new Map<string, number>()

  constructor(private readonly lines: TrafficRecorder) {}

  /** True if messages of the endpoint may matter. */
  get isWaiting(): boolean {
    return this.asked.size > 0 || this.numbers.size > 0
  }

  /** Awaits the reply of a recorded call. */
  ask(id: unknown, call: SubscribeCall): void {
    keepNewest(this.asked, exactJson(id) ?? '', call, MOST_FOLLOWED)
  }

  /** Reads a message of the endpoint. */
  saw(message: string): void {
    let parsed: unknown
    try {
      parsed = parseExact(message)
    } catch {
      return
    }
    for (const one of Array.isArray(parsed) ? parsed : [parsed]) this.read(Object(one) as Record<string, unknown>)
  }

  private read({ id, method, params, result }: Record<string, unknown>): void {
    if (typeof method === 'string') {
      const { subscription, result: event } = Object(params) as { subscription?: unknown; result?: unknown }
      const number = this.numbers.get(exactJson(subscription) ?? '')
      if (number !== undefined) this.lines.event(number, method, event)
      return
    }
    const key = exactJson(id) ?? ''
    const call = this.asked.get(key)
    if (call === undefined) return
    this.asked.delete(key)
    // A refusal begins nothing.
    if (result === undefined) return
    const number = this.lines.subscribed(call, result)
    if (number !== undefined) keepNewest(this.numbers, exactJson(result), number, MOST_FOLLOWED)
  }
}
