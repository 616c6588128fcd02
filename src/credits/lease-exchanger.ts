import type { Lease, Waiter } from './lease.js'
import { type Batch, type LeaseNotes, leaseText } from './lease-notes.js'
import type { LeaseShelf } from './lease-shelf.js'
import type { LeaseAsk, LeaseGrant, LeaseStore } from './lease-store.js'

const HEARTBEAT_MS = 1_000
const RETRY_MS = 250
/** How often, and for how long, the last exchange of a process is tried again: what it could not settle waits for another process. */
const END_RETRIES = 4
const END_RETRIES_MS = 1_000
/** How long a process that finds the store dry waits for what the others hand back. */
const CALL_BACK_MS = 1_000
const CALL_BACK_RETRY_MS = 20

interface Parts {
  readonly store: LeaseStore
  readonly processId: string
  readonly shelf: LeaseShelf
  readonly notes: LeaseNotes
  now(): number
}

interface Asked {
  readonly lease: Lease
  readonly ask: LeaseAsk
}

/** Talks with the store for a ledger: one exchange at a time, as many as the calls that wait need. */
export class LeaseExchanger {
  /** Why the store could not be reached the last time; undefined when it could. */
  failure: string | undefined
  #running: Promise<void> | undefined
  #lastMs = Number.NEGATIVE_INFINITY
  #isDraining = false

  constructor(readonly parts: Parts) {}

  /** Has a call wait for credits; it hears when they are held, or why not. */
  wait(waiter: Waiter): void {
    waiter.account.waiters.add(waiter)
    waiter.key?.waiters.add(waiter)
    void this.run()
  }

  async tick(): Promise<void> {
    const nowMs = this.parts.now()
    const elapsedMs = nowMs - this.#lastMs
    for (const lease of this.parts.shelf.all()) lease.tick(nowMs)
    if (this.failure !== undefined && elapsedMs >= 0 && elapsedMs < RETRY_MS) return
    await this.run()
  }

  /** Exchanges until no call waits that could be answered. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** The last exchange of a process; whether the store has everything now. */
  async end(): Promise<boolean> {
    this.#isDraining = true
    await this.#running
    await this.run()
    const startedMs = this.parts.now()
    const isWorthIt = () => this.failure !== undefined && this.parts.now() - startedMs < END_RETRIES_MS
    for (let retry = 0; retry < END_RETRIES && isWorthIt(); retry++) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      await this.run()
    }
    if (this.failure !== undefined || !this.parts.notes.isSettled) return false
    try {
      await this.parts.store.end(this.parts.processId, [])
      return true
    } catch (error) {
      this.failure = (error as Error).message
      return false
    }
  }

  async #run(): Promise<void> {
    for (;;) {
      // The calls of this turn of the event loop ask together.
      await new Promise((next) => setImmediate(next))
      const batch = this.parts.notes.batch()
      const asked = this.#asks(batch)
      const { now, processId, store } = this.parts
      const isNeeded = asked.length > 0 || batch.toLine > batch.fromLine
      const sinceMs = now() - this.#lastMs
      if (!isNeeded && this.failure === undefined && sinceMs >= 0 && sinceMs < HEARTBEAT_MS) return
      this.#lastMs = now()
      let grants: LeaseGrant[]
      try {
        const { fromLine, toLine, rows } = batch
        grants = await store.exchange({ processId, fromLine, toLine, rows, asks: asked.map(({ ask }) => ask) })
      } catch (error) {
        this.#fail(error, asked)
        return
      }
      this.failure = undefined
      this.parts.notes.settle()
      asked.forEach(({ lease }, index) => {
        const change = batch.changes.get(leaseText(lease))
        lease.take(grants[index]!, change?.net ?? 0, change?.charged ?? 0)
      })
      if (!(await this.#serve(asked, grants))) return
    }
  }

  #asks(batch: Batch): Asked[] {
    const { shelf, now } = this.parts
    for (const { name } of batch.changes.values()) shelf.get(name)
    const nowMs = now()
    const asked: Asked[] = []
    for (const lease of shelf.all()) {
      const ask = lease.ask(nowMs, batch.changes.get(leaseText(lease))?.net, this.#isDraining)
      if (ask !== undefined) asked.push({ lease, ask })
      else if (lease.isEmpty) shelf.forget(lease)
    }
    return asked
  }

  #fail(error: unknown, asked: readonly Asked[]): void {
    this.failure = error instanceof Error ? error.message : String(error)
    for (const { lease } of asked) lease.isDoubtful = true
    for (const lease of this.parts.shelf.all()) {
      for (const waiter of [...lease.waiters]) this.#answer(waiter, false, undefined)
    }
  }

  #answer(waiter: Waiter, isHeld: boolean, short: Lease | undefined): void {
    waiter.account.waiters.delete(waiter)
    waiter.key?.waiters.delete(waiter)
    waiter.answer(isHeld, short)
  }

  /** Answers the calls that waited; whether some still wait and the store should be asked again. */
  async #serve(asked: readonly Asked[], grants: readonly LeaseGrant[]): Promise<boolean> {
    const dry = new Map<Lease, { readonly elsewhere: number; readonly least: number }>()
    asked.forEach(({ lease, ask }, index) => {
      const { granted, elsewhere } = grants[index]!
      if (granted === 0 && ask.want > 0) dry.set(lease, { elsewhere, least: ask.least })
    })
    let isCalling = false
    let isWaiting = false
    const called = new Set<string>()
    for (const lease of this.parts.shelf.all()) {
      if (lease.scope !== '') continue
      for (const waiter of [...lease.waiters]) {
        const short = [waiter.account, waiter.key].find((one) => one !== undefined && one.free < waiter.priceCredits)
        if (short === undefined) {
          this.#answer(waiter, true, undefined)
          continue
        }
        const state = dry.get(short)
        const isRefused = waiter.isAsked && state !== undefined && waiter.priceCredits - short.free >= state.least
        const isOver = this.parts.now() - waiter.sinceMs >= CALL_BACK_MS
        if (isRefused && (state.elsewhere === 0 || isOver)) this.#answer(waiter, false, short)
        else {
          isWaiting = true
          if (isRefused) {
            isCalling = true
            called.add(lease.accountId)
          }
        }
      }
    }
    if (isCalling) {
      await Promise.all([...called].map((accountId) => this.parts.store.callBack(accountId).catch(() => {})))
      await new Promise((resolve) => setTimeout(resolve, CALL_BACK_RETRY_MS))
    }
    return isWaiting
  }
}
