import type { Span } from '../../../wire/json/answer-scanner.js'

const MAX_COUNT = 1_000
const MAX_BYTES = 33_554_432

/** A notification that came before the reply that names its subscription. */
interface EarlyNotification {
  readonly id: string
  readonly bytes: Buffer
  readonly result: Span
}

/**
 * Notifications of subscriptions that are not known yet, kept while a reply is expected.
 *
 * Bounds  a thousand, and 32 MiB
 */
export class EarlyNotifications {
  private expected = 0
  private kept: EarlyNotification[] = []
  private keptBytes = 0
  /** Ids of subscriptions that are being ended. */
  private readonly ignored = new Set<string>()

  /** A subscription was asked for. */
  expect(): void {
    this.expected++
  }

  /** Keeps a notification if it may be an early one; false if there is no room for it. */
  keep(id: string, bytes: Buffer, result: Span): boolean {
    if (this.expected === 0 || this.ignored.has(id)) return true
    if (this.kept.length >= MAX_COUNT || this.keptBytes + bytes.length > MAX_BYTES) return false
    this.kept.push({ id, bytes, result })
    this.keptBytes += bytes.length
    return true
  }

  /** The reply came, with an id if there is a subscription now: returns what came before. */
  take(id: string | undefined): EarlyNotification[] {
    this.expected--
    const taken = this.kept.filter((one) => one.id === id)
    const left = this.expected === 0 ? [] : this.kept.filter((one) => one.id !== id)
    this.kept = left
    this.keptBytes = left.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return taken
  }

  ignore(id: string): void {
    this.ignored.add(id)
  }

  allow(id: string): void {
    this.ignored.delete(id)
  }

  clear(): void {
    this.kept = []
    this.keptBytes = 0
    this.ignored.clear()
  }
}
