/** Signatures whose slots are kept; the oldest are dropped. */
const MOST_KEPT = 10_000

/** Slots from the newest one back to the newest of each commitment. */
export const SLOTS_BEHIND: Readonly<Record<string, number>> = { processed: 0, confirmed: 1, finalized: 32 }

/**
 * When transactions land. The mock cannot know which ones an application sends, so each lands in
 * the slot in which its signature is first named.
 */
export class SolanaSignatures {
  private readonly slots = new Map<string, number>()

  /** The slot of a transaction; the newest one if it is new. */
  slotOf(signature: string, newest: number): number {
    const slot = this.slots.get(signature) ?? newest
    this.slots.set(signature, slot)
    const [oldest] = this.slots.keys()
    if (this.slots.size > MOST_KEPT && oldest !== undefined) this.slots.delete(oldest)
    return slot
  }

  /** The status of a transaction as getSignatureStatuses answers it. */
  statusOf(signature: string, newest: number): object {
    const slot = this.slotOf(signature, newest)
    const age = newest - slot
    const isFinal = age >= SLOTS_BEHIND.finalized!
    const confirmationStatus = isFinal ? 'finalized' : age >= SLOTS_BEHIND.confirmed! ? 'confirmed' : 'processed'
    return { slot, confirmations: isFinal ? null : age, err: null, status: { Ok: null }, confirmationStatus }
  }
}
