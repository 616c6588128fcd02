import type { OpenedSubscription } from '../../wire/jsonrpc/reply.js'
import type { WantedSubscription } from '../pipeline/call-subscriptions.js'
import type { ConnectionSubscriptions } from './connection-subscriptions.js'
import type { EventCredits } from './event-credits.js'
import type { EventFrame } from './event-frame.js'
import type { EventSink, EventStream, StreamEnd, StreamEvent } from './event-stream.js'

/** One caller's subscription. Until its reply is written, its events wait. */
export class Subscription implements EventSink, OpenedSubscription {
  isPending = true
  isEnded = false
  /** True once its source has sent the last event. */
  isFinished = false
  /** True while the account's count includes it. */
  isCounted = false
  /** Events that wait to be written. */
  waiting = 0
  /** Events that the socket has not taken yet. */
  inFlight = 0
  /** Set before it begins. */
  credits: EventCredits | undefined
  /** Events that the socket has taken, and what they cost. */
  sent = 0
  costCredits = 0
  /** Clock milliseconds; undefined until events may come. */
  openedMs: number | undefined
  private stream: EventStream | undefined

  constructor(
    readonly about: Omit<WantedSubscription, 'params' | 'identity'>,
    readonly idText: string,
    /** The parts of its id; see SubscriptionIds. */
    readonly idParts: { readonly base: string; readonly number: number },
    /** That of its network's streams when it was made. */
    readonly generation: number,
    /** Bytes taken from the memory for filters. */
    readonly heldBytes: number,
    readonly frame: EventFrame,
    private readonly host: ConnectionSubscriptions,
  ) {}

  get connection(): object {
    return this.host
  }

  /** Its source sends events, or will. */
  opened(stream: EventStream): void {
    this.stream = stream
    if (this.isEnded) this.closeStream()
  }

  event(event: StreamEvent): void {
    if (!this.isEnded && !this.isFinished) this.host.deliver(this, event)
  }

  finished(): void {
    this.isFinished = true
    this.endIfDone()
  }

  broken(why: StreamEnd): void {
    if (!this.isEnded) this.host.broken(why)
  }

  begin(): void {
    if (this.isEnded || !this.isPending) return
    this.isPending = false
    this.host.begun(this)
    this.endIfDone()
  }

  end(): void {
    this.host.end(this, 'closed')
  }

  /** Ends a finished subscription whose last event was given to the socket. */
  endIfDone(): void {
    if (this.isFinished && !this.isPending && this.waiting === 0) this.host.end(this, 'finished')
  }

  /** Closes its stream, and its credits once no event of it can come back. */
  closeStream(): void {
    this.isEnded = true
    this.stream?.close()
    this.stream = undefined
    if (this.inFlight > 0) return
    this.credits?.close()
    this.credits = undefined
  }
}
