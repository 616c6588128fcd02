import { IntrusiveQueue, type QueueItem } from '../../runtime/intrusive-collections.js'
import type { WorkTurns } from '../../runtime/turns/work-turns.js'
import type { PaidEvent, UnpaidReason } from './event-credits.js'
import type { NetworkStreams, StreamEvent } from './event-stream.js'
import { EveryFew } from './every-few.js'
import type { Subscription } from './subscription.js'

/** Memory of a queued event beside its text. */
const QUEUED_BYTES = 128

/** Memory of which the account has its share. */
export interface AccountMemory {
  /** False, taking nothing, if there is no room. */
  take(bytes: number): boolean
  giveBack(bytes: number): void
}

/** The WebSocket that events are written to. */
export interface DeliverySocket {
  /** Writes a message; `whenDone` says if the system has taken it. */
  send(pieces: string[], whenDone: (isTaken: boolean) => void): void
  close(code: number, reason: string): void
  /** Cuts a client that reads too slowly. */
  cut(): void
  bug(error: unknown): void
}

export interface EventDeliveryDeps {
  /** The account that pays. */
  readonly accountId: string
  readonly turns: WorkTurns
  readonly limits: () => { readonly maxBufferedBytes: number }
  readonly memory: AccountMemory
  readonly socket: DeliverySocket
  readonly streams: Pick<NetworkStreams, 'events'>
  readonly nowMs: () => number
}

/** An event that waits for credits, for its subscription's reply, or behind others. */
class QueuedEvent implements QueueItem<QueuedEvent> {
  isWaiting = false
  before: QueuedEvent | undefined
  behind: QueuedEvent | undefined

  /** `number` counts the connection's queued events. */
  constructor(
    readonly subscription: Subscription,
    readonly event: StreamEvent,
    readonly number: number,
  ) {}

  get heldBytes(): number {
    return this.subscription.frame.lengthOf(this.event.result) + QUEUED_BYTES
  }
}

/**
 * Writes the events of one connection, in the order in which they came, each against credits that
 * are paid. Events of subscriptions whose reply is not written yet are held: they wait for it in
 * their order, and no other event waits for them.
 *
 * Bounds  the bytes of waiting events, on this connection (`maxBufferedBytes`) and of its account
 *         (its share of memory); beyond them the connection is cut
 */
export class EventDelivery {
  private queue = new IntrusiveQueue<QueuedEvent>()
  /** Events of subscriptions whose reply is not written yet. */
  private held = new IntrusiveQueue<QueuedEvent>()
  /** True if a subscription of held events has begun or ended since the queues were merged. */
  private hasReleased = false
  /** True while the queues are merged: neither of them has the events that were taken so far. */
  private isMerging = false
  private lastNumber = 0
  private waitingBytes = 0
  /** Events that the socket has not taken yet. */
  private inFlight = 0
  /** True while events queue behind others. */
  private isBusy = false
  /** The subscription for whose credits the first event waits. */
  private blockedBy: Subscription | undefined
  /** Set once no more events are sent; called when the socket has those that were. */
  private whenSent: (() => void) | undefined

  constructor(
    private readonly deps: EventDeliveryDeps,
    /** Called when no more events can be written. */
    private readonly onEnd: (reason: UnpaidReason | 'stream_broken') => void,
  ) {}

  get isStopped(): boolean {
    return this.whenSent !== undefined
  }

  /**
   * Writes an event, or queues it behind earlier ones, or holds it until its subscription's reply
   * is written.
   */
  deliver(subscription: Subscription, event: StreamEvent): void {
    if (this.isStopped) return
    if (!subscription.isPending && !this.isBusy && this.write(subscription, event)) return
    const queued = new QueuedEvent(subscription, event, ++this.lastNumber)
    if (!this.hold(queued.heldBytes)) return this.deps.socket.cut()
    subscription.waiting++
    const queue = subscription.isPending ? this.held : this.queue
    queue.add(queued)
    if (!subscription.isPending && !this.isBusy) this.startWriting()
  }

  /** Writes on if events waited for the subscription: its reply was written, or it ended. */
  unblock(subscription: Subscription): void {
    if ((this.held.length > 0 || this.isMerging) && subscription.waiting > 0) this.hasReleased = true
    if (this.blockedBy === subscription || (this.hasReleased && !this.isBusy)) this.startWriting()
  }

  /** Drops what waits. Calls `whenSent` when the socket has taken the events that were written. */
  stop(whenSent: () => void): void {
    if (this.isStopped) return
    this.whenSent = whenSent
    this.queue = new IntrusiveQueue()
    this.held = new IntrusiveQueue()
    this.free(this.waitingBytes)
    if (this.inFlight === 0) whenSent()
  }

  /** Takes memory for a queued event; false if the connection or its account has no room. */
  private hold(bytes: number): boolean {
    const { limits, memory } = this.deps
    if (this.waitingBytes + bytes > limits().maxBufferedBytes || !memory.take(bytes)) return false
    this.waitingBytes += bytes
    return true
  }

  private free(bytes: number): void {
    this.waitingBytes -= bytes
    this.deps.memory.giveBack(bytes)
  }

  private startWriting(): void {
    this.isBusy = true
    this.blockedBy = undefined
    this.deps.turns.add(this.deps.accountId, this.writing(), () => this.onEnd('stream_broken'))
  }

  private *writing(): Generator<undefined, void> {
    const turns = new EveryFew()
    for (let next = yield* this.next(turns); next !== undefined; next = yield* this.next(turns)) {
      const { subscription, event } = next
      if (!subscription.isEnded && !this.write(subscription, event)) return this.waitFor(subscription)
      if (this.isStopped) return
      this.queue.take()
      this.free(next.heldBytes)
      subscription.waiting--
      subscription.endIfDone()
      if (turns.countOne()) yield
    }
    this.isBusy = false
  }

  /** The first event that may be written; it stays in the queue. */
  private *next(turns: EveryFew): Generator<undefined, QueuedEvent | undefined> {
    while (this.hasReleased && !this.isStopped) yield* this.release(turns)
    return this.queue.first
  }

  /** Merges events that are no longer held into the queue, by the order in which all came. */
  private *release(turns: EveryFew): Generator<undefined, void> {
    this.hasReleased = false
    this.isMerging = true
    const [queue, held] = [new IntrusiveQueue<QueuedEvent>(), new IntrusiveQueue<QueuedEvent>()]
    for (;;) {
      const [first, other] = [this.queue.first, this.held.first]
      const isQueued = other === undefined || (first !== undefined && first.number < other.number)
      const next = isQueued ? this.queue.take() : this.held.take()
      if (next === undefined) break
      const isHeld = !isQueued && next.subscription.isPending && !next.subscription.isEnded
      ;(isHeld ? held : queue).add(next)
      if (turns.countOne()) yield
    }
    this.isMerging = false
    if (this.isStopped) return
    this.queue = queue
    this.held = held
  }

  private waitFor(subscription: Subscription): void {
    this.blockedBy = subscription
    subscription.credits?.more().then((answer) => {
      if (this.blockedBy !== subscription) return
      if (answer === 'paid') this.startWriting()
      else this.onEnd(answer)
    })
  }

  private write(subscription: Subscription, event: StreamEvent): boolean {
    const { credits, frame } = subscription
    const paid = event.isFree ? undefined : credits?.take()
    if (!event.isFree && paid === undefined) return false
    const { socket } = this.deps
    this.inFlight++
    subscription.inFlight++
    try {
      socket.send(frame.around(event.result), (isTaken) => this.sent(subscription, event, paid, isTaken))
    } catch (bug) {
      socket.bug(bug)
      this.sent(subscription, event, paid, false)
    }
    return true
  }

  private sent(subscription: Subscription, event: StreamEvent, paid: PaidEvent | undefined, isTaken: boolean): void {
    this.inFlight--
    subscription.inFlight--
    if (isTaken) this.count(subscription, event, paid?.priceCredits ?? 0)
    else paid?.giveBack()
    if (subscription.isEnded) subscription.closeStream()
    if (this.inFlight === 0) this.whenSent?.()
  }

  private count(subscription: Subscription, { isFree, seenAtMs }: StreamEvent, costCredits: number): void {
    const { streams, nowMs } = this.deps
    subscription.sent++
    subscription.costCredits += costCredits
    streams.events.sent(subscription.about.kind.usageName, isFree, nowMs() - seenAtMs, costCredits)
  }
}
