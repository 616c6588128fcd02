import type { HttpLimits } from './http-limits.js'

/** Whose bodies are being read: an account's by its id, those of callers whose key is still looked for, or was refused. */
export type BodyOwner = string

/** Owns the bodies of all callers whose key the store is asked about. */
export const UNKNOWN_CALLERS: BodyOwner = '(unknown)'
/** Owns the bodies of all callers whose key was refused. */
export const REFUSED_CALLERS: BodyOwner = '(refused)'

/** One owner may have this part of the whole. */
const SHARE = 0.25
/** But at least so many bodies of the largest size. */
const LEAST_BODIES = 2

/**
 * Bounds the memory that unfinished request bodies take, over all connections of the process: together, and for each owner, so that no
 * account keeps others from sending theirs, nor callers without a valid key those that have one.
 *
 * Counted is the room that was made for a body, which is more than its bytes.
 */
export class BodyBudget {
  private held = 0
  private readonly shares = new Map<BodyOwner, number>()

  constructor(private readonly limits: () => Pick<HttpLimits, 'maxPendingBodyBytes' | 'maxBodyBytes'>) {}

  /** Takes room for an owner; false, and nothing taken, when that would be too much. */
  take(owner: BodyOwner, bytes: number): boolean {
    const { maxPendingBodyBytes, maxBodyBytes } = this.limits()
    const share = (this.shares.get(owner) ?? 0) + bytes
    if (this.held + bytes > maxPendingBodyBytes) return false
    if (share > Math.max(maxPendingBodyBytes * SHARE, maxBodyBytes * LEAST_BODIES)) return false
    this.held += bytes
    this.shares.set(owner, share)
    return true
  }

  giveBack(owner: BodyOwner, bytes: number): void {
    const left = this.shares.get(owner)! - bytes
    this.held -= bytes
    if (left > 0) this.shares.set(owner, left)
    else this.shares.delete(owner)
  }

  get heldBytes(): number {
    return this.held
  }
}
