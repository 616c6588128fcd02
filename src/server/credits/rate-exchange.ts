import type { SharedThrottle, Spending } from './shared-throttle.js'

const EXCHANGE_EVERY_MS = 200
/** Accounts in one exchange; what others took waits for the next ones. */
const MAX_AT_ONCE = 1_000
/** What was measured so long ago says nothing about the others any more. */
const FORGET_MS = 5_000
const SWEEP_EVERY_MS = 10_000

/** What the other processes take of an account, as measured from one exchange to the next. */
interface Others {
  taken: number
  seenAtMs: number
  creditsPerSecond: number
}

/** What all processes together know of an account's credits per second, or of a key's. */
export interface SharedLevel {
  readonly accountId: string
  /**
   * Credits that may be used at once now; less than nothing when processes that did not know of
   * each other used more.
   */
  readonly level: number
  /** Credits taken since the account was first seen, over all processes. */
  readonly taken: number
}

/** Where several machines keep credits per second together; implemented in storage/. */
export interface SpendingStore {
  /**
   * Adds what this process took and tells how much is left, in one statement that waits for no
   * balance. `processes` is how many live.
   *
   * Errors  rejects when the store does not answer within its time limit; then it is not known
   *         whether it added
   */
  exchange(
    spending: readonly Spending[],
  ): Promise<{ readonly levels: readonly SharedLevel[]; readonly processes: number }>
}

interface RateExchangeDeps {
  readonly throttle: SharedThrottle
  readonly store: SpendingStore
  nowMs(): number
}

/**
 * Keeps an account to its credits per second over all processes on a store, away from the calls:
 * five times a second each process tells what it took, and takes over what is left for all. Between
 * two exchanges, and for as long as the store does not answer, the others are believed to go on as
 * they did, so a process refills its bucket by its share: the rate less what the others take, at
 * least the rate divided by the number of processes.
 *
 * Law  docs/processes.md, "Credits per second over several machines"
 */
export class RateExchange {
  private readonly others = new Map<string, Others>()
  private waiting: Spending[] = []
  private running: Promise<void> | undefined
  private sweptAtMs: number

  constructor(private readonly deps: RateExchangeDeps) {
    this.sweptAtMs = deps.nowMs()
  }

  /** Exchanges from time to time; returns how to stop that. */
  start(): () => void {
    const timer = setInterval(() => void this.run(), EXCHANGE_EVERY_MS)
    return () => clearInterval(timer)
  }

  /**
   * One exchange, unless one is under way: a store that hangs is not asked again. Never rejects.
   */
  run(): Promise<void> {
    this.running ??= this.exchange()
      // The shares stay as they are; the ledger says what is wrong with the store.
      .catch(() => {})
      .finally(() => {
        this.running = undefined
      })
    return this.running
  }

  private async exchange(): Promise<void> {
    const { throttle, store, nowMs } = this.deps
    if (this.waiting.length === 0) this.waiting = throttle.spent(true)
    const spending = this.waiting.splice(0, MAX_AT_ONCE)
    if (spending.length === 0) return
    const { levels, processes } = await store.exchange(spending)
    const now = nowMs()
    const reported = new Map(spending.map((one) => [one.accountId, one]))
    for (const level of levels) {
      const own = reported.get(level.accountId)
      if (own === undefined) continue
      const share = shareOf(this.measure(level, own, now), own.creditsPerSecond, processes)
      throttle.adopt(own, level.level, share)
    }
    if (now - this.sweptAtMs >= SWEEP_EVERY_MS) this.sweep(now)
  }

  /** What the others take of an account, credits a second. */
  private measure({ accountId, taken }: SharedLevel, own: Spending, now: number): number {
    const before = this.others.get(accountId)
    const elapsedMs = before === undefined ? Number.POSITIVE_INFINITY : now - before.seenAtMs
    if (before === undefined || elapsedMs > FORGET_MS || elapsedMs < 0) {
      this.others.set(accountId, { taken, seenAtMs: now, creditsPerSecond: 0 })
      return 0
    }
    if (elapsedMs > 0) {
      const measured = Math.max(0, ((taken - before.taken - own.credits) * 1_000) / elapsedMs)
      before.creditsPerSecond = (before.creditsPerSecond + measured) / 2
      before.taken = taken
      before.seenAtMs = now
    }
    return before.creditsPerSecond
  }

  private sweep(now: number): void {
    this.sweptAtMs = now
    for (const [accountId, { seenAtMs }] of this.others) if (now - seenAtMs > FORGET_MS) this.others.delete(accountId)
  }
}

const shareOf = (othersPerSecond: number, creditsPerSecond: number, processes: number): number =>
  Math.max(1 - othersPerSecond / creditsPerSecond, 1 / Math.max(1, processes))
