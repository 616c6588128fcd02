import type { AccountShare } from '../accounts/account-share.js'

/** The part of the budget, one in so many, that is kept for small answers and the gateway's own questions. */
const RESERVE = 16

/**
 * A bound on the bytes of answers held in memory at once, over all calls of the process: a share of an account first.
 *
 * An account may hold as much as it leaves free for the others: half when it is alone in holding much, a third when two do. So whatever
 * accounts hold, there is room for the next one. The gateway's own questions, which have no account, are bound by the whole alone.
 */
export class ByteBudget {
  private held = 0
  private readonly reserveBytes: number

  constructor(private readonly maxBytes: number) {
    this.reserveBytes = Math.floor(maxBytes / RESERVE)
  }

  /** Takes `bytes` of the budget, as a part of a large answer or of a small one; false, and nothing taken, when that would be too much. */
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

  /** Counts bytes that are in memory already against one more account; false, and nothing counted, when that would be too much of it. */
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
