import { RecentParams } from './recent-params.js'

/** With so many violations within the window, and more than this share of what was checked, an upstream is taken out for the method. */
const MAX_VIOLATIONS = 5
const MAX_SHARE = 0.2
/** Violations logged for one upstream and method in a window; the metric counts them all. */
const MAX_LOGGED = 10

/** The sample of one upstream's answers to one method that is checked, and what the checks came to. */
export class AnswerSample {
  /** Grows by the rate with each answer; one is checked when it reaches 1, the first one always. */
  private due: number
  private checked = 0
  private violations = 0
  private windowEndsMs = 0
  /** Until then every answer is checked: there was a violation, or the upstream has just been let in again. */
  private fullUntilMs = 0
  private readonly accused: RecentParams

  constructor(
    private readonly rate: number,
    private readonly windowMs: number,
    private readonly nowMs: () => number,
  ) {
    this.due = 1 - rate
    this.accused = new RecentParams(windowMs, nowMs)
  }

  /** Whether the answer that has just come is to be checked. */
  isDue(): boolean {
    this.due += this.rate
    if (this.due >= 1) {
      this.due -= 1
      return true
    }
    return this.fullUntilMs > 0 && this.nowMs() < this.fullUntilMs
  }

  /** An answer that was checked is not held against the upstream. */
  approve(): void {
    this.renew(this.nowMs())
    this.checked += 1
  }

  /**
   * An answer was wrong: from now on all are checked for a while. The same params count once.
   *
   * `known`: not counted; `untold`: counted, but logged often enough.
   */
  accuse(asked: string | undefined): 'known' | 'new' | 'untold' {
    const nowMs = this.nowMs()
    this.renew(nowMs)
    this.fullUntilMs = nowMs + this.windowMs
    if (asked !== undefined && !this.accused.add(asked)) return 'known'
    this.checked += 1
    this.violations += 1
    return this.violations <= MAX_LOGGED ? 'new' : 'untold'
  }

  get isTooBad(): boolean {
    return this.violations >= MAX_VIOLATIONS && this.violations > this.checked * MAX_SHARE
  }

  /** Begins anew, checking all answers for so long. */
  restart(fullForMs: number): void {
    this.windowEndsMs = 0
    this.fullUntilMs = this.nowMs() + fullForMs
  }

  private renew(nowMs: number): void {
    if (nowMs < this.windowEndsMs) return
    this.checked = 0
    this.violations = 0
    this.windowEndsMs = nowMs + this.windowMs
    this.accused.clear()
  }
}
