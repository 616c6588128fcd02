import type { Payload } from '../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../accounts/account-share.js'

/** Fraction of the budget (1/16) reserved for small answers and the gateway's requests. */
const RESERVE = 16
/** Fractions of the budget: the last quarter, and a few bytes (1/64). */
const KEPT = 4
const FEW = 64
/** Bytes an account leaves free for each one it holds, in the last quarter. */
const FREE_FOR_EACH_HELD = 8
/** An account that holds no more than this gets its replies even if the budget is used up. */
const LITTLE_BYTES = 8_388_608
const NO_CHUNKS: readonly Buffer[] = []

/**
 * Bounds the bytes of answers in memory, over all calls of the process and per account.
 *
 * An account may hold as much as it leaves free: half the budget when it alone holds much, a third
 * when two accounts do. In the last quarter it may hold a few bytes, or an eighth of what it leaves
 * free. So ten accounts that want all leave room for a large answer of another. The gateway's own
 * requests have no account; only the total bounds them.
 */
export class ByteBudget {
  private held = 0
  private readonly reserveBytes: number
  private readonly keptBytes: number
  private readonly fewBytes: number

  constructor(private readonly maxBytes: number) {
    this.reserveBytes = Math.floor(maxBytes / RESERVE)
    this.keptBytes = Math.floor(maxBytes / KEPT)
    this.fewBytes = Math.floor(maxBytes / FEW)
  }

  /**
   * Takes `bytes`, for a part of a large answer or for a small one. False, taking nothing, if the
   * budget has no room.
   */
  take(bytes: number, share: AccountShare | undefined, isLarge: boolean): boolean {
    const free = this.maxBytes - this.held - bytes
    if (share === undefined) {
      if (free < 0) return false
    } else {
      if (free < (isLarge ? this.reserveBytes : 0)) return false
      const own = share.heldBytes + bytes
      const most = free < this.keptBytes ? free / FREE_FOR_EACH_HELD : free
      if (own > this.fewBytes && own > most) return false
    }
    this.hold(bytes, share)
    return true
  }

  /**
   * Counts bytes that are in memory already. False if the budget has no room for them, so that no
   * more should come.
   */
  count(bytes: number, share: AccountShare | undefined): boolean {
    if (this.take(bytes, share, true)) return true
    this.hold(bytes, share)
    return false
  }

  /**
   * Counts the bytes of a reply that no payload holds. False, counting nothing, if the budget has
   * no room and the account holds more than a little.
   */
  takeForReply(bytes: number, share: AccountShare | undefined): boolean {
    if (this.take(bytes, share, true)) return true
    if (share !== undefined && share.heldBytes + bytes > LITTLE_BYTES) return false
    this.hold(bytes, share)
    return true
  }

  /**
   * Counts bytes already in memory against another account, too. False, counting nothing, if the
   * account has no room.
   */
  countAlsoFor(bytes: number, share: AccountShare | undefined): boolean {
    if (share === undefined) return true
    const own = share.heldBytes + bytes
    if (bytes > 0 && own > this.fewBytes && own > this.maxBytes - this.held) return false
    share.heldBytes += bytes
    return true
  }

  giveBack(bytes: number, share: AccountShare | undefined): void {
    this.held -= bytes
    if (share !== undefined) share.heldBytes -= bytes
  }

  get heldBytes(): number {
    return this.held
  }

  private hold(bytes: number, share: AccountShare | undefined): void {
    this.held += bytes
    if (share !== undefined) share.heldBytes += bytes
  }
}

/** Bytes that an account took from the budget, until they are released. */
abstract class Held {
  constructor(
    public heldBytes: number,
    private readonly budget: ByteBudget,
    private share: AccountShare | undefined,
  ) {}

  release(bytes = this.heldBytes): void {
    const given = Math.min(bytes, this.heldBytes)
    this.heldBytes -= given
    this.budget.giveBack(given, this.share)
  }

  leaveAccount(): void {
    if (this.share !== undefined) this.share.heldBytes -= this.heldBytes
    this.share = undefined
  }
}

/** A small result as text, which goes into the reply without a buffer. It has no elements. */
export class TextPayload extends Held implements Payload {
  readonly elements = 0

  constructor(
    readonly text: string,
    heldBytes: number,
    budget: ByteBudget,
    share: AccountShare | undefined,
  ) {
    super(heldBytes, budget, share)
  }

  get chunks(): readonly Buffer[] {
    return [Buffer.from(this.text, 'latin1')]
  }
}

/** A result in the form in which it arrived. */
export class HeldPayload extends Held implements Payload {
  rest?: AsyncIterable<Buffer>

  constructor(
    public chunks: readonly Buffer[],
    readonly elements: number,
    public reuse: (() => void) | undefined,
    heldBytes: number,
    budget: ByteBudget,
    share: AccountShare | undefined,
  ) {
    super(heldBytes, budget, share)
  }

  /**
   * With `bytes`: the writer releases each chunk as it reads it, so no other code may keep them.
   */
  override release(bytes?: number): void {
    super.release(bytes)
    if (bytes === undefined) return
    this.chunks = NO_CHUNKS
    this.reuse = undefined
  }
}
