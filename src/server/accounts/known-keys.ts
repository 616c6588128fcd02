import { withTimeLimit } from '../../runtime/time-limit.js'
import type { IdleInterval } from '../../runtime/timers.js'
import type { Entitlement, Plan } from './account.js'
import { AccountShares } from './account-share.js'
import type { AccountStore } from './account-store.js'
import { BoundedCache } from './bounded-cache.js'
import { entitlementOf } from './entitlement.js'
import type { GuessLimit } from './guess-limit.js'
import { hashKeyText, isKeyText } from './key-text.js'

/**
 * How long a caller whose key is not in memory waits for a store that hangs; below two seconds, as
 * for credits.
 */
const LOOK_UP_MS = 1_500

/**
 * What a key resolver is made from. `now` is in milliseconds since 1970; `maxEntries` and
 * `maxUnknown` bound its two caches.
 */
export interface KeyResolverDeps {
  readonly store: Pick<AccountStore, 'findByKeyHash'>
  plans(): ReadonlyMap<string, Plan>
  readonly maxEntries: number
  readonly maxUnknown: number
  readonly guessLimit: GuessLimit
  /** Looks for changes in the store while keys are asked for, and has the resolver cleared. */
  readonly storeWatch: Pick<IdleInterval, 'use'>
  now(): number
}

interface KeyEntry {
  readonly entitlement: Entitlement
  /** Undefined: its time has no end. */
  readonly endsAtMs: number | undefined
}

/** Look-ups under way, by hash; `clear` begins another round. */
type Round = Map<string, Promise<Entitlement | undefined>>

/**
 * The key that came last, and what it led to: a connection brings the same one again and again. As
 * long as it lives it keeps that key's text.
 */
export class LastKey {
  private text = ''
  private hash = ''
  private entry: KeyEntry | undefined
  private round: Round | undefined

  hashOf(text: string): string {
    if (text !== this.text) {
      this.hash = hashKeyText(text)
      this.text = text
      this.entry = undefined
    }
    return this.hash
  }

  /** What `keep` was given for this text in the same round. */
  entryOf(text: string, round: Round): KeyEntry | undefined {
    return text === this.text && round === this.round ? this.entry : undefined
  }

  /** Keeps what the text led to that `hashOf` was asked for last. */
  keep(entry: KeyEntry, round: Round): void {
    this.entry = entry
    this.round = round
  }
}

/**
 * Finds the caller: from the text of a key to what it is entitled to. Keys are looked up in the
 * store once and remembered, by hash: the resolver keeps no key's text.
 */
export class KeyResolver {
  private readonly known: BoundedCache<KeyEntry>
  private readonly unknown: BoundedCache<true>
  /**
   * Keys found once, by hash: after a change they are looked up again whatever their source's
   * budget, or a change would lock them out.
   */
  private readonly seenBefore: BoundedCache<true>
  private readonly shares = new AccountShares()
  private asked: Round = new Map()
  private readonly now: () => number

  constructor(private readonly deps: KeyResolverDeps) {
    this.now = deps.now
    this.known = new BoundedCache(deps.maxEntries)
    this.unknown = new BoundedCache(deps.maxUnknown)
    this.seenBefore = new BoundedCache(deps.maxEntries)
  }

  /**
   * Undefined for no key, an unknown one and a revoked one alike, and for a key never seen before
   * from a `source` (an address) that has guessed too much. Synchronous for keys seen before;
   * rejects when the store does. `lastKey` spares the look-up of a key that comes again.
   */
  readonly find = (
    keyText: string | undefined,
    source: string,
    lastKey?: LastKey,
  ): Entitlement | undefined | Promise<Entitlement | undefined> => {
    this.deps.storeWatch.use()
    if (keyText === undefined || keyText === '') return undefined
    const again = lastKey?.entryOf(keyText, this.asked)
    if (again !== undefined && this.isLasting(again)) return again.entitlement
    const keyHash = lastKey === undefined ? hashKeyText(keyText) : lastKey.hashOf(keyText)
    const entry = this.known.get(keyHash)
    if (entry !== undefined) {
      if (this.isLasting(entry)) {
        lastKey?.keep(entry, this.asked)
        return entry.entitlement
      }
      this.known.delete(keyHash)
    }
    if (this.unknown.get(keyHash) !== undefined || !isKeyText(keyText)) {
      this.deps.guessLimit.count(source)
      return undefined
    }
    const isNew = this.seenBefore.get(keyHash) === undefined && !this.asked.has(keyHash)
    return isNew ? this.tryOut(keyHash, source) : this.askOnce(keyHash)
  }

  /** Forgets everything; to be called when the store or the plans changed. */
  clear(): void {
    this.known.clear()
    this.unknown.clear()
    this.asked = new Map()
  }

  private isLasting({ endsAtMs }: KeyEntry): boolean {
    return endsAtMs === undefined || this.now() < endsAtMs
  }

  /** Looks a key up that was never seen before, if its source may still guess. */
  private tryOut(keyHash: string, source: string): undefined | Promise<Entitlement | undefined> {
    const giveBack = this.deps.guessLimit.take(source)
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
    const { store, plans } = this.deps
    const round = this.asked
    const found = await withTimeLimit(store.findByKeyHash(keyHash), LOOK_UP_MS, 'the store does not answer')
    // After a `clear` the answer may be older than the change: good for callers that asked before
    // it, not to be remembered.
    const isCurrent = round === this.asked
    if (found === undefined) {
      this.seenBefore.delete(keyHash)
      if (isCurrent) this.unknown.set(keyHash, true)
      return undefined
    }
    this.seenBefore.set(keyHash, true)
    const { key, account } = found
    const entitlement = entitlementOf(key, account, plans(), this.shares.of(account.id))
    const endsAtMs = key.revokesAt === undefined ? undefined : Date.parse(key.revokesAt)
    if (isCurrent) this.known.set(keyHash, { entitlement, endsAtMs })
    return entitlement
  }
}

/** Where uses of keys are written; a part of the usage store. */
interface KeyUseWriter {
  recordKeyUses(uses: ReadonlyMap<string, string>): Promise<void>
}

/** Keys of one minute that are remembered; of further ones the use is seen in a later minute. */
const MAX_KEYS = 100_000
const MINUTE_MS = 60_000
/** Written in one go; the event loop is free in between. */
const GROUP = 500

/**
 * Notes when keys were last used, away from the calls that use them.
 *
 * `nowMs` counts from 1970; `afterTurn` runs once this turn of the event loop is over. `flushDue`
 * is for the caller to call, about once a second.
 */
export class KeyUses {
  private readonly seen = new Map<string, number>()
  /** When each key was last written; within this minute and the one before. */
  private written = new Map<string, number>()
  private writtenBefore = new Map<string, number>()
  private turnedMs: number
  private lastId = ''
  private lastMs = 0

  constructor(
    private readonly store: KeyUseWriter,
    private readonly nowMs: () => number,
    private readonly afterTurn: (action: () => void) => void,
  ) {
    this.turnedMs = nowMs()
  }

  /** A call was made with the key; costs one entry of a map. */
  saw(keyId: string): void {
    const now = this.nowMs()
    if (keyId === this.lastId && now === this.lastMs) return
    this.lastId = keyId
    this.lastMs = now
    if (this.seen.size < MAX_KEYS || this.seen.has(keyId)) this.seen.set(keyId, now)
  }

  /**
   * Writes what was seen since the last time; what cannot be written is kept for the next. Rejects
   * with the store's error.
   */
  flush(): Promise<void> {
    return this.write([...this.seen])
  }

  /**
   * The same, but of the keys that were not written within the last minute: so a first use shows
   * soon, and a busy key costs no more.
   */
  async flushDue(): Promise<void> {
    if (this.seen.size > 0) await this.write([...this.seen].filter(([keyId]) => this.isDue(keyId)))
  }

  private isDue(keyId: string): boolean {
    const lastWritten = this.written.get(keyId) ?? this.writtenBefore.get(keyId)
    return lastWritten === undefined || this.nowMs() - lastWritten >= MINUTE_MS
  }

  private async write(uses: [string, number][]): Promise<void> {
    this.forgetOld()
    for (let at = 0; at < uses.length; at += GROUP) {
      const group = uses.slice(at, at + GROUP)
      await this.store.recordKeyUses(new Map(group.map(([keyId, ms]) => [keyId, new Date(ms).toISOString()])))
      for (const [keyId, ms] of group) {
        this.written.set(keyId, this.nowMs())
        // Those that were used again meanwhile are written again in a minute.
        if (this.seen.get(keyId) === ms) this.seen.delete(keyId)
      }
      if (at + GROUP < uses.length) await new Promise<void>((next) => this.afterTurn(next))
    }
  }

  private forgetOld(): void {
    if (this.nowMs() - this.turnedMs < MINUTE_MS) return
    this.turnedMs = this.nowMs()
    this.writtenBefore = this.written
    this.written = new Map()
  }
}
