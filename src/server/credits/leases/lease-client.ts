import { stopwatchMs } from '../../../runtime/system-ports.js'
import { orAfter } from '../../../runtime/time-limit.js'
import type { LostLines } from '../journal-backlog.js'
import type { ChargeBatch, ChargeLog } from './charge-log.js'
import type { LeaseWaiter } from './lease.js'
import { BalancesLocked, type LeaseGrant, type LeaseStore, leaseKey, StoreBehind } from './lease-store.js'
import type { LeaseTable } from './lease-table.js'
import { type AskedLease, LeaseWaiters } from './lease-waiters.js'

/** With STALL_TICKS, a store that hangs is detected within two seconds, with or without calls. */
const HEARTBEAT_MS = 500
const RETRY_MS = 250
/**
 * Ticks of 100 ms after which an unanswered exchange means that the store hangs; calls that need it
 * are then refused. A busy process counts fewer ticks, so its own delays do not count against the
 * store.
 */
const STALL_TICKS = 10
/** Longest time that a call waits for an exchange or a locked balance. */
const WAIT_TICKS = 15
const WAIT_MS = 1_500
/** Pause after a locked balance before the next exchange that may wait for a lock. */
const LOCKED_RETRY_MS = 2_000
/** Leases are spent for so long after the store's last answer; it learns of no changes then. */
const LOST_MS = 30_000
/** Bounds on retries of the last exchange. Another process settles what is left. */
const END_RETRIES_MS = 1_800
const END_MS = 2_500
const CALL_BACK_RETRY_MS = 20

interface LeaseClientDeps {
  readonly store: LeaseStore
  readonly processId: string
  readonly leases: LeaseTable
  readonly charges: ChargeLog
  /** A steady clock: when the system's is set back, no lease is spent for longer. */
  steadyMs(): number
  /** The store lost committed lines after `settledLine`; `lost` lines cannot be settled again. */
  onLoss(settledLine: number, lost: LostLines | undefined): void
  /** Duration of an exchange, by the monotonic clock. */
  onExchanged(durationMs: number): void
}

/** Exchanges leases and charges with the store: one exchange at a time, until no call waits. */
export class LeaseClient {
  failure: string | undefined
  /** True once the store is silent for so long that leases must not be spent. */
  isLost = false
  private readonly waiters: LeaseWaiters
  private running: Promise<void> | undefined
  /** Ticks since the running exchange was sent. */
  private silentTicks = 0
  private lastMs = Number.NEGATIVE_INFINITY
  /** Duration of the last exchange, and of the shorter of the last two. */
  private tookMs = 0
  private usualMs = 0
  /** When the store last answered, and when it last took all charges that waited. */
  private heardMs: number
  settledMs: number
  private lockedMs = Number.NEGATIVE_INFINITY
  private isDraining = false
  private isOver = false

  constructor(readonly deps: LeaseClientDeps) {
    this.waiters = new LeaseWaiters(deps.leases, deps.steadyMs)
    this.heardMs = deps.steadyMs()
    this.settledMs = this.heardMs
  }

  /** Reason why the store cannot grant credits now; undefined if it can. */
  get trouble(): string | undefined {
    return this.failure ?? (this.silentTicks >= STALL_TICKS ? 'the store does not answer' : undefined)
  }

  wait(waiter: LeaseWaiter): void {
    this.waiters.add(waiter)
    void this.run()
  }

  /** Asks for the day's used credits without taking any. Resolves once known, or on failure. */
  learn({ account, key }: Pick<LeaseWaiter, 'account' | 'key'>): Promise<void> {
    for (const lease of [account, key]) if (lease !== undefined) lease.isUnknown = true
    return new Promise((resolve) => {
      const sinceMs = this.deps.steadyMs()
      this.wait({ priceCredits: 0, account, key, sinceMs, isAsked: false, answer: () => resolve() })
    })
  }

  async tick(): Promise<void> {
    const nowMs = this.deps.steadyMs()
    const elapsedMs = nowMs - this.lastMs
    for (const lease of this.deps.leases.all()) lease.tick(nowMs, this.usualMs)
    this.silentTicks = this.running === undefined ? 0 : this.silentTicks + 1
    this.isLost = this.trouble !== undefined && nowMs - this.heardMs >= LOST_MS
    const isLocked = nowMs - this.lockedMs < LOCKED_RETRY_MS
    if (isLocked || this.silentTicks >= WAIT_TICKS) this.waiters.refuse(WAIT_MS)
    if (this.failure !== undefined && elapsedMs >= 0 && elapsedMs < RETRY_MS) return
    await this.run()
  }

  /** Exchanges until no call waits for an answer that the store can give. Never rejects. */
  run(): Promise<void> {
    this.running ??= this.exchangeOrFail()
    return this.running
  }

  private async exchangeOrFail(): Promise<void> {
    try {
      await this.exchangeUntilDone()
    } catch (error) {
      // The journal's disk.
      this.fail(error)
    } finally {
      this.running = undefined
    }
  }

  /** Runs the last exchange; resolves to true if the store has everything. Takes at most 2.5 s. */
  async end(): Promise<boolean> {
    const isSettled = await orAfter(this.settleAll(), END_MS, false)
    this.isOver = true
    return isSettled
  }

  private async settleAll(): Promise<boolean> {
    this.isDraining = true
    await this.running
    await this.runWhole()
    const startedMs = this.deps.steadyMs()
    const isSettled = () => this.failure === undefined && this.deps.charges.isSettled
    while (!isSettled() && !this.isOver && this.deps.steadyMs() - startedMs < END_RETRIES_MS) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      await this.runWhole()
    }
    if (!isSettled()) return false
    try {
      await this.deps.store.end(this.deps.processId, [])
      return true
    } catch (error) {
      this.failure = (error as Error).message
      return false
    }
  }

  /** Exchanges charges too, though a balance was locked just now: at the end no call waits. */
  private runWhole(): Promise<void> {
    this.lockedMs = Number.NEGATIVE_INFINITY
    return this.run()
  }

  private async exchangeUntilDone(): Promise<void> {
    while (!this.isOver) {
      // Calls of the same event-loop turn share an exchange.
      await new Promise((next) => setImmediate(next))
      const { steadyMs, charges, store } = this.deps
      const sinceLockedMs = steadyMs() - this.lockedMs
      const isWhole = sinceLockedMs < 0 || sinceLockedMs >= LOCKED_RETRY_MS
      const batch = isWhole ? charges.batch() : { ...charges.batch(), rows: [], changes: new Map() }
      const asked = this.asks(batch)
      const isNeeded = asked.length > 0 || (isWhole && batch.toLine > batch.fromLine)
      const sinceMs = steadyMs() - this.lastMs
      if (!isNeeded && this.failure === undefined && sinceMs >= 0 && sinceMs < HEARTBEAT_MS) {
        // The credits that they wait for may have been given back.
        this.waiters.serve([], [])
        return
      }
      this.lastMs = steadyMs()
      this.silentTicks = 0
      let grants: (LeaseGrant | undefined)[]
      const sentMs = stopwatchMs()
      try {
        grants = await this.exchange(batch, asked, isWhole)
      } catch (error) {
        if (this.isOver) return
        this.doubt()
        if (error instanceof StoreBehind) this.deps.onLoss(error.settledLine, charges.rewind(error.settledLine))
        else if (error instanceof BalancesLocked && isWhole && store.exchangeUnlocked !== undefined)
          this.lockedMs = steadyMs()
        else return this.fail(error)
        continue
      }
      const tookMs = stopwatchMs() - sentMs
      this.usualMs = Math.min(tookMs, this.tookMs)
      this.tookMs = tookMs
      this.deps.onExchanged(tookMs)
      // The journal is closed: its next reader asks the store how far it is settled.
      if (this.isOver) return
      this.heard(isWhole)
      asked.forEach(({ lease }, index) => {
        const change = batch.changes.get(leaseKey(lease))
        const grant = grants[index]
        if (grant === undefined) lease.isDoubtful = true
        else lease.take(grant, change?.net ?? 0, change?.charged ?? 0)
      })
      if (isWhole) charges.settle()
      const { isWaiting, called } = this.waiters.serve(asked, grants)
      if (called.size > 0) await this.callBack(called)
      if (!isWaiting) return
    }
  }

  private exchange(
    batch: ChargeBatch,
    asked: readonly AskedLease[],
    isWhole: boolean,
  ): Promise<(LeaseGrant | undefined)[]> {
    const { store, processId } = this.deps
    const { fromLine, toLine, rows } = batch
    const exchange = { processId, fromLine, toLine, rows, asks: asked.map(({ ask }) => ask) }
    return isWhole ? store.exchange(exchange) : store.exchangeUnlocked!(exchange)
  }

  private heard(isWhole: boolean): void {
    this.failure = undefined
    this.silentTicks = 0
    this.isLost = false
    this.heardMs = this.deps.steadyMs()
    if (isWhole) this.settledMs = this.heardMs
  }

  private async callBack(called: ReadonlySet<string>): Promise<void> {
    await Promise.all([...called].map((accountId) => this.deps.store.callBack(accountId).catch(() => {})))
    await new Promise((resolve) => setTimeout(resolve, CALL_BACK_RETRY_MS))
  }

  private asks(batch: ChargeBatch): AskedLease[] {
    const { leases, steadyMs } = this.deps
    for (const { name } of batch.changes.values()) leases.get(name)
    const nowMs = steadyMs()
    const asked: AskedLease[] = []
    for (const lease of leases.all()) {
      const ask = lease.ask(nowMs, batch.changes.get(leaseKey(lease))?.net, this.isDraining)
      if (ask !== undefined) asked.push({ lease, ask })
      else if (lease.isEmpty) leases.forget(lease)
    }
    return asked
  }

  /** After a failed exchange, the store may hold other amounts for any lease. */
  private doubt(): void {
    for (const lease of this.deps.leases.all()) lease.isDoubtful = true
  }

  private fail(error: unknown): void {
    this.failure = error instanceof Error ? error.message : String(error)
    this.waiters.refuse()
  }
}
