import type { SharedThrottle, Spending } from './shared-throttle.js'

const REPORT_EVERY_MS = 200
/** Accounts in one report; the others wait for the next. */
const MAX_AT_ONCE = 1_000
/** Age at which a measurement of the others is dropped. */
const FORGET_MS = 5_000
const SWEEP_EVERY_MS = 10_000

/** Spending of an account by the other processes, measured between reports. */
interface Others {
  taken: number
  seenAtMs: number
  creditsPerSecond: number
}

/** State of an account's or key's credits per second over all processes. */
export interface SharedLevel {
  readonly id: string
  /** Credits available now; negative if processes that had not reported yet used more. */
  readonly level: number
  /** Credits taken over all processes since the account was first seen. */
  readonly taken: number
}

/** Shared record of credits per second over several machines; implemented in storage/. */
export interface SpendingStore {
  /**
   * Adds this process's spending and returns what is left, in one statement that waits for no
   * balance. `processes` is the number of living processes.
   *
   * Errors  rejects when the store does not answer within its time limit; it may have added the
   *         spending all the same
   */
  report(
    spending: readonly Spending[],
  ): Promise<{ readonly levels: readonly SharedLevel[]; readonly processes: number }>
}

interface SharedSpendingDeps {
  readonly throttle: SharedThrottle
  readonly store: SpendingStore
  nowMs(): number
}

/**
 * Keeps an account to its credits per second over all processes on a store, outside of the calls.
 * Five times a second each process reports what it took and adopts what is left for all. Between
 * reports, and while the store does not answer, it assumes that the others go on at their
 * measured rate. It refills its bucket by its share: the rate less what the others take, but at
 * least the rate divided by the number of processes.
 *
 * Law  docs/processes.md, "Credits per second over several machines"
 */
export class SharedSpending {
  private readonly others = new Map<string, Others>()
  private waiting: Spending[] = []
  private running: Promise<void> | undefined
  private sweptAtMs: number

  constructor(private readonly deps: SharedSpendingDeps) {
    this.sweptAtMs = deps.nowMs()
  }

  /** Starts periodic reports; returns a function that stops them. */
  start(): () => void {
    const timer = setInterval(() => void this.run(), REPORT_EVERY_MS)
    return () => clearInterval(timer)
  }

  /**
   * Reports once, unless a report is running, so that a hanging store is asked once. Never rejects.
   */
  run(): Promise<void> {
    this.running ??= this.report()
      // The shares stay; the ledger reports what is wrong with the store.
      .catch(() => {})
      .finally(() => {
        this.running = undefined
      })
    return this.running
  }

  private async report(): Promise<void> {
    const { throttle, store, nowMs } = this.deps
    if (this.waiting.length === 0) this.waiting = throttle.spent(true)
    const spending = this.waiting.splice(0, MAX_AT_ONCE)
    if (spending.length === 0) return
    const { levels, processes } = await store.report(spending)
    const now = nowMs()
    const reported = new Map(spending.map((one) => [one.id, one]))
    for (const level of levels) {
      const own = reported.get(level.id)
      if (own === undefined) continue
      const share = shareOf(this.measure(level, own, now), own.creditsPerSecond, processes)
      throttle.adopt(own, level.level, share)
    }
    if (now - this.sweptAtMs >= SWEEP_EVERY_MS) this.sweep(now)
  }

  /** The others' spending of an account, in credits a second. */
  private measure({ id, taken }: SharedLevel, own: Spending, now: number): number {
    const before = this.others.get(id)
    const elapsedMs = before === undefined ? Number.POSITIVE_INFINITY : now - before.seenAtMs
    if (before === undefined || elapsedMs > FORGET_MS || elapsedMs < 0) {
      this.others.set(id, { taken, seenAtMs: now, creditsPerSecond: 0 })
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
    for (const [id, { seenAtMs }] of this.others) if (now - seenAtMs > FORGET_MS) this.others.delete(id)
  }
}

const shareOf = (othersPerSecond: number, creditsPerSecond: number, processes: number): number =>
  Math.max(1 - othersPerSecond / creditsPerSecond, 1 / Math.max(1, processes))
