import { hash } from 'node:crypto'
import { ThreadJobs } from '../../../runtime/thread-jobs.js'
import type { Entitlement } from '../account.js'
import { BoundedCache } from '../bounded-cache.js'
import type { TokenKeys } from './jwks.js'
import { grantOf, narrowed, type TokenGrant, type TokenRules } from './token-grant.js'
import { signedClaims } from './token-text.js'

const MAX_TOKENS_IN_MEMORY = 10_000
const MAX_BAD_TOKENS = 1_000
const MAX_TOKEN_LENGTH = 8_192
/** Tokens of one account that wait to be looked at; more are refused. */
const MAX_WAITING = 1_000
/** Signatures that are checked at once; see ThreadJobs. */
const jobs = new ThreadJobs(2)

/** What a token makes of an entitlement: less of it; `nothing` in common; undefined for a token that is not valid, or not for it. */
export type Narrowed = Entitlement | 'nothing' | undefined

interface Known {
  readonly grant: TokenGrant
  readonly narrowed: WeakMap<Entitlement, Entitlement | 'nothing'>
}

/**
 * Checks tokens that callers bring beside a key. A signature is checked once, on libuv's threads; then the token is known by its hash until
 * it ends.
 *
 * Bounds  tokens remembered, good ones and bad ones, and those of an account that wait to be checked
 */
export class TokenVerifier {
  private readonly known = new BoundedCache<Known>(MAX_TOKENS_IN_MEMORY)
  private readonly bad = new BoundedCache<true>(MAX_BAD_TOKENS)
  private readonly asked = new Map<string, Promise<Known | undefined>>()
  private readonly waiting = new Map<string, number>()

  constructor(
    private readonly keys: TokenKeys,
    private readonly rules: TokenRules,
    private readonly nowMs: () => number,
  ) {}

  /** At once for a token that is known. */
  narrow(text: string, entitlement: Entitlement): Narrowed | Promise<Narrowed> {
    if (text.length > MAX_TOKEN_LENGTH) return undefined
    const tokenHash = hash('sha256', text, 'base64')
    const known = this.known.get(tokenHash)
    if (known !== undefined) return this.use(known, entitlement)
    if (this.bad.get(tokenHash) !== undefined) return undefined
    return this.checkOnce(text, tokenHash, entitlement)
  }

  private async checkOnce(text: string, tokenHash: string, entitlement: Entitlement): Promise<Narrowed> {
    let known = this.asked.get(tokenHash)
    if (known === undefined) {
      const { id } = entitlement.account
      const waiting = this.waiting.get(id) ?? 0
      if (waiting >= MAX_WAITING) return undefined
      this.waiting.set(id, waiting + 1)
      known = this.check(text, tokenHash).finally(() => {
        this.asked.delete(tokenHash)
        const left = this.waiting.get(id)! - 1
        if (left > 0) this.waiting.set(id, left)
        else this.waiting.delete(id)
      })
      this.asked.set(tokenHash, known)
    }
    const found = await known
    return found && this.use(found, entitlement)
  }

  private async check(text: string, tokenHash: string): Promise<Known | undefined> {
    const claims = await jobs.run(() => signedClaims(text, this.keys))
    const grant = claims && grantOf(claims, this.rules)
    if (grant === undefined) {
      this.bad.set(tokenHash, true)
      return undefined
    }
    const known = { grant, narrowed: new WeakMap() }
    this.known.set(tokenHash, known)
    return known
  }

  private use({ grant, narrowed: made }: Known, entitlement: Entitlement): Narrowed {
    const nowMs = this.nowMs()
    const { key, account } = entitlement
    if (nowMs < grant.startsAtMs || nowMs >= grant.endsAtMs) return undefined
    if (grant.subject !== account.id && grant.subject !== key.id) return undefined
    let result = made.get(entitlement)
    if (result === undefined) {
      result = narrowed(entitlement, grant) ?? 'nothing'
      made.set(entitlement, result)
    }
    return result
  }
}
