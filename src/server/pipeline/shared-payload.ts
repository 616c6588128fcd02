import { heldBy, type NodeErrorReply, type Payload, type Reply } from '../../wire/jsonrpc/reply.js'
import type { AccountShare } from '../accounts/account-share.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { ChargedCall } from './stage.js'

/**
 * Splits one payload among several callers. Its bytes, in memory once, are released when the last
 * caller is done.
 *
 * They count against each account while its own callers hold them, so that a caller that does not
 * read uses no other account's share.
 */
export class SharedPayloads {
  private readonly bytes: number

  constructor(
    private readonly payload: Payload,
    private readonly budget: ByteBudget,
    /** Callers that wait for it; `of` must be called for each. */
    private left: number,
  ) {
    this.bytes = payload.heldBytes ?? 0
    payload.leaveAccount?.()
  }

  /** One caller's payload; undefined if its account holds too much already. */
  of(account: AccountShare | undefined): Payload | undefined {
    if (this.budget.countAlsoFor(this.bytes, account))
      return new SharedPayload(this.payload, account, this.bytes, () => this.done())
    this.done()
    return undefined
  }

  private done(): void {
    if (--this.left === 0) this.payload.release()
  }
}

/**
 * Makes replies for `count` callers from one; undefined for a caller whose account holds too much.
 */
export const sharesOf = (
  reply: Reply,
  budget: ByteBudget,
  count: number,
): ((call: ChargedCall) => Reply | undefined) => {
  const held = heldBy(reply)
  if (held === undefined) return () => ({ ...reply })
  const payloads = new SharedPayloads(held, budget, count)
  return ({ caller }) => {
    const payload = payloads.of(caller.entitlement.share)
    if (payload === undefined) return undefined
    return reply.error === undefined ? { ...reply, result: payload } : { ...(reply as NodeErrorReply), payload }
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
