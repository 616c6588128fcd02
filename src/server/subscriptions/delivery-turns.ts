import { flushQueue, stopwatchMs } from '../../runtime/system-ports.js'

/** Delivery's part of a turn of the event loop, its writes included; calls wait for no more. */
const TURN_MS = 1

/** An owner with so many works waiting cannot keep up. */
const MAX_WAITING = 1_024
/** Events delivered, or logs looked up, before another account has its turn. */
const IN_A_TURN = 50

/** Work in steps, as a generator does it. A step must not throw. */
interface Work {
  next(): { readonly done?: boolean | undefined }
}

/**
 * Runs the delivery of events in short turns of the event loop. Owners (account ids) take turns,
 * one step each; the works of one owner run one after the other, in the order in which they came.
 *
 * Bounds  the callers', who know how much an owner has waiting
 */
export class DeliveryTurns {
  /** The works of each owner. The first owner is the next one. */
  private readonly works = new Map<unknown, Work[]>()
  private isRunning = false

  /** `afterTurn` runs an action after this turn of the event loop. */
  constructor(private readonly afterTurn: (action: () => void) => void) {}

  /**
   * Adds work behind the owner's earlier work. It begins in a later turn. `owner` is compared by
   * identity.
   */
  add(owner: unknown, work: Work): void {
    const works = this.works.get(owner)
    if (works !== undefined) return void works.push(work)
    this.works.set(owner, [work])
    if (this.isRunning) return
    this.isRunning = true
    this.afterTurn(this.turn)
  }

  /** Adds work of one step. */
  addStep(owner: unknown, step: () => void): void {
    const next = () => {
      step()
      return { done: true }
    }
    this.add(owner, { next })
  }

  /** False if so much work of the owner waits that its streams must end. */
  keepsUp(owner: unknown): boolean {
    return (this.works.get(owner)?.length ?? 0) < MAX_WAITING
  }

  private readonly turn = (): void => {
    const endsMs = stopwatchMs() + TURN_MS
    do {
      this.step()
      // The system takes longer to take what a step wrote than the step takes.
      flushQueue.flush()
    } while (this.works.size > 0 && stopwatchMs() < endsMs)
    if (this.works.size > 0) this.afterTurn(this.turn)
    else this.isRunning = false
  }

  /** Runs one step of the next owner, which then goes behind the others. */
  private step(): void {
    for (const [owner, works] of this.works) {
      if (works[0]!.next().done) works.shift()
      this.works.delete(owner)
      if (works.length > 0) this.works.set(owner, works)
      return
    }
  }
}

/** Counts events, to end a step after a few of them. */
export class EveryFew {
  private count = 0

  /** Counts one; true if the step has to end. */
  isOver(): boolean {
    return ++this.count % IN_A_TURN === 0
  }
}
