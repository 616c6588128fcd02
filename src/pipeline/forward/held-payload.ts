import type { AccountShare } from '../../accounts/account-share.js'
import type { Payload } from '../../jsonrpc/reply.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'

const NO_CHUNKS: readonly Buffer[] = []

/** Bytes that an account took of the budget, until they are given back. */
abstract class Held {
  constructor(
    public heldBytes: number,
    private readonly budget: ByteBudget,
    private account: AccountShare | undefined,
  ) {}

  release(bytes = this.heldBytes): void {
    const given = Math.min(bytes, this.heldBytes)
    this.heldBytes -= given
    this.budget.giveBack(given, this.account)
  }

  leaveAccount(): void {
    if (this.account !== undefined) this.account.heldBytes -= this.heldBytes
    this.account = undefined
  }
}

/** A small result as text, which is put into the reply without making a buffer of it; it has no elements. */
export class TextPayload extends Held implements Payload {
  readonly elements = 0

  constructor(
    readonly text: string,
    heldBytes: number,
    budget: ByteBudget,
    account: AccountShare | undefined,
  ) {
    super(heldBytes, budget, account)
  }

  get chunks(): readonly Buffer[] {
    return [Buffer.from(this.text, 'latin1')]
  }
}

/** A result as it came. */
export class HeldPayload extends Held implements Payload {
  rest?: AsyncIterable<Buffer>

  constructor(
    public chunks: readonly Buffer[],
    readonly elements: number,
    public reuse: (() => void) | undefined,
    heldBytes: number,
    budget: ByteBudget,
    account: AccountShare | undefined,
  ) {
    super(heldBytes, budget, account)
  }

  /** Of a part: the writer of the chunks releases each as it is read, so no other code may keep them. */
  override release(bytes?: number): void {
    super.release(bytes)
    if (bytes === undefined) return
    this.chunks = NO_CHUNKS
    this.reuse = undefined
  }
}
