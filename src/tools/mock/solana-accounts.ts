import { isObject } from '../../runtime/is-object.js'
import { keepNewest } from '../record/keep-newest.js'
import type { Json, MakeResult } from './mock-chain.js'

/** The address of the program that owns plain accounts. */
export const SYSTEM_PROGRAM = '1'.repeat(32)
const LAMPORTS = 1_000_000_000
/** Accounts that change; the oldest stop. */
const MOST_WATCHED = 1_000

/** Accounts that somebody has subscribed to: each has one lamport more with each slot. */
export class SolanaAccounts {
  /** The slot of the first subscription, by address. */
  private readonly watched = new Map<string, number>()

  watch(address: string, slot: number): void {
    if (this.watched.has(address)) return
    keepNewest(this.watched, address, slot, MOST_WATCHED)
  }

  /** Undefined for an account that does not change. */
  lamportsOf(address: string, slot: number): number | undefined {
    const since = this.watched.get(address)
    return since === undefined ? undefined : LAMPORTS + Math.max(0, slot - since)
  }

  /** The account as getAccountInfo answers, before it is adapted to the call. */
  stateOf(address: string, slot: number, make: MakeResult): Json {
    const made = make(`account:${address}`, 'getAccountInfo')
    const value = isObject(made) && isObject(made.value) ? made.value : plainAccount(SYSTEM_PROGRAM, slot)
    // The schema's pattern of keys allows texts that clients cannot read.
    return { ...value, owner: SYSTEM_PROGRAM, lamports: this.lamportsOf(address, slot) ?? LAMPORTS }
  }
}

/** An account without data that changes with each slot. */
export const plainAccount = (owner: string, slot: number): Json => ({
  data: '',
  executable: false,
  lamports: LAMPORTS + slot,
  owner,
  rentEpoch: 0,
  space: 0,
})
