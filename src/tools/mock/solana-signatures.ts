import { createHash } from 'node:crypto'
import { BASE58 } from '../../runtime/base58.js'
import { solanaSignature } from '../../wire/transactions/transaction-id.js'
import { keepNewest } from '../record/keep-newest.js'

/** Signatures whose slots are kept; the oldest are dropped. */
const MOST_KEPT = 10_000
/** Texts of so many digits that begin with 5 have 32 bytes as a key, and 64 as a signature. */
export const KEY_DIGITS = 43
const SIGNATURE_DIGITS = 87

/** Slots from the newest one back to the newest of each commitment. */
export const SLOTS_BEHIND: Readonly<Record<string, number>> = { processed: 0, confirmed: 1, finalized: 32 }

/**
 * When transactions land. The mock cannot know which ones an application sends elsewhere, so each
 * lands in the slot in which its signature is first named.
 */
export class SolanaSignatures {
  private readonly slots = new Map<string, number>()

  /** The slot of a transaction; the newest one if it is new. */
  slotOf(signature: string, newest: number): number {
    const slot = this.slots.get(signature) ?? newest
    keepNewest(this.slots, signature, slot, MOST_KEPT)
    return slot
  }

  /**
   * The signature of a transaction that a program sends, which lands now; undefined if it has none.
   */
  sent([transaction, config]: readonly unknown[], newest: number): string | undefined {
    const signature = solanaSignature(transaction, config)
    if (signature !== undefined) this.slotOf(signature, newest)
    return signature
  }

  /** The signature of a transaction that the node sends, which lands now. */
  made(about: string, newest: number): string {
    const signature = base58Text(`${about}:${newest}`, SIGNATURE_DIGITS)
    this.slotOf(signature, newest)
    return signature
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

/** A base58 text that follows from another text. */
export const base58Text = (about: string, digits: number): string => {
  const bytes = createHash('shake256', { outputLength: digits - 1 })
    .update(about)
    .digest()
  return `5${[...bytes].map((byte) => BASE58[byte % BASE58.length]).join('')}`
}
