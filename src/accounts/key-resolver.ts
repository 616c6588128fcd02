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

/** What the directory asks. `now` is in milliseconds since 1970; `maxEntries` and `maxUnknown` bound its two caches. */
export interface KeyResolverParts {
  readonly store: Pick<AccountStore, 'findByKeyHash'>
  plans(): ReadonlyMap<string, Plan>
  readonly maxEntries: number
  readonly maxUnknown: number
  readonly guessLimit: GuessLimit
  now(): number
}

/** Finds what a key is entitled to by its text. */
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
  /** Calls `listener` after every `clear`, for holders of entitlements, such as open WebSockets; returns a function that removes it. */
  onClear(listener: () => void): () => void
}

interface KeyEntry {
  readonly entitlement: Entitlement
  readonly endsAtMs: number
}

/** Looks keys up in the store once and remembers them, by hash: the resolver keeps no key's text. */
export const createKeyResolver = (parts: KeyResolverParts): KeyResolver => {
  const { store, plans, maxEntries, maxUnknown, guessLimit, now } = parts
  const known = new BoundedCache<KeyEntry>(maxEntries)
  const unknown = new BoundedCache<true>(maxUnknown)
  /** Keys found once, by hash: after a change they are looked up again whatever their source's budget, or a change would lock them out. */
  const seenBefore = new BoundedCache<true>(maxEntries)
  const shares = new AccountShares()
  const listeners = new Set<() => void>()
  /** The earliest end of the keys found, those included that memory no longer has. */
  let asked = new Map<string, Promise<Entitlement | undefined>>()

  const ask = async (keyHash: string): Promise<Entitlement | undefined> => {
    const round = asked
    const found = await withTimeLimit(store.findByKeyHash(keyHash), LOOK_UP_MS, 'the store does not answer')
    // After a `clear` the answer may be older than the change: good for callers that asked before it, not to be remembered.
    const isCurrent = round === asked
    if (found === undefined) {
      seenBefore.delete(keyHash)
      if (isCurrent) unknown.set(keyHash, true)
      return undefined
    }
    seenBefore.set(keyHash, true)
    const { key, account } = found
    const entitlement = entitlementOf(key, account, plans(), shares.of(account.id))
    const endsAtMs = key.revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(key.revokesAt)
    if (isCurrent) known.set(keyHash, { entitlement, endsAtMs })
    return entitlement
  }

  /** Asks the store once for all calls that wait for the same key. */
  const askOnce = (keyHash: string): Promise<Entitlement | undefined> => {
    const round = asked
    const earlier = round.get(keyHash)
    if (earlier !== undefined) return earlier
    const answer = ask(keyHash)
    round.set(keyHash, answer)
    const forget = () => void round.delete(keyHash)
    answer.then(forget, forget)
    return answer
  }

  /** Looks a key up that was never seen before, if its source may still guess. */
  const tryOut = (keyHash: string, source: string): undefined | Promise<Entitlement | undefined> => {
    const giveBack = guessLimit.take(source)
    if (giveBack === undefined) return undefined
    const answer = askOnce(keyHash)
    answer.then((found) => found && giveBack(), giveBack)
    return answer
  }

  const find = (
    keyText: string | undefined,
    source: string,
    lastKey?: LastKey,
  ): Entitlement | undefined | Promise<Entitlement | undefined> => {
    if (keyText === undefined || keyText === '') return undefined
    const keyHash = lastKey === undefined ? hashKeyText(keyText) : lastKey.hashOf(keyText)
    const entry = known.get(keyHash)
    if (entry !== undefined) {
      if (now() < entry.endsAtMs) return entry.entitlement
      known.delete(keyHash)
    }
    if (unknown.get(keyHash) !== undefined || !isKeyText(keyText)) {
      guessLimit.count(source)
      return undefined
    }
    return seenBefore.get(keyHash) === undefined && !asked.has(keyHash) ? tryOut(keyHash, source) : askOnce(keyHash)
  }

  return {
    find,
    clear: () => {
      known.clear()
      unknown.clear()
      asked = new Map()
      for (const listener of listeners) listener()
    },
    onClear: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
