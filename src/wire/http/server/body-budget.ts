import type { HttpLimits } from './http-limits.js'

/** The owner of bodies being read: an account's id, or one of the shared owners below. */
export type BodyOwner = string

/** Owns the bodies of all callers whose key is still being looked up. */
export const UNKNOWN_CALLERS: BodyOwner = '(unknown)'
/** Owns the bodies of all callers whose key was refused. */
export const REFUSED_CALLERS: BodyOwner = '(refused)'
/** Owns the bodies of WebSockets that are about to be cut. */
export const LINGERING: BodyOwner = '(lingering)'

/** The part of the budget that one owner may use, and that is left to owners with a few bytes. */
const SHARE = 0.25
/** The part of the budget that counts as a few bytes. */
const FEW = 1 / 64
/** An owner's minimum, in bodies of the largest size. */
const LEAST_BODIES = 2

/**
 * Bounds the memory of unfinished request bodies over all connections of the process, in total and
 * for each owner. So no account keeps others from sending bodies, and callers without a valid key
 * do not displace those with one. Nor do many accounts together: none may have more than a few
 * bytes of the last quarter.
 *
 * Counts the room allocated for a body, which is more than its bytes.
 */
export class BodyBudget {
  private held = 0
  private readonly shares = new Map<BodyOwner, number>()

  constructor(private readonly limits: () => Pick<HttpLimits, 'maxPendingBodyBytes' | 'maxBodyBytes'>) {}

  /** Takes room for an owner; returns false and takes nothing if that exceeds a limit. */
  take(owner: BodyOwner, bytes: number): boolean {
    const free = this.limits().maxPendingBodyBytes - this.held - bytes
    if (free < 0 || !this.fits(owner, bytes) || (free < this.keptBytes && !this.hasFew(owner, bytes))) return false
    this.add(owner, bytes)
    return true
  }

  /** Moves room to another owner; returns false and moves nothing if that exceeds its limit. */
  move(from: BodyOwner, to: BodyOwner, bytes: number): boolean {
    if (bytes === 0) return true
    if (!this.fits(to, bytes)) return false
    this.giveBack(from, bytes)
    this.add(to, bytes)
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

  private fits(owner: BodyOwner, bytes: number): boolean {
    const { maxPendingBodyBytes, maxBodyBytes } = this.limits()
    const share = (this.shares.get(owner) ?? 0) + bytes
    return share <= Math.max(maxPendingBodyBytes * SHARE, maxBodyBytes * LEAST_BODIES)
  }

  /** Less, or nothing, if one owner's largest bodies and one of another need the room. */
  private get keptBytes(): number {
    const { maxPendingBodyBytes, maxBodyBytes } = this.limits()
    return Math.min(maxPendingBodyBytes * SHARE, maxPendingBodyBytes - maxBodyBytes * (LEAST_BODIES + 1))
  }

  private hasFew(owner: BodyOwner, bytes: number): boolean {
    return (this.shares.get(owner) ?? 0) + bytes <= this.limits().maxPendingBodyBytes * FEW
  }

  private add(owner: BodyOwner, bytes: number): void {
    this.held += bytes
    this.shares.set(owner, (this.shares.get(owner) ?? 0) + bytes)
  }
}

const NO_BYTES = Buffer.alloc(0)
/** The initial room for a body; it doubles as needed. */
const FIRST_ROOM_BYTES = 16_384

/** The outcome for a piece: taken, or the reason why not. */
export type TakenBytes = 'taken' | 'too-large' | 'no-room' | 'too-fast'

/** Counts a piece of a body, or nothing; returns whether its owner may send what came so far. */
export type BodyMeter = (bytes: number) => boolean

/**
 * An unfinished request body in one block that grows. However small its pieces are, it takes less
 * than twice its bytes plus the initial room. As separate buffers, one-byte pieces would take a
 * hundred times that.
 *
 * `expectedBytes`  the declared length; undefined for a chunked body
 * `meter`          counts each piece; omitted if the declared length was counted
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

  /** Appends `piece` from `from` to `to`. If it is not taken, the body stays unfinished. */
  take(piece: Buffer, from: number, to: number): TakenBytes {
    const length = this.length + to - from
    if (length > this.maxBytes) return 'too-large'
    if (this.meter?.(to - from) === false) return 'too-fast'
    if (length > this.bytes.length && !this.grow(length)) return 'no-room'
    piece.copy(this.bytes, this.length, from, to)
    this.length = length
    return 'taken'
  }

  /**
   * Moves the room to another owner, and limits the body to `maxBytes` from now on. The meter
   * decides about pieces that came before it knew the owner.
   */
  bound(maxBytes: number, owner: BodyOwner): TakenBytes {
    this.maxBytes = maxBytes
    if (Math.max(this.length, this.expectedBytes ?? 0) > maxBytes) return 'too-large'
    if (this.length > 0 && this.meter?.(0) === false) return 'too-fast'
    if (owner !== this.owner && !this.budget.move(this.owner, owner, this.bytes.length)) return 'no-room'
    this.owner = owner
    return 'taken'
  }

  /** The complete body; its room no longer counts. */
  finish(): Buffer {
    const { bytes, length } = this
    this.drop()
    return length === bytes.length ? bytes : bytes.subarray(0, length)
  }

  /** Discards the body. */
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
