/** Events delivered, or logs looked up, before another account has its turn. */
const IN_A_TURN = 50

/** Counts events, to end a step after a few of them. */
export class EveryFew {
  private count = 0

  constructor(private readonly few = IN_A_TURN) {}

  /** Counts one; true if the step has to end. */
  countOne(): boolean {
    return ++this.count % this.few === 0
  }
}
