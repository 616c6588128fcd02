import { setImmediate } from 'node:timers/promises'

/** Turns of the event loop after which nothing more is expected to happen. */
const QUIET_TURNS = 5

interface Timer {
  readonly atMs: number
  readonly act: () => void
}

/** A clock that a test turns: timers act in the order of their times, without waiting. */
export class VirtualTime {
  nowMs = 1_700_000_000_000
  private readonly timers = new Set<Timer>()

  readonly start = (act: () => void, waitMs: number): (() => void) => {
    const timer = { atMs: this.nowMs + waitMs, act }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  /** Waits that long in virtual time. */
  readonly wait = (waitMs: number): Promise<void> => new Promise((resolve) => void this.start(resolve, waitMs))

  /** Lets time pass: all timers that are due act, and all that follows from them. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms
    for (;;) {
      const next = await this.nextTimer()
      if (next === undefined || next.atMs > untilMs) break
      this.timers.delete(next)
      this.nowMs = Math.max(this.nowMs, next.atMs)
      next.act()
    }
    this.nowMs = untilMs
  }

  /** The next timer, once nothing more happens before it is due: work in turns takes no time. */
  private async nextTimer(): Promise<Timer | undefined> {
    let next: Timer | undefined
    for (let quietTurns = 0; quietTurns < QUIET_TURNS; quietTurns++) {
      await setImmediate()
      const before = next
      next = undefined
      for (const timer of this.timers) if (next === undefined || timer.atMs < next.atMs) next = timer
      if (next !== undefined && next.atMs <= this.nowMs) return next
      if (next !== before) quietTurns = 0
    }
    return next
  }
}
