import { hash } from 'node:crypto'
import { threadJobs } from '../../../runtime/turns/fair-queue.js'
import type { Entitlement } from '../account.js'
import { BoundedCache } from '../bounded-cache.js'
import type { GuessLimit } from '../guess-limit.js'
import { sourceName } from '../source-range.js'
import type { TokenKeys } from './jwks.js'
import { grantOf, narrowed, type TokenGrant, type TokenRules } from './token-grant.js'
import { type Claims, signedClaims } from './token-text.js'

export const MAX_TOKENS_IN_MEMORY = 10_000
const MAX_BAD_TOKENS = 1_000
const MAX_TOKEN_LENGTH = 8_192

/**
 * An entitlement restricted by a token; `nothing` if they have nothing in common. Undefined for an
 * invalid token, one for another subject, and a new one of a source that sent too many such. `busy`
 * if too many wait, so that this token was not checked.
 */
export type Narrowed = Entitlement | 'nothing' | 'busy' | undefined

interface Known {
  readonly grant: TokenGrant
  readonly narrowed: WeakMap<Entitlement, Entitlement | 'nothing'>
}

/** Dependencies of a verifier. `keys` and `rules` are configured, the others outlive them. */
export interface TokenVerifierDeps {
  readonly keys: TokenKeys
  readonly rules: TokenRules
  /** Bounds the wrong tokens that each source sends to each account. */
  readonly guessLimit: GuessLimit
  /** Hashes of tokens that were good once; these are checked again whatever their source sent. */
  readonly seenBefore: BoundedCache<true>
  readonly nowMs: () => number
}

/**
 * The sender of a token: a source, and the account whose key it has. Callers behind one address
 * share no budget, unless they have keys of one account.
 */
const senderName = (source: string, { account }: Entitlement): string => `${sourceName(source)} ${account.id}`

/**
 * Checks tokens that callers send besides a key. It verifies a signature once, on libuv's threads,
 * for which accounts take turns. Then it knows the token by its hash until the token ends.
 *
 * Bounds  good and bad tokens remembered; an account's tokens waiting for a check; wrong tokens
 *         that a source sends to an account, above which no new token of it is verified there
 */
export class TokenVerifier {
  private readonly known = new BoundedCache<Known>(MAX_TOKENS_IN_MEMORY)
  private readonly bad = new BoundedCache<true>(MAX_BAD_TOKENS)
  private readonly asked = new Map<string, Promise<Known | undefined>>()
  /** By sender, the number of its tokens in their first check. */
  private readonly triedBy = new Map<string, number>()

  constructor(private readonly deps: TokenVerifierDeps) {}

  /** Synchronous for a known token. `source` is the caller's address. */
  narrow(text: string, entitlement: Entitlement, source: string): Narrowed | Promise<Narrowed> {
    if (text.length > MAX_TOKEN_LENGTH) return this.refuse(source, entitlement)
    const tokenHash = hash('sha256', text, 'base64')
    const known = this.known.get(tokenHash)
    if (known !== undefined) return this.use(known, entitlement)
    if (this.bad.get(tokenHash) !== undefined) return this.refuse(source, entitlement)
    const asked = this.asked.get(tokenHash)
    if (asked !== undefined) return this.useChecked(asked, entitlement)
    const isNew = this.deps.seenBefore.get(tokenHash) === undefined
    return isNew ? this.tryOut(text, tokenHash, entitlement, source) : this.checkOnce(text, tokenHash, entitlement)
  }

  private refuse(source: string, entitlement: Entitlement): undefined {
    this.deps.guessLimit.count(senderName(source, entitlement))
    return undefined
  }

  /** Checks a token that was never seen, if its sender may still guess. */
  private tryOut(
    text: string,
    tokenHash: string,
    entitlement: Entitlement,
    source: string,
  ): ReturnType<TokenVerifier['narrow']> {
    const { triedBy } = this
    const sender = senderName(source, entitlement)
    const tried = triedBy.get(sender) ?? 0
    const giveBack = this.deps.guessLimit.take(sender)
    // The sender's tokens being checked may turn out good and free budget.
    if (giveBack === undefined) return tried > 0 ? 'busy' : undefined
    const checked = this.check(text, tokenHash, entitlement)
    if (checked === undefined) {
      giveBack()
      return 'busy'
    }
    triedBy.set(sender, tried + 1)
    const end = (known?: Known): void => {
      if (known !== undefined) giveBack()
      const left = triedBy.get(sender)! - 1
      if (left > 0) triedBy.set(sender, left)
      else triedBy.delete(sender)
    }
    checked.then(end, () => end())
    return this.useChecked(checked, entitlement)
  }

  private checkOnce(text: string, tokenHash: string, entitlement: Entitlement): 'busy' | Promise<Narrowed> {
    const checked = this.check(text, tokenHash, entitlement)
    return checked === undefined ? 'busy' : this.useChecked(checked, entitlement)
  }

  private async useChecked(checked: Promise<Known | undefined>, entitlement: Entitlement): Promise<Narrowed> {
    const found = await checked
    return found && this.use(found, entitlement)
  }

  /** One check for all calls with the same token; undefined if too many wait. */
  private check(text: string, tokenHash: string, { account }: Entitlement): Promise<Known | undefined> | undefined {
    const claims = threadJobs.run(account.id, () => signedClaims(text, this.deps.keys))
    if (claims === undefined) return undefined
    const known = claims.then((found) => this.judge(found, tokenHash)).finally(() => this.asked.delete(tokenHash))
    this.asked.set(tokenHash, known)
    return known
  }

  private judge(claims: Claims | undefined, tokenHash: string): Known | undefined {
    const grant = claims && grantOf(claims, this.deps.rules)
    if (grant === undefined) {
      this.bad.set(tokenHash, true)
      this.deps.seenBefore.delete(tokenHash)
      return undefined
    }
    const known = { grant, narrowed: new WeakMap() }
    this.known.set(tokenHash, known)
    this.deps.seenBefore.set(tokenHash, true)
    return known
  }

  private use({ grant, narrowed: made }: Known, entitlement: Entitlement): Narrowed {
    const nowMs = this.deps.nowMs()
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
