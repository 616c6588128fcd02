import type { Payload, Reply } from '../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../accounts/account-share.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { ChargedCall } from './stage.js'

/**
 * Makes the payloads of several callers out of one: its bytes, which are in memory once, are given
 * back when the last of them is done.
 *
 * Against an account they count for as long as its own callers have them, so that a caller that
 * does not read uses no other account's share.
 */
export class SharedPayloads {
  private readonly bytes: number

  constructor(
    private readonly payload: Payload,
    private readonly budget: ByteBudget,
    /** Callers that wait for it; `of` is to be called for each. */
    private left: number,
  ) {
    this.bytes = payload.heldBytes ?? 0
    payload.leaveAccount?.()
  }

  /** One caller's; undefined when its account holds too much already. */
  of(account: AccountShare | undefined): Payload | undefined {
    if (this.budget.share(this.bytes, account))
      return new SharedPayload(this.payload, account, this.bytes, () => this.done())
    this.done()
    return undefined
  }

  private done(): void {
    if (--this.left === 0) this.payload.release()
  }
}

/**
 * Gives each of so many callers a reply made of one; undefined for a caller whose account holds too
 * much already.
 */
export const sharesOf = (
  reply: Reply,
  budget: ByteBudget,
  count: number,
): ((call: ChargedCall) => Reply | undefined) => {
  if (reply.error !== undefined) return () => ({ ...reply })
  const payloads = new SharedPayloads(reply.result, budget, count)
  return ({ caller }) => {
    const result = payloads.of(caller.entitlement.share)
    return result && { ...reply, result }
  }
}

class SharedPayload implements Payload {
  private isReleased = false

  constructor(
    private readonly payload: Payload,
    private readonly account: AccountShare | undefined,
    public heldBytes: number,
    private readonly done: () => void,
  ) {}

  get text(): string | undefined {
    return this.payload.text
  }

  get chunks(): readonly Buffer[] {
    return this.payload.chunks
  }

  release(bytes?: number): void {
    const given = bytes === undefined || bytes > this.heldBytes ? this.heldBytes : bytes
    this.heldBytes -= given
    if (this.account !== undefined) this.account.heldBytes -= given
    if (bytes !== undefined || this.isReleased) return
    this.isReleased = true
    this.done()
  }
}
