import type { EventReceiver, EventSocket, OpenSubscription, SubscriptionMethods } from './event-socket.js'
import type { PlacedHead, ResumePoint, ResumePoints } from './resume-points.js'

/** Blocks between two checkpoints: well within the 128 that a gateway looks back. */
const BLOCKS_APART = 32
const [FIRST_INTERVAL_MS, SHORTEST_INTERVAL_MS, LONGEST_INTERVAL_MS] = [10_000, 1_000, 600_000]

/**
 * Learns now and then up to which block a connection has brought all logs, so that a subscription
 * whose filter rarely matches can be resumed, too.
 *
 * A checkpoint is one head that the gateway sends behind the logs of its block (`behindLogs`).
 * Other heads prove nothing: they do not wait for logs of earlier blocks. While logs arrive, their
 * own places are enough.
 */
export class Checkpoints {
  readonly #socket: EventSocket
  readonly #methods: SubscriptionMethods
  readonly #params: readonly unknown[]
  readonly #points: ResumePoints
  #intervalMs = FIRST_INTERVAL_MS
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The connection that it works on; a new object for each. */
  #session: object | undefined
  #open: OpenSubscription | undefined
  #last: { readonly number: number; readonly atMs: number } | undefined
  #seen: ResumePoint | undefined

  constructor(socket: EventSocket, methods: SubscriptionMethods, params: readonly unknown[], points: ResumePoints) {
    this.#socket = socket
    this.#methods = methods
    this.#params = params
    this.#points = points
  }

  /** The subscription was made on a connection. */
  start(): void {
    this.#session = {}
    void this.#ask(this.#session)
  }

  /** The connection broke, or the subscription ended. */
  stop(): void {
    this.#session = undefined
    clearTimeout(this.#timer)
    this.#open?.end()
    this.#open = undefined
  }

  #schedule(session: object): void {
    this.#seen = this.#points.newest
    this.#timer = setTimeout(() => {
      if (this.#points.newest === this.#seen) void this.#ask(session)
      else this.#schedule(session)
    }, this.#intervalMs)
  }

  /**
   * Adapts the interval to the time between blocks. It is twice as long at most, because a chain
   * may have stood still.
   */
  #learn(number: number): void {
    const atMs = performance.now()
    if (this.#last !== undefined) {
      const blockMs = (atMs - this.#last.atMs) / Math.max(number - this.#last.number, 1)
      const longestMs = Math.min(2 * this.#intervalMs, LONGEST_INTERVAL_MS)
      this.#intervalMs = Math.min(Math.max(BLOCKS_APART * blockMs, SHORTEST_INTERVAL_MS), longestMs)
    }
    this.#last = { number, atMs }
  }

  async #ask(session: object): Promise<void> {
    let isDone = false
    const receiver: EventReceiver = {
      event: (value) => {
        if (isDone || this.#session !== session) return
        isDone = true
        this.#points.before(value as PlacedHead)
        this.#learn(Number((value as PlacedHead).number))
        this.#open?.end()
        this.#open = undefined
        this.#schedule(session)
      },
      lost: () => {},
    }
    try {
      const open = await this.#socket.subscribe(this.#methods, this.#params, receiver)
      if (isDone || this.#session !== session) open.end()
      else this.#open = open
    } catch {
      // The subscription itself goes on: a checkpoint only saves a resume point.
      if (this.#session === session) this.#schedule(session)
    }
  }
}
