import { withTimeLimit } from '../runtime/time-limit.js'
import type { Entitlement, Plan } from './account.js'
import { AccountShares } from './account-share.js'
import type { AccountStore } from './account-store.js'
import { BoundedCache } from './bounded-cache.js'
import { entitlementOf } from './entitlement.js'
import type { GuessLimit } from './guess-limit.js'
import { hashKeyText, isKeyText, type LastKey } from './key-text.js'

/** How long a caller whose key is not in memory waits for a store that hangs; below two seconds, as for credits. */
const LOOK_UP_MS = 1_500

/** What a key resolver is made from. `now` is in milliseconds since 1970; `maxEntries` and `maxUnknown` bound its two caches. */
export interface KeyResolverParts {
  readonly store: Pick<AccountStore, 'findByKeyHash'>
  plans(): ReadonlyMap<string, Plan>
  readonly maxEntries: number
  readonly maxUnknown: number
  readonly guessLimit: GuessLimit
  now(): number
}

/** Finds the caller: from the text of a key to what it is entitled to. */
export interface KeyResolver {
  /**
   * Undefined for no key, an unknown one and a revoked one alike, and for a key never seen before from a `source` (an address) that has
   * guessed too much. Synchronous for keys seen before; rejects when the store does. `lastKey` spares the hashing of a key that comes again.
   */
  find(
    keyText: string | undefined,
    source: string,
    lastKey?: LastKey,
  ): Entitlement | undefined | Promise<Entitlement | undefined>
  /** Forgets everything; to be called when the store or the plans changed. */
  clear(): void
}

interface KeyEntry {
  readonly entitlement: Entitlement
  readonly endsAtMs: number
}

/** Looks keys up in the store once and remembers them, by hash: the resolver keeps no key's text. */
export const createKeyResolver = (parts: KeyResolverParts): KeyResolver => new StoredKeys(parts)

class StoredKeys implements KeyResolver {
  private readonly known: BoundedCache<KeyEntry>
  private readonly unknown: BoundedCache<true>
  /** Keys found once, by hash: after a change they are looked up again whatever their source's budget, or a change would lock them out. */
  private readonly seenBefore: BoundedCache<true>
  private readonly shares = new AccountShares()
  /** Look-ups under way since the last `clear`, by hash. */
  private asked = new Map<string, Promise<Entitlement | undefined>>()

  private readonly now: () => number

  constructor(private readonly parts: KeyResolverParts) {
    this.now = parts.now
    this.known = new BoundedCache(parts.maxEntries)
    this.unknown = new BoundedCache(parts.maxUnknown)
    this.seenBefore = new BoundedCache(parts.maxEntries)
  }

  find(
    keyText: string | undefined,
    source: string,
    lastKey?: LastKey,
  ): Entitlement | undefined | Promise<Entitlement | undefined> {
    if (keyText === undefined || keyText === '') return undefined
    const keyHash = lastKey === undefined ? hashKeyText(keyText) : lastKey.hashOf(keyText)
    const entry = this.known.get(keyHash)
    if (entry !== undefined) {
      if (this.now() < entry.endsAtMs) return entry.entitlement
      this.known.delete(keyHash)
    }
    if (this.unknown.get(keyHash) !== undefined || !isKeyText(keyText)) {
      this.parts.guessLimit.count(source)
      return undefined
    }
    const isNew = this.seenBefore.get(keyHash) === undefined && !this.asked.has(keyHash)
    return isNew ? this.tryOut(keyHash, source) : this.askOnce(keyHash)
  }

  clear(): void {
    this.known.clear()
    this.unknown.clear()
    this.asked = new Map()
  }

  /** Looks a key up that was never seen before, if its source may still guess. */
  private tryOut(keyHash: string, source: string): undefined | Promise<Entitlement | undefined> {
    const giveBack = this.parts.guessLimit.take(source)
    if (giveBack === undefined) return undefined
    const answer = this.askOnce(keyHash)
    answer.then((found) => found && giveBack(), giveBack)
    return answer
  }

  /** Asks the store once for all calls that wait for the same key. */
  private askOnce(keyHash: string): Promise<Entitlement | undefined> {
    const round = this.asked
    const earlier = round.get(keyHash)
    if (earlier !== undefined) return earlier
    const answer = this.ask(keyHash)
    round.set(keyHash, answer)
    const forget = () => void round.delete(keyHash)
    answer.then(forget, forget)
    return answer
  }

  private async ask(keyHash: string): Promise<Entitlement | undefined> {
    const { store, plans } = this.parts
    const round = this.asked
    const found = await withTimeLimit(store.findByKeyHash(keyHash), LOOK_UP_MS, 'the store does not answer')
    // After a `clear` the answer may be older than the change: good for callers that asked before it, not to be remembered.
    const isCurrent = round === this.asked
    if (found === undefined) {
      this.seenBefore.delete(keyHash)
      if (isCurrent) this.unknown.set(keyHash, true)
      return undefined
    }
    this.seenBefore.set(keyHash, true)
    const { key, account } = found
    const entitlement = entitlementOf(key, account, plans(), this.shares.of(account.id))
    const endsAtMs = key.revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.revokesAt)
    if (isCurrent) this.known.set(keyHash, { entitlement, endsAtMs })
    return entitlement
  }
}
