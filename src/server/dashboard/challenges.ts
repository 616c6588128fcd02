import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../accounts/key-text.js'
import type { PasskeyStore } from '../accounts/passkey-store.js'
import { hashSecret } from '../accounts/secrets.js'

/** A challenge, its use included, ends after this time unless its maker gives another. */
export const CHALLENGE_MS = 300_000
const END_BYTES = 6
const SIGNED_BYTES = END_BYTES + 24
const ALL_BYTES = SIGNED_BYTES + 32
const KEY_BYTES = 32

export interface ChallengeDeps {
  readonly store: Pick<PasskeyStore, 'challengeKey' | 'useChallenge'>
  readonly nowMs: () => number
  readonly randomBytes: RandomBytes
}

/**
 * Challenges that this gateway, or another process on its store, made for one purpose. A challenge
 * is its end, random bytes and their MAC: however many are asked for, none is stored. The store
 * keeps those that were used until they end, so that each works once. A passkey's is used with a
 * right signature, an identity provider's with a right state and any code.
 */
export class Challenges {
  private key: Promise<string> | undefined

  constructor(private readonly deps: ChallengeDeps) {}

  async create(purpose: string, lifetimeMs = CHALLENGE_MS): Promise<Uint8Array<ArrayBuffer>> {
    const { nowMs, randomBytes } = this.deps
    const signed = Buffer.alloc(SIGNED_BYTES)
    signed.writeUIntBE(nowMs() + lifetimeMs, 0, END_BYTES)
    signed.set(randomBytes(SIGNED_BYTES - END_BYTES), END_BYTES)
    return Uint8Array.from([...signed, ...(await this.macOf(signed, purpose))])
  }

  /** True for a challenge for this purpose that has not ended. */
  async isValid(text: string, purpose: string): Promise<boolean> {
    const bytes = Buffer.from(text, 'base64url')
    if (bytes.length !== ALL_BYTES || bytes.toString('base64url') !== text) return false
    const mac = await this.macOf(bytes.subarray(0, SIGNED_BYTES), purpose)
    return timingSafeEqual(mac, bytes.subarray(SIGNED_BYTES)) && endOf(bytes) > this.deps.nowMs()
  }

  /** Uses up a valid challenge; false if it was used before. */
  use(text: string): Promise<boolean> {
    const end = new Date(endOf(Buffer.from(text, 'base64url'))).toISOString()
    return this.deps.store.useChallenge(hashSecret(text), end, new Date(this.deps.nowMs()).toISOString())
  }

  private async macOf(signed: Uint8Array, purpose: string): Promise<Buffer> {
    const fresh = () => Buffer.from(this.deps.randomBytes(KEY_BYTES)).toString('base64url')
    this.key ??= this.deps.store.challengeKey(fresh())
    try {
      return createHmac('sha256', await this.key)
        .update(signed)
        .update(purpose)
        .digest()
    } catch (error) {
      this.key = undefined
      throw error
    }
  }
}

const endOf = (bytes: Buffer): number => bytes.readUIntBE(0, END_BYTES)
