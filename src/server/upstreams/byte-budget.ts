import type { Payload } from '../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../accounts/account-share.js'

/**
 * The part of the budget, one in so many, that is kept for small answers and the gateway's own
 * questions.
 */
const RESERVE = 16
const NO_CHUNKS: readonly Buffer[] = []

/**
 * A bound on the bytes of answers held in memory at once, over all calls of the process: a share of
 * an account first.
 *
 * An account may hold as much as it leaves free for the others: half when it is alone in holding
 * much, a third when two do. So whatever accounts hold, there is room for the next one. The
 * gateway's own questions, which have no account, are bound by the whole alone.
 */
export class ByteBudget {
  private held = 0
  private readonly reserveBytes: number

  constructor(private readonly maxBytes: number) {
    this.reserveBytes = Math.floor(maxBytes / RESERVE)
  }

  /**
   * Takes `bytes` of the budget, as a part of a large answer or of a small one; false, and nothing
   * taken, when that would be too much.
   */
  take(bytes: number, account: AccountShare | undefined, isLarge: boolean): boolean {
    const free = this.maxBytes - this.held - bytes
    if (account === undefined) {
      if (free < 0) return false
    } else {
      if (free < (isLarge ? this.reserveBytes : 0) || account.heldBytes + bytes > free) return false
      account.heldBytes += bytes
    }
    this.held += bytes
    return true
  }

  /** Counts bytes that are in memory whatever the bound. */
  add(bytes: number, account: AccountShare | undefined): void {
    this.held += bytes
    if (account !== undefined) account.heldBytes += bytes
  }

  /**
   * Counts bytes that are in memory already against one more account; false, and nothing counted,
   * when that would be too much of it.
   */
  share(bytes: number, account: AccountShare | undefined): boolean {
    if (account === undefined) return true
    if (bytes > 0 && account.heldBytes + bytes > this.maxBytes - this.held) return false
    account.heldBytes += bytes
    return true
  }

  giveBack(bytes: number, account: AccountShare | undefined): void {
    this.held -= bytes
    if (account !== undefined) account.heldBytes -= bytes
  }

  get heldBytes(): number {
    return this.held
  }
}

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

/**
 * A small result as text, which is put into the reply without making a buffer of it; it has no
 * elements.
 */
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

  /**
   * Of a part: the writer of the chunks releases each as it is read, so no other code may keep
   * them.
   */
  override release(bytes?: number): void {
    super.release(bytes)
    if (bytes === undefined) return
    this.chunks = NO_CHUNKS
    this.reuse = undefined
  }
}
