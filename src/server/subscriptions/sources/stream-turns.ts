import type { FairQueue } from '../../../runtime/turns/fair-queue.js'
import type { StreamOwner } from '../event-stream.js'

/**
 * The turns of a stream in the queues of a network's nodes. Owners (accounts) take turns there,
 * and a stream may have several: a step of it begins at the first turn that any of them has. So
 * nobody who shares a stream waits behind all that another owner asked for.
 */
export class StreamTurns {
  /** Functions that let another owner ask for the turn of a step, one for each step that waits. */
  private readonly waiting = new Set<(owner: StreamOwner) => void>()

  /**
   * `first`   the owner while there are no others, as before the first subscriber is added
   * `owners`  those that share the stream now
   */
  constructor(
    private readonly first: StreamOwner,
    private readonly owners: () => Iterable<StreamOwner>,
  ) {}

  /**
   * The owner whose turn it is, then those who share the stream: any of them may pay for a call.
   */
  payers(owner: StreamOwner): readonly StreamOwner[] {
    return [owner, ...[...this.owners()].filter(({ id }) => id !== owner.id)]
  }

  /** An owner begins to share the stream. */
  joined(owner: StreamOwner): void {
    for (const ask of this.waiting) ask(owner)
  }

  /** Runs a step in the turn of an owner. Errors: rejects with those of `step`. */
  run<Value>(queue: FairQueue, step: (owner: StreamOwner) => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const asking = new Set<string>()
      let hasBegun = false
      const begin = async (owner: StreamOwner): Promise<void> => {
        if (hasBegun) return
        hasBegun = true
        this.waiting.delete(ask)
        await step(owner).then(resolve, reject)
      }
      const ask = (owner: StreamOwner): void => {
        if (asking.has(owner.id)) return
        asking.add(owner.id)
        void queue.runStep(owner.id, () => begin(owner))
      }
      this.waiting.add(ask)
      const owners = [...this.owners()]
      for (const owner of owners.length === 0 ? [this.first] : owners) ask(owner)
    })
  }
}
