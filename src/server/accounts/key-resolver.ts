import { orAfter } from '../../runtime/time-limit.js'
import type { IdleInterval } from '../../runtime/timers.js'
import { FairQueue } from '../../runtime/turns/fair-queue.js'
import { rangeTurns } from '../../runtime/turns/process-budgets.js'
import type { Account, Entitlement, Key, Plan } from './account.js'
import { type AccountShare, AccountShares } from './account-share.js'
import type { AccountStore } from './account-store.js'
import { BoundedCache } from './bounded-cache.js'
import { entitlementOf } from './entitlement.js'
import type { GuessLimit } from './guess-limit.js'
import { isKeyText } from './key-text.js'
import { hashSecret } from './secrets.js'
import { sourceName, sourceTestOf } from './source-range.js'
import { StoreAway } from './store-away.js'

/**
 * Dependencies of KeyResolver. `nowMs` counts from 1970; `maxEntries` and `maxUnknown` bound its
 * two caches.
 */
export interface KeyResolverDeps {
  readonly store: Pick<AccountStore, 'findByKeyHash'>
  plans(): ReadonlyMap<string, Plan>
  readonly maxEntries: number
  readonly maxUnknown: number
  readonly guessLimit: GuessLimit
  /** Polls the store for changes while keys are used, and then clears the resolver. */
  readonly storeWatch: Pick<IdleInterval, 'use'>
  nowMs(): number
}

interface KeyEntry {
  readonly entitlement: Entitlement
  /** Undefined if the key has no end. */
  readonly endsAtMs: number | undefined
}

/**
 * Running look-ups, by hash. `clear` makes a new map: the same map means that nothing was cleared
 * since.
 */
type LookUps = Map<string, Promise<Entitlement | undefined>>

/** The key used last and its entry: a connection repeats its key. Holds the key's text. */
export class LastKey {
  private text = ''
  private hash = ''
  private entry: KeyEntry | undefined
  /** The resolver's map when the entry was kept. */
  private keptWith: LookUps | undefined

  hashOf(text: string): string {
    if (text !== this.text) {
      this.hash = hashSecret(text)
      this.text = text
      this.entry = undefined
    }
    return this.hash
  }

  /** The entry that `keep` stored for this text, if `clear` was not called since. */
  entryOf(text: string, lookUps: LookUps): KeyEntry | undefined {
    return text === this.text && lookUps === this.keptWith ? this.entry : undefined
  }

  /** Stores the entry of the text last passed to `hashOf`. */
  keep(entry: KeyEntry, lookUps: LookUps): void {
    this.entry = entry
    this.keptWith = lookUps
  }
}

/** Time limit of a look-up in the store; below two seconds, as for credits. */
const LOOK_UP_MS = 1_500
const LATE = Symbol()
/** PostgreSQL finds as many with one question, see findByKeyHashIn. */
const LIMITS = { maxRunning: 32, maxWaiting: 1_024 }

/** Waits for a look-up. Errors: rejects with its error, or with StoreAway after the limit. */
const inLookUpTime = async <Found>(lookUp: Promise<Found>): Promise<Found> => {
  const found = await orAfter(lookUp, LOOK_UP_MS, LATE)
  if (found === LATE) throw new StoreAway('the store does not answer')
  return found as Found
}

/**
 * Look-ups of keys that were never seen: a few at once, and sources take turns. Anybody may invent
 * keys, and from many addresses; known keys and their credits must not wait for these.
 */
class NewKeys {
  private readonly queue = new FairQueue(LIMITS)

  /**
   * Errors  rejects with those of `lookUp`; with StoreAway if too many wait, or the turn comes too
   *         late
   */
  async lookUp<Found>(source: string, lookUp: () => Promise<Found | undefined>): Promise<Found | undefined> {
    let isWaiting = true
    const found = this.queue.run(sourceName(source), async () => (isWaiting ? lookUp() : undefined))
    if (found === undefined) throw new StoreAway('too many new keys wait for the store')
    try {
      return await inLookUpTime(found)
    } finally {
      isWaiting = false
    }
  }
}

/**
 * Resolves a key's text to its entitlement. Looks each key up in the store once and caches it by
 * hash; never keeps a key's text.
 */
export class KeyResolver {
  private readonly known: BoundedCache<KeyEntry>
  private readonly unknown: BoundedCache<true>
  /**
   * Source ranges of the keys found once, by hash. Another look-up takes no budget: a change locks
   * no caller out. Nor are the ranges compiled again, unless they changed.
   */
  private readonly seenBefore: BoundedCache<Key['allowedSources']>
  private readonly newKeys = new NewKeys()
  private readonly shares = new AccountShares()
  private lookUps: LookUps = new Map()

  constructor(private readonly deps: KeyResolverDeps) {
    this.known = new BoundedCache(deps.maxEntries)
    this.unknown = new BoundedCache(deps.maxUnknown)
    this.seenBefore = new BoundedCache(deps.maxEntries)
  }

  /**
   * Undefined for a missing, unknown or revoked key, and for a new key from a `source` (an address)
   * that has guessed too much. Synchronous for cached keys; rejects when the store does. `lastKey`
   * saves the look-up of a repeated key.
   */
  readonly find = (
    keyText: string | undefined,
    source: string,
    lastKey?: LastKey,
  ): Entitlement | undefined | Promise<Entitlement | undefined> => {
    this.deps.storeWatch.use()
    if (keyText === undefined || keyText === '') return undefined
    const again = lastKey?.entryOf(keyText, this.lookUps)
    if (again !== undefined && this.isLasting(again)) return again.entitlement
    const keyHash = lastKey === undefined ? hashSecret(keyText) : lastKey.hashOf(keyText)
    const entry = this.known.get(keyHash)
    if (entry !== undefined) {
      if (this.isLasting(entry)) {
        lastKey?.keep(entry, this.lookUps)
        return entry.entitlement
      }
      this.known.delete(keyHash)
    }
    if (this.unknown.get(keyHash) !== undefined || !isKeyText(keyText)) {
      this.deps.guessLimit.count(source)
      return undefined
    }
    const isNew = this.seenBefore.get(keyHash) === undefined && !this.lookUps.has(keyHash)
    return isNew ? this.lookUpNew(keyHash, source) : this.lookUpOnce(keyHash)
  }

  /** Clears the caches, after a change of the store or the plans. */
  clear(): void {
    this.known.clear()
    this.unknown.clear()
    this.lookUps = new Map()
  }

  private isLasting({ endsAtMs }: KeyEntry): boolean {
    return endsAtMs === undefined || this.deps.nowMs() < endsAtMs
  }

  /** Looks up a key that was never seen, if its source may still guess. */
  private lookUpNew(keyHash: string, source: string): undefined | Promise<Entitlement | undefined> {
    const giveBack = this.deps.guessLimit.take(source)
    if (giveBack === undefined) return undefined
    const found = this.lookUpOnce(keyHash, () => this.newKeys.lookUp(source, () => this.lookUp(keyHash)))
    found.then((entitlement) => entitlement && giveBack(), giveBack)
    return found
  }

  private lookUpOnce(keyHash: string, lookUp = () => this.lookUp(keyHash)): Promise<Entitlement | undefined> {
    const { lookUps } = this
    const earlier = lookUps.get(keyHash)
    if (earlier !== undefined) return earlier
    const found = lookUp()
    lookUps.set(keyHash, found)
    const forget = () => void lookUps.delete(keyHash)
    found.then(forget, forget)
    return found
  }

  /** See AccountShares. */
  shareOf(accountId: string): AccountShare {
    return this.shares.of(accountId)
  }

  private async lookUp(keyHash: string): Promise<Entitlement | undefined> {
    const { store, plans } = this.deps
    const { lookUps } = this
    const stored = await inLookUpTime(store.findByKeyHash(keyHash))
    const found = stored && (await this.withCompiledRanges(keyHash, stored.key, stored.account))
    // After a `clear` the answer may be outdated: good for calls that asked before, not for the
    // cache.
    const isCurrent = lookUps === this.lookUps
    if (found === undefined) {
      this.seenBefore.delete(keyHash)
      if (isCurrent) this.unknown.set(keyHash, true)
      return undefined
    }
    const { key, account } = found
    this.seenBefore.set(keyHash, key.allowedSources)
    const entitlement = entitlementOf(key, account, plans(), this.shares.of(account.id))
    const endsAtMs = key.revokesAt === undefined ? undefined : Date.parse(key.revokesAt)
    if (isCurrent) this.known.set(keyHash, { entitlement, endsAtMs })
    return entitlement
  }

  /** Gives the key its list of before if that says the same; a new list is compiled in its turn. */
  private async withCompiledRanges(keyHash: string, key: Key, account: Account) {
    const { allowedSources } = key
    const before = this.seenBefore.get(keyHash) ?? []
    if (before.length === allowedSources.length && before.every((range, at) => range === allowedSources[at]))
      return { key: { ...key, allowedSources: before }, account }
    await new Promise<void>((done) => {
      const compile = () => {
        sourceTestOf(allowedSources)
        done()
      }
      rangeTurns.run(account.id, compile, allowedSources.length)
    })
    return { key, account }
  }
}
