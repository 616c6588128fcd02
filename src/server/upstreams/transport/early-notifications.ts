import type { Span } from '../../../wire/json/answer-scanner.js'

const MAX_COUNT = 1_000
const MAX_BYTES = 33_554_432

/** A notification that came before the reply that names its subscription. */
interface EarlyNotification {
  readonly id: string
  /** The newest subscription that was asked for before it came. */
  readonly asked: number
  readonly bytes: Buffer
  readonly result: Span
}

/**
 * Notifications of subscriptions that are not known yet, kept while a reply is expected that came
 * to be expected before them. Others belong to subscriptions that have ended.
 *
 * Bounds  a thousand, and 32 MiB; ids of which one was missed for lack of room: a thousand. Ended
 *         ids, while a reply is expected that came to be expected before their end
 */
export class EarlyNotifications {
  /** The numbers of subscriptions that wait for their replies, oldest first. */
  private readonly expected = new Set<number>()
  private lastAsked = 0
  private kept: EarlyNotification[] = []
  private keptBytes = 0
  /** Ids of subscriptions that are being ended. */
  private readonly ignored = new Set<string>()
  /** Ended ids, oldest end first, and the newest subscription that was asked for before the end. */
  private readonly ended = new Map<string, number>()
  /** Ids of which a notification found no room. */
  private readonly missed = new Set<string>()

  /** A subscription is asked for. Returns its number. */
  expect(): number {
    if (this.expected.size === 0) this.missed.clear()
    this.expected.add(++this.lastAsked)
    return this.lastAsked
  }

  /**
   * Keeps a notification if it may be an early one. Without room for it, the subscription of this
   * id counts as ended. Returns false if there are too many of these.
   */
  keep(id: string, bytes: Buffer, result: Span): boolean {
    if (this.expected.size === 0 || this.ignored.has(id)) return true
    if (this.kept.length >= MAX_COUNT || this.keptBytes + bytes.length > MAX_BYTES) return this.miss(id)
    this.kept.push({ id, asked: this.lastAsked, bytes, result })
    this.keptBytes += bytes.length
    return true
  }

  /**
   * The reply came, with an id if there is a subscription now: returns what came before. Undefined
   * if the id was ended after the subscription was asked for: a node that gives equal subscriptions
   * one id has ended both. So it is if a notification of this id was missed.
   */
  take(number: number, id: string | undefined): EarlyNotification[] | undefined {
    this.expected.delete(number)
    if (this.kept.length === 0 && this.ended.size === 0 && this.missed.size === 0) return []
    const isEnded = id !== undefined && (this.missed.has(id) || (this.ended.get(id) ?? 0) >= number)
    const [oldest = Number.POSITIVE_INFINITY] = this.expected
    for (const [one, asked] of this.ended) {
      if (asked >= oldest) break
      this.ended.delete(one)
    }
    const taken = this.kept.filter((one) => one.id === id)
    const left = this.kept.filter((one) => one.id !== id && one.asked >= oldest)
    this.kept = left
    this.keptBytes = left.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return isEnded ? undefined : taken
  }

  /** True if a notification of this id was missed, so that the node still has its subscription. */
  takeMissed(id: string): boolean {
    return this.missed.delete(id)
  }

  /** The subscription of this id is being ended. */
  ignore(id: string): void {
    this.missed.delete(id)
    this.ignored.add(id)
    this.end(id)
  }

  allow(id: string): void {
    this.ignored.delete(id)
  }

  private miss(id: string): boolean {
    this.missed.add(id)
    this.end(id)
    return this.missed.size <= MAX_COUNT
  }

  private end(id: string): void {
    this.ended.delete(id)
    if (this.expected.size > 0) this.ended.set(id, this.lastAsked)
  }

  clear(): void {
    this.kept = []
    this.keptBytes = 0
    this.ignored.clear()
    this.ended.clear()
    this.missed.clear()
  }
}
