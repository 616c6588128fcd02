import { lengthOf, type Written } from '../../wire/jsonrpc/write-reply.js'
import type { AccountShare } from '../accounts/account-share.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'

/** Up to here a reply leaves at once, or lies in the socket's buffer. */
const SMALL_BYTES = 65_536

/**
 * A reply over HTTP with its bytes that no payload holds: the caller's own ids and names, errors,
 * and small answers from the cache. They are counted until the client has read the reply.
 */
class CountedReply implements Written {
  constructor(
    private readonly written: Written,
    private countedBytes: number,
    private readonly budget: ByteBudget,
    private readonly account: AccountShare,
  ) {}

  get chunks(): Written['chunks'] {
    return this.written.chunks
  }

  get rest(): Written['rest'] {
    return this.written.rest
  }

  get heldBytes(): number {
    return this.written.heldBytes ?? 0
  }

  get reuse(): Written['reuse'] {
    return this.written.reuse
  }

  release(bytes?: number): void {
    this.written.release(bytes)
    if (bytes !== undefined) return
    this.budget.giveBack(this.countedBytes, this.account)
    this.countedBytes = 0
  }
}

/**
 * Counts a large reply's bytes against the account that reads it, as far as no payload holds them.
 * `no-room` if the account holds too much already.
 */
export const countedReply = (
  written: Written | undefined,
  budget: ByteBudget,
  account: AccountShare | undefined,
): Written | 'no-room' | undefined => {
  if (account === undefined || written === undefined) return written
  const length = lengthOf(written.chunks)
  if (length <= SMALL_BYTES) return written
  const uncountedBytes = length - (written.heldBytes ?? 0)
  // An id beside the answer of a node needs no more than a small reply.
  if (uncountedBytes <= SMALL_BYTES) return written
  if (!budget.takeForReply(uncountedBytes, account)) return 'no-room'
  return new CountedReply(written, uncountedBytes, budget, account)
}
