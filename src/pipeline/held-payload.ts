import type { Payload } from '../protocol/reply.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'

/** Bytes that were taken of the budget, until they are given back, once. */
abstract class Held {
  constructor(
    private heldBytes: number,
    private readonly budget: ByteBudget,
  ) {}

  release(): void {
    this.budget.giveBack(this.heldBytes)
    this.heldBytes = 0
  }
}

/** A small result as text, which is put into the reply without making a buffer of it; it has no elements. */
export class TextPayload extends Held implements Payload {
  readonly elements = 0

  constructor(
    readonly text: string,
    heldBytes: number,
    budget: ByteBudget,
  ) {
    super(heldBytes, budget)
  }

  get chunks(): readonly Buffer[] {
    return [Buffer.from(this.text, 'latin1')]
  }
}

/** A result as it came. */
export class HeldPayload extends Held implements Payload {
  rest?: AsyncIterable<Buffer>

  constructor(
    readonly chunks: readonly Buffer[],
    readonly elements: number,
    readonly reuse: (() => void) | undefined,
    heldBytes: number,
    budget: ByteBudget,
  ) {
    super(heldBytes, budget)
  }
}
