import type { HttpLimits } from './http-limits.js'

/**
 * Whose bodies are being read: an account's by its id, those of callers whose key is still looked
 * for, or was refused.
 */
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
 * Bounds the memory that unfinished request bodies take, over all connections of the process:
 * together, and for each owner, so that no account keeps others from sending theirs, nor callers
 * without a valid key those that have one.
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

const NO_BYTES = Buffer.alloc(0)
/** The first room for a body; later it doubles. */
const FIRST_ROOM_BYTES = 16_384

/** Whether bytes were taken; why not. */
export type TakenBytes = 'taken' | 'too-large' | 'no-room' | 'too-fast'

/** Counts a piece of a body, and says whether its owner may send it now. */
export type BodyMeter = (bytes: number) => boolean

/**
 * A request body that has not come whole, in one block that grows. However small the pieces are
 * that it comes in, it weighs less than twice its bytes, and the first room: as buffers of their
 * own, pieces of one byte weigh a hundred times that.
 *
 * `expectedBytes`  what its length was said to be; undefined for one that comes in chunks
 * `meter`          counts each piece; left out: the owner's bytes were counted by that length
 */
export class BodyBlock {
  private bytes = NO_BYTES
  private length = 0

  constructor(
    private readonly budget: BodyBudget,
    private owner: BodyOwner,
    private maxBytes: number,
    private readonly expectedBytes: number | undefined,
    private readonly meter?: BodyMeter,
  ) {}

  /** Adds `piece` from `from` to `to`. What was not taken leaves the body unfinished for good. */
  take(piece: Buffer, from: number, to: number): TakenBytes {
    const length = this.length + to - from
    if (length > this.maxBytes) return 'too-large'
    if (this.meter?.(to - from) === false) return 'too-fast'
    if (length > this.bytes.length && !this.grow(length)) return 'no-room'
    piece.copy(this.bytes, this.length, from, to)
    this.length = length
    return 'taken'
  }

  /** From now on the room is another owner's, and the body may be no longer than `maxBytes`. */
  bound(maxBytes: number, owner: BodyOwner): TakenBytes {
    this.maxBytes = maxBytes
    if (Math.max(this.length, this.expectedBytes ?? 0) > maxBytes) return 'too-large'
    const room = this.bytes.length
    if (!this.budget.take(owner, room)) return 'no-room'
    this.budget.giveBack(this.owner, room)
    this.owner = owner
    return 'taken'
  }

  /** The body as it is now; its room counts no more. */
  finish(): Buffer {
    const { bytes, length } = this
    this.drop()
    return length === bytes.length ? bytes : bytes.subarray(0, length)
  }

  /** No reader wants it. */
  drop(): void {
    if (this.bytes.length > 0) this.budget.giveBack(this.owner, this.bytes.length)
    this.bytes = NO_BYTES
    this.length = 0
  }

  private grow(needed: number): boolean {
    const before = this.bytes.length
    const usual = Math.max(FIRST_ROOM_BYTES, 2 * before, needed)
    const room = Math.min(usual, this.expectedBytes ?? this.maxBytes)
    if (!this.budget.take(this.owner, room - before)) return false
    const grown = Buffer.allocUnsafeSlow(room)
    this.bytes.copy(grown, 0, 0, this.length)
    this.bytes = grown
    return true
  }
}
