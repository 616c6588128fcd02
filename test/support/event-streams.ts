import { AccountShare } from '../../src/server/accounts/account-share.js'
import type { StreamDeps } from '../../src/server/gateway/streams/process-streams.js'
import type { StreamRefusal } from '../../src/server/pipeline/call-subscriptions.js'
import type { EventCredits, PaidEvent, UnpaidReason } from '../../src/server/subscriptions/event-credits.js'
import type {
  EventSink,
  EventSource,
  EventStream,
  StreamEvent,
  StreamOwner,
} from '../../src/server/subscriptions/event-stream.js'

/** An event with `name` as its result, which costs credits unless it is free. */
export const anEvent = (name: unknown, isFree = false): StreamEvent => ({
  result: JSON.stringify(name),
  isFree,
  seenAtMs: 0,
})

/** An account with a new share. */
export const anOwner = (id = 'account-1'): StreamOwner => ({ id, share: new AccountShare() })

/** A source that sends the test's events; `sinks` are those of its open streams. */
export class FakeSource implements EventSource {
  readonly sinks: EventSink[] = []
  readonly params: (readonly unknown[])[] = []
  /** Number of streams that were closed. */
  closed = 0
  refusal: StreamRefusal | undefined
  /** Set by a test in which opening takes time. */
  opening: Promise<void> = Promise.resolve()

  async open(params: readonly unknown[], sink: EventSink): Promise<EventStream | StreamRefusal> {
    await this.opening
    if (this.refusal !== undefined) return this.refusal
    this.params.push(params)
    this.sinks.push(sink)
    return {
      close: () => {
        this.closed++
        this.sinks.splice(this.sinks.indexOf(sink), 1)
      },
    }
  }

  /** Sends an event to all streams. */
  send(event: StreamEvent): void {
    for (const sink of [...this.sinks]) sink.event(event)
  }
}

/** Credits that the test pays in. */
export class FakeCredits implements EventCredits {
  taken = 0
  users = 0
  private readonly waiting: ((answer: 'paid' | UnpaidReason) => void)[] = []

  /** `left`: number of events that are paid for. */
  constructor(public left = Number.POSITIVE_INFINITY) {}

  /** Counts one more user. */
  use(): this {
    this.users++
    return this
  }

  take(): PaidEvent | undefined {
    if (this.left <= 0) return undefined
    this.left--
    this.taken++
    return { priceCredits: 20, giveBack: () => this.giveBack() }
  }

  private giveBack(): void {
    this.left++
    this.taken--
  }

  more(): Promise<'paid' | UnpaidReason> {
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  close(): void {
    this.users--
  }

  pay(events: number): void {
    this.left += events
    this.answer('paid')
  }

  answer(answer: 'paid' | UnpaidReason): void {
    for (const resolve of this.waiting.splice(0)) resolve(answer)
  }
}

/** Streams of one source for all networks and kinds, paid with the same credits. */
export const fakeStreams = (source: EventSource, credits: FakeCredits): StreamDeps => ({
  openSources: () => ({ find: () => source, connect: () => {}, close: () => {} }),
  openCredits: () => credits.use(),
  end: async () => {},
})
