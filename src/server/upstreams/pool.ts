import type { AccountShare } from '../accounts/account-share.js'
import type { CallRate } from './call-rate.js'
import { LACKS_METHOD } from './health/exclusions.js'
import { OwnWrites } from './own-writes.js'
import type { ChainIdentity } from './poll/chain-identity.js'
import type { Needs, Upstream } from './upstream.js'

type Upstreams = readonly Upstream[]

const NO_LIMIT = Number.POSITIVE_INFINITY
const RESTS_AFTER_MS = 30_000
/** Calls that an upstream may have in flight above twice its part before it is not preferred. */
const PREFERRED_CALLS = 16

/** An upstream, and its turn in the round robin. */
interface PoolEntry {
  readonly upstream: Upstream
  turn: number
  /** Rank for the call being assigned. */
  rank: number
}

/** A rank behind those equal otherwise that have the call's block. */
const LACKS_BLOCK = 0.5
/** Ranks behind every upstream that is not down. */
const NOT_ARCHIVE = 10
const NO_WEIGHT = 100
/** The rank of an upstream that cannot take the call. */
export const NEVER = Number.POSITIVE_INFINITY

const weightOf = ({ upstream }: PoolEntry): number => upstream.weight || 1

const callsByWeight = (entry: PoolEntry): number => entry.upstream.health.inFlight / weightOf(entry)

/** True if `entry` is the better last resort: due for a retry, or less busy. */
const isBetterTry = (entry: PoolEntry, than: PoolEntry, now: number): boolean => {
  const isOpen = entry.upstream.health.circuitState(now) === 'open'
  if (isOpen !== (than.upstream.health.circuitState(now) === 'open')) return !isOpen
  return callsByWeight(entry) < callsByWeight(than)
}

/** The upstream's place in the order, whatever its provider's limit. */
const rankOf = (entry: PoolEntry, needs: Needs, excluded: Upstreams, now: number, account?: AccountShare): number => {
  const { upstream } = entry
  const { health, isArchive, weight } = upstream
  const rank = health.rank(now, account?.accountId)
  if (rank === undefined || health.bans.has(needs.method) || !canTake(upstream, needs, excluded)) return NEVER
  return (
    rank +
    (lacksBlock(health.head, needs) ? LACKS_BLOCK : 0) +
    (needs.isArchive && !isArchive ? NOT_ARCHIVE : 0) +
    (weight === 0 ? NO_WEIGHT : 0)
  )
}

/** True if the call names a block that the node did not have when it last showed its head. */
const lacksBlock = (head: bigint | undefined, { block }: Needs): boolean =>
  block !== undefined && head !== undefined && block > head

const canTake = (upstream: Upstream, { blockRange }: Needs, excluded: Upstreams): boolean =>
  !excluded.includes(upstream) && (blockRange === undefined || blockRange <= (upstream.maxBlockRange ?? NO_LIMIT))

const hasRoom = ({ upstream: { rate } }: PoolEntry, now: number, account: AccountShare | undefined): boolean =>
  rate === undefined || rate.hasRoom(now, account)

/**
 * Chooses among a network's upstreams: the healthiest that can answer, in weighted turns.
 *
 * Order  `up`, `slow`, those of both that just failed, `behind`; smooth weighted round robin
 *        among equals. A node that one account alone saw fail is put back for its calls only.
 *        Archive nodes come first for old state. Of nodes of one state, those come first that
 *        showed the block that a call names. Weight 0 is asked only if no other can answer.
 *        Among equals, an account's calls prefer the one that took its last write
 */
export class Pool {
  private readonly entries: PoolEntry[]
  readonly writes: OwnWrites
  /** True if a call chose an upstream since the last `isResting`, which sets `usedMs` then. */
  private isUsed = false
  private usedMs: number

  constructor(
    readonly upstreams: Upstreams,
    private readonly nowMs: () => number,
    private readonly chain?: Pick<ChainIdentity, 'check'>,
  ) {
    this.usedMs = nowMs()
    this.writes = new OwnWrites(upstreams, nowMs)
    this.entries = upstreams.map((upstream) => ({
      upstream,
      turn: 0,
      rank: NEVER,
    }))
  }

  /**
   * The best upstream left, if any. Without a poll it may be one that is `down`, when that is due
   * for a try. Counts the call, for its account or as the gateway's own.
   */
  choose(needs: Needs, excluded: Upstreams, account?: AccountShare, now = this.nowMs()): Upstream | undefined {
    this.isUsed = true
    let best = NEVER
    for (const entry of this.entries) {
      entry.rank = hasRoom(entry, now, account) ? rankOf(entry, needs, excluded, now, account) : NEVER
      if (entry.rank < best) best = entry.rank
    }
    if (best === NEVER) return undefined
    const next = (account?.lastWrites && this.withLastWrite(account, best, now)) ?? this.nextInTurn(best)
    next.upstream.rate?.spend(now, account)
    return next.upstream
  }

  /**
   * The entry that accepted the account's last write, if of the best rank and not much busier than
   * the others, so that one account cannot overload it.
   */
  private withLastWrite(account: AccountShare, best: number, now: number): PoolEntry | undefined {
    const last = this.writes.lastOf(account, now)
    if (last === undefined) return undefined
    let found: PoolEntry | undefined
    let leastBusy = Number.POSITIVE_INFINITY
    for (const entry of this.entries) {
      if (entry.rank !== best) continue
      if (entry.upstream === last.upstream) found = entry
      else leastBusy = Math.min(leastBusy, callsByWeight(entry))
    }
    if (found === undefined) return undefined
    return found.upstream.health.inFlight < 2 * leastBusy * weightOf(found) + PREFERRED_CALLS ? found : undefined
  }

  /** The next of the entries of the best rank, in weighted turns. */
  private nextInTurn(best: number): PoolEntry {
    let total = 0
    let next: PoolEntry | undefined
    for (const entry of this.entries) {
      if (entry.rank !== best) continue
      const weight = weightOf(entry)
      entry.turn += weight
      total += weight
      if (next === undefined || entry.turn > next.turn) next = entry
    }
    next!.turn -= total
    return next!
  }

  /**
   * The last resort: an upstream that is `down`, or banned for the method, but on the right chain.
   * Upstreams that are due for a retry come first, then those with the fewest calls in flight.
   */
  chooseDown(needs: Needs, excluded: Upstreams, account?: AccountShare): Upstream | undefined {
    const now = this.nowMs()
    let best: PoolEntry | undefined
    for (const entry of this.entries) {
      const { health } = entry.upstream
      if (health.hasWrongChain || health.isCordoned || health.bans.has(needs.method, LACKS_METHOD)) continue
      if (!canTake(entry.upstream, needs, excluded) || !hasRoom(entry, now, account)) continue
      if (best === undefined || isBetterTry(entry, best, now)) best = entry
    }
    best?.upstream.rate?.spend(now, account)
    return best?.upstream
  }

  /** All upstreams that can answer now, including those of weight 0. Counts no call. */
  healthy(needs: Needs, account?: AccountShare): Upstream[] {
    const now = this.nowMs()
    const canAnswer = (entry: PoolEntry) => hasRoom(entry, now, account) && rankOf(entry, needs, [], now) !== NEVER
    return this.entries.filter(canAnswer).map(({ upstream }) => upstream)
  }

  /** The providers' limits of the upstreams left that can answer otherwise. */
  ratesOf(needs: Needs, excluded: Upstreams): CallRate[] {
    const now = this.nowMs()
    return this.entries.flatMap((entry) =>
      rankOf(entry, needs, excluded, now) === NEVER ? [] : (entry.upstream.rate ?? []),
    )
  }

  /** A pool of only this upstream. */
  only(upstream: Upstream): Pool {
    return new Pool([upstream], this.nowMs, this.chain)
  }

  /**
   * True if every upstream reported that it does not have the method: `denying` to this call, the
   * others before.
   */
  lacks(method: string, denying: ReadonlySet<Upstream>): boolean {
    return this.upstreams.every((upstream) => denying.has(upstream) || upstream.health.bans.has(method, LACKS_METHOD))
  }

  /**
   * True if the upstream is on the network's chain; a promise if it must be asked first. If false,
   * do not use it.
   */
  checkChain(upstream: Upstream): true | Promise<boolean> {
    return this.chain === undefined || upstream.health.isChainKnown ? true : this.chain.check(upstream)
  }

  /** True if no call has come for a while, so that work only calls need can wait. For the poll. */
  isResting(): boolean {
    const now = this.nowMs()
    if (this.isUsed) this.usedMs = now
    this.isUsed = false
    return now - this.usedMs >= RESTS_AFTER_MS
  }

  /** The most blocks that any upstream accepts in one eth_getLogs; undefined: any number. */
  widestBlockRange(): number | undefined {
    const usable = this.upstreams.filter(({ health }) => health.isUsable)
    const ranges = (usable.length > 0 ? usable : this.upstreams).map(({ maxBlockRange }) => maxBlockRange ?? NO_LIMIT)
    const widest = Math.max(...ranges)
    return widest === NO_LIMIT ? undefined : widest
  }

  /** Upstreams that answered when last asked, or were never asked. */
  upCount(): number {
    return this.upstreams.filter(({ health }) => health.isUsable && !health.isFailing).length
  }

  /** Counts a request to the upstream, for an account or as the gateway's own. */
  spend(upstream: Upstream, account?: AccountShare): void {
    upstream.rate?.spend(this.nowMs(), account)
  }

  /** Milliseconds until the provider's limit lets a request of the account through; 0: now. */
  waitMs(upstream: Upstream, account: AccountShare): number {
    const now = this.nowMs()
    const { rate } = upstream
    return rate === undefined || rate.hasRoom(now, account) ? 0 : rate.waitMs(now, account)
  }

  /** True if the provider's limit lets so many requests of the account through now. */
  hasRoomFor(upstream: Upstream, account: AccountShare, calls: number): boolean {
    return upstream.rate?.hasRoom(this.nowMs(), account, calls) ?? true
  }

  async close(): Promise<void> {
    await Promise.all(this.upstreams.map(({ transport }) => transport.close()))
  }
}
