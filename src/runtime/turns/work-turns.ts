import { flushQueue, stopwatchMs } from '../system-ports.js'

/** Part of each turn of the event loop, with what the steps write; calls wait for no more. */
const TURN_MS = 1

/** Works of one owner that may wait. */
const MAX_WAITING = 1_024

/** Work in steps, as a generator does it. */
interface Work {
  next(): { readonly done?: boolean | undefined }
}

interface AddedWork {
  readonly work: Work
  readonly broken: (bug: unknown) => void
}

/**
 * Runs works in short turns of the event loop. Owners (account ids) take turns, one step each; the
 * works of one owner run one after the other, in the order in which they came.
 *
 * Bounds  the callers', who know how much an owner has waiting
 */
export class WorkTurns {
  /** The works of each owner. The first owner is the next one. */
  private readonly works = new Map<unknown, AddedWork[]>()
  private isRunning = false
  private readonly whenDone: (() => void)[] = []

  /**
   * `afterTurn` runs an action after this turn of the event loop. `onBug` receives what a step
   * threw.
   */
  constructor(
    private readonly afterTurn: (action: () => void) => void,
    readonly onBug: (bug: unknown) => void,
  ) {}

  /**
   * Adds work behind the owner's earlier work. It begins in a later turn. `owner` is compared by
   * identity. If a step throws, the work is over and `broken` is called.
   */
  add(owner: unknown, work: Work, broken: (bug: unknown) => void): void {
    const works = this.works.get(owner)
    const added = { work, broken }
    if (works !== undefined) return void works.push(added)
    this.works.set(owner, [added])
    if (this.isRunning) return
    this.isRunning = true
    this.afterTurn(this.turn)
  }

  /** Adds work of one step; nothing more can be done if it throws. */
  addStep(owner: unknown, step: () => void): void {
    const next = () => {
      step()
      return { done: true }
    }
    this.add(owner, { next }, () => {})
  }

  /** False if so much work of the owner waits that it cannot keep up. */
  keepsUp(owner: unknown): boolean {
    return (this.works.get(owner)?.length ?? 0) < MAX_WAITING
  }

  async done(): Promise<void> {
    if (this.isRunning) await new Promise<void>((resolve) => this.whenDone.push(resolve))
  }

  private readonly turn = (): void => {
    const endsMs = stopwatchMs() + TURN_MS
    do {
      this.step()
      // The system takes longer to take what a step wrote than the step takes.
      flushQueue.flush()
    } while (this.works.size > 0 && stopwatchMs() < endsMs)
    if (this.works.size > 0) return this.afterTurn(this.turn)
    this.isRunning = false
    for (const resolve of this.whenDone.splice(0)) resolve()
  }

  /** Runs one step of the next owner, which then goes behind the others. */
  private step(): void {
    for (const [owner, works] of this.works) {
      if (this.isDoneAfterStep(works[0]!)) works.shift()
      this.works.delete(owner)
      if (works.length > 0) this.works.set(owner, works)
      return
    }
  }

  private isDoneAfterStep({ work, broken }: AddedWork): boolean {
    try {
      return work.next().done === true
    } catch (bug) {
      this.onBug(bug)
      this.notify(broken, bug)
      return true
    }
  }

  private notify(broken: AddedWork['broken'], bug: unknown): void {
    try {
      broken(bug)
    } catch (another) {
      this.onBug(another)
    }
  }
}

/**
 * Work of this process that nobody waits for, such as forgetting what a closed connection had. Its
 * bugs go to the one who added it.
 */
export const spareTurns = new WorkTurns(setImmediate, () => {})
