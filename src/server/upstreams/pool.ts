import { CallRate } from './call-rate.js'
import { LACKS_METHOD } from './health/method-bans.js'
import type { Upstream } from './upstream.js'

/** What a call needs of the upstream that answers it. */
export interface Needs {
  readonly method: string
  /** Whether it is about state so old that only an archive node has it for certain. */
  readonly isArchive: boolean
  /** Blocks of an eth_getLogs; undefined where that does not matter. */
  readonly blockRange: number | undefined
}

/** Finds out whether an upstream is of the network's chain. */
export interface ChainCheck {
  /**
   * Asks the upstream once for all callers at the same time; false: it is on another chain, or the
   * question was not answered. Never rejects.
   */
  check(upstream: Upstream): Promise<boolean>
}

/** One upstream's place in the pool: its turn, and the room its provider leaves. */
interface Seat {
  readonly upstream: Upstream
  readonly rate: CallRate | undefined
  turn: number
  /** Where it stands for the call that an upstream is being chosen for. */
  rank: number
}

/** Ranks behind every upstream that is not down. */
const NOT_ARCHIVE = 10
const NO_WEIGHT = 100
const NEVER = Number.POSITIVE_INFINITY
const RESTS_AFTER_MS = 30_000

/**
 * A network's upstreams, and which of them to ask next: the healthiest that can answer, in turn by
 * their weights.
 *
 * Order  `up`, `slow`, `behind`, each before those that just failed; among equals smooth weighted
 *        round robin. For old state archive nodes come first. Weight 0 is asked when no other can
 *        answer
 */
export class Pool {
  private readonly seats: Seat[]
  /**
   * Whether a call asked for an upstream since `isResting` was asked last, and when that was seen
   * last.
   */
  private isUsed = false
  private usedMs: number

  constructor(
    readonly upstreams: readonly Upstream[],
    private readonly nowMs: () => number,
    private readonly chain?: ChainCheck,
  ) {
    this.usedMs = nowMs()
    this.seats = upstreams.map((upstream) => ({
      upstream,
      rate: upstream.callsPerSecond === undefined ? undefined : new CallRate(upstream.callsPerSecond),
      turn: 0,
      rank: NEVER,
    }))
  }

  /**
   * The best upstream that was not tried yet and is not `down`; undefined when there is none.
   * Counts as asked.
   */
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
   * The last resort: one that is `down`, or taken out for the method, but of the right chain; those
   * whose rest is over first.
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

  /**
   * All that can answer now, those that are asked for nothing else included; they do not count as
   * asked.
   */
  healthy(needs: Needs): Upstream[] {
    const now = this.nowMs()
    return this.seats.filter((seat) => this.rankOf(seat, needs, [], now) !== NEVER).map(({ upstream }) => upstream)
  }

  /**
   * The same pool with one upstream alone, for what only that one may be asked; the provider's
   * limit stays one.
   */
  only(upstream: Upstream): Pool {
    const pool = new Pool([upstream], this.nowMs, this.chain)
    const seats = this.seats.filter((seat) => seat.upstream === upstream)
    pool.seats.splice(0, pool.seats.length, ...seats)
    return pool
  }

  /** Whether every upstream said that it does not have a method. */
  lacks(method: string): boolean {
    return this.upstreams.every(({ health }) => health.isTakenOut(method, LACKS_METHOD))
  }

  /**
   * True when the upstream is of the network's chain; a promise when it must be asked first. False:
   * do not use it.
   */
  ready(upstream: Upstream): true | Promise<boolean> {
    return this.chain === undefined || upstream.health.isChainKnown ? true : this.chain.check(upstream)
  }

  /**
   * Whether no call has come for a while: what is done for calls only can wait for the next one.
   * For the poll to ask.
   */
  isResting(): boolean {
    const now = this.nowMs()
    if (this.isUsed) this.usedMs = now
    this.isUsed = false
    return now - this.usedMs >= RESTS_AFTER_MS
  }

  /** The most blocks that any upstream takes in one eth_getLogs; undefined: any number. */
  widestBlockRange(): number | undefined {
    const usable = this.upstreams.filter(({ health }) => health.isUsable)
    const ranges = (usable.length > 0 ? usable : this.upstreams).map(({ maxBlockRange }) => maxBlockRange ?? NEVER)
    const widest = Math.max(...ranges)
    return widest === NEVER ? undefined : widest
  }

  /** How many upstreams answered when last asked, or were never asked. */
  upCount(): number {
    return this.upstreams.filter(({ health }) => health.isUsable && !health.isFailing).length
  }

  /** Counts a question of the gateway's own towards the provider's limit. */
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
    if (needs.blockRange !== undefined && needs.blockRange > (upstream.maxBlockRange ?? NEVER)) return false
    return rate === undefined || rate.hasRoom(now)
  }
}
