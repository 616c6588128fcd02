import { CallRate } from './call-rate.js'
import { LACKS_METHOD } from './health/method-bans.js'
import type { ChainIdentity } from './poll/chain-identity.js'
import type { Upstream } from './upstream.js'

/** Requirements of a call for an upstream. */
export interface Needs {
  readonly method: string
  /** True if the call reads state so old that only an archive node certainly has it. */
  readonly isArchive: boolean
  /** Blocks of an eth_getLogs; undefined for other methods. */
  readonly blockRange: number | undefined
}

/** An upstream's place in the round robin, and its provider's call limit. */
interface Seat {
  readonly upstream: Upstream
  readonly rate: CallRate | undefined
  turn: number
  /** Rank for the call being assigned. */
  rank: number
}

/** Ranks behind every upstream that is not down. */
const NOT_ARCHIVE = 10
const NO_WEIGHT = 100
const NEVER = Number.POSITIVE_INFINITY
const NO_LIMIT = Number.POSITIVE_INFINITY
const RESTS_AFTER_MS = 30_000

/**
 * Chooses among a network's upstreams: the healthiest that can answer, in weighted turns.
 *
 * Order  `up`, `slow`, `behind`, each before those that just failed; smooth weighted round robin
 *        among equals. Archive nodes come first for old state. Weight 0 is asked only if no other
 *        can answer
 */
export class Pool {
  private readonly seats: Seat[]
  /** True if a call chose an upstream since the last `isResting`, which sets `usedMs` then. */
  private isUsed = false
  private usedMs: number

  constructor(
    readonly upstreams: readonly Upstream[],
    private readonly nowMs: () => number,
    private readonly chain?: Pick<ChainIdentity, 'check'>,
  ) {
    this.usedMs = nowMs()
    this.seats = upstreams.map((upstream) => ({
      upstream,
      rate: upstream.callsPerSecond === undefined ? undefined : new CallRate(upstream.callsPerSecond),
      turn: 0,
      rank: NEVER,
    }))
  }

  /** The best untried upstream that is not `down`, if any. Counts the call. */
  choose(needs: Needs, tried: readonly Upstream[], now = this.nowMs()): Upstream | undefined {
    this.isUsed = true
    let best = NEVER
    for (const seat of this.seats) {
      seat.rank = this.rankOf(seat, needs, tried, now)
      if (seat.rank < best) best = seat.rank
    }
    if (best === NEVER) return undefined
    let total = 0
    let next: Seat | undefined
    for (const seat of this.seats) {
      if (seat.rank !== best) continue
      const weight = seat.upstream.weight || 1
      seat.turn += weight
      total += weight
      if (next === undefined || seat.turn > next.turn) next = seat
    }
    next!.turn -= total
    next!.rate?.spend(now)
    return next!.upstream
  }

  /**
   * The last resort: an upstream that is `down`, or banned for the method, but on the right chain.
   * Upstreams that are due for a retry come first.
   */
  chooseDown(needs: Needs, tried: readonly Upstream[]): Upstream | undefined {
    const now = this.nowMs()
    let best: Seat | undefined
    for (const seat of this.seats) {
      const { health } = seat.upstream
      if (health.hasWrongChain || health.isCordoned || health.isTakenOut(needs.method, LACKS_METHOD)) continue
      if (!this.isFree(seat, needs, tried, now)) continue
      if (best === undefined || (health.circuit(now) !== 'open' && best.upstream.health.circuit(now) === 'open'))
        best = seat
    }
    best?.rate?.spend(now)
    return best?.upstream
  }

  /** All upstreams that can answer now, including those of weight 0. Counts no call. */
  healthy(needs: Needs): Upstream[] {
    const now = this.nowMs()
    return this.seats.filter((seat) => this.rankOf(seat, needs, [], now) !== NEVER).map(({ upstream }) => upstream)
  }

  /** A pool of only this upstream, sharing its state, including the provider's limit. */
  only(upstream: Upstream): Pool {
    const pool = new Pool([upstream], this.nowMs, this.chain)
    const seats = this.seats.filter((seat) => seat.upstream === upstream)
    pool.seats.splice(0, pool.seats.length, ...seats)
    return pool
  }

  /** True if every upstream reported that it does not have the method. */
  lacks(method: string): boolean {
    return this.upstreams.every(({ health }) => health.isTakenOut(method, LACKS_METHOD))
  }

  /**
   * True if the upstream is on the network's chain; a promise if it must be asked first. If false,
   * do not use it.
   */
  ready(upstream: Upstream): true | Promise<boolean> {
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

  /** Counts a request of the gateway itself towards the provider's limit. */
  spend(upstream: Upstream): void {
    this.seats.find((seat) => seat.upstream === upstream)?.rate?.spend(this.nowMs())
  }

  async close(): Promise<void> {
    await Promise.all(this.upstreams.map(({ transport }) => transport.close()))
  }

  private rankOf(seat: Seat, needs: Needs, tried: readonly Upstream[], now: number): number {
    const { health, isArchive, weight } = seat.upstream
    const rank = health.rank(now)
    if (rank === undefined || health.isTakenOut(needs.method) || !this.isFree(seat, needs, tried, now)) return NEVER
    return rank + (needs.isArchive && !isArchive ? NOT_ARCHIVE : 0) + (weight === 0 ? NO_WEIGHT : 0)
  }

  private isFree({ upstream, rate }: Seat, needs: Needs, tried: readonly Upstream[], now: number): boolean {
    if (tried.includes(upstream)) return false
    if (needs.blockRange !== undefined && needs.blockRange > (upstream.maxBlockRange ?? NO_LIMIT)) return false
    return rate === undefined || rate.hasRoom(now)
  }
}
