/**
 * Shortest time a circuit stays open. Each relapse lengthens it, up to `LONGEST_OPEN_MS`. With 500
 * ms between probes and time to answer, a recovery is seen within 2 s.
 */
const FIRST_OPEN_MS = 500
const LONGEST_OPEN_MS = 1_200
/**
 * While the upstream is polled, calls close the circuit after as long: by then, a poll has found
 * the head of a node that returned, unless the node is too busy for polls.
 */
const ANSWERING_MS = 3_000

/** Keeps calls away from an upstream that does not answer, for a limited time. */
export class Circuit<Reason extends string> {
  /** Undefined while closed. */
  openReason: Reason | undefined
  private openMs = FIRST_OPEN_MS
  private openUntilMs = 0
  /** The first and the last one of calls that were answered while open, with no failure between. */
  private answeredMs: readonly [number, number] | undefined

  /**
   * Opens the circuit, or keeps it open after a failed retry. `isRelapse`: calls failed, not just a
   * probe.
   */
  open(reason: Reason, isRelapse: boolean, nowMs: number): void {
    if (this.state(nowMs) !== 'open') {
      this.openUntilMs = nowMs + this.openMs
      if (isRelapse) this.openMs = Math.min(LONGEST_OPEN_MS, this.openMs + FIRST_OPEN_MS)
    }
    if (isRelapse) this.answeredMs = undefined
    this.openReason ??= reason
  }

  /** A call was answered while open. True if calls have been for so long that it can be closed. */
  isAnswering(nowMs: number): boolean {
    const [first, last] = this.answeredMs ?? [nowMs, nowMs]
    const pauseMs = nowMs - last
    // Less than none only after the clock was set back.
    this.answeredMs = [pauseMs >= 0 && pauseMs <= ANSWERING_MS ? first : nowMs, nowMs]
    return nowMs - this.answeredMs[0] >= ANSWERING_MS
  }

  /** Starts a probation: the next opening still lasts longer. */
  closeOnProbation(): void {
    this.openReason = undefined
  }

  close(): void {
    this.openReason = undefined
    this.openMs = FIRST_OPEN_MS
  }

  /** `open`: not asked. `half-open`: one call, or the poll, may try. */
  state(nowMs: number): 'closed' | 'open' | 'half-open' {
    if (this.openReason === undefined) return 'closed'
    const leftMs = this.openUntilMs - nowMs
    // More is left only after the clock was set back.
    return leftMs > 0 && leftMs <= LONGEST_OPEN_MS ? 'open' : 'half-open'
  }
}

/** After a single failure the other upstreams are preferred for this long. */
const REST_MS = 500

/**
 * A rest after a failure, in which the other upstreams are preferred: for all calls, or only for
 * those of the one account that may have caused the failure.
 */
export class Rest {
  private untilMs = 0
  private account: string | undefined
  private accountUntilMs = 0

  /** `account`: the one that may have caused it; undefined: no single account can have. */
  begin(nowMs: number, account?: string): void {
    if (account === undefined) this.untilMs = nowMs + REST_MS
    else {
      this.account = account
      this.accountUntilMs = nowMs + REST_MS
    }
  }

  end(): void {
    this.untilMs = 0
    this.accountUntilMs = 0
  }

  /** `account`: of the call that is to be sent; undefined: the gateway's own. */
  isOn(nowMs: number, account: string | undefined): boolean {
    if (this.untilMs > nowMs) return true
    return this.accountUntilMs > nowMs && account !== undefined && account === this.account
  }
}

/** The account and method of a failed call. */
export interface CallOrigin {
  readonly account: string
  readonly method: string
}

const ENOUGH = 3
/** An account is alone that was the only one served for this long. */
const ALONE_MS = 60_000

/**
 * Counts an upstream's consecutive failures, and tells whether one caller can have caused them all.
 *
 * No node can answer some calls: they take too long, or a proxy in front of the node cuts them off.
 * One account that repeats such calls must not take the node away from all others. So failures
 * count against the node only if several accounts met them, or if no caller was involved. While the
 * node serves one account alone, those of several methods count, too.
 */
export class FailureStreak {
  count = 0
  private origin: CallOrigin | undefined
  private isWidespread = false
  /** The account that the node served last, and when; and when it served another one. */
  private lastAccount: string | undefined
  private lastServedMs = Number.NEGATIVE_INFINITY
  private otherServedMs = Number.NEGATIVE_INFINITY

  /** Records that a call of the account was answered. */
  served(account: string, nowMs: number): void {
    if (account !== this.lastAccount) {
      this.lastAccount = account
      this.otherServedMs = this.lastServedMs
    }
    this.lastServedMs = nowMs
  }

  /** `origin` is undefined if no caller can have caused the failure. */
  add(origin: CallOrigin | undefined, nowMs: number): void {
    if (this.count === 0) this.clear()
    this.count += 1
    if (origin === undefined) this.isWidespread = true
    else if (this.origin === undefined) this.origin = origin
    else if (this.origin.account !== origin.account) this.isWidespread = true
    else if (this.origin.method !== origin.method && this.servesOnly(origin, nowMs)) this.isWidespread = true
  }

  /** The account that met all failures; undefined if several did, or no caller was involved. */
  get soleAccount(): string | undefined {
    return this.isWidespread ? undefined : this.origin?.account
  }

  /** True if the node has failed often enough, by its own fault, to be avoided. */
  get isEnough(): boolean {
    return this.count >= ENOUGH && this.isWidespread
  }

  private servesOnly({ account }: CallOrigin, nowMs: number): boolean {
    return nowMs - (account === this.lastAccount ? this.otherServedMs : this.lastServedMs) > ALONE_MS
  }

  /** The node is avoided already; it must prove that it answers before it counts again. */
  fill(): void {
    this.count = Math.max(this.count, ENOUGH)
  }

  /** Starts a probation: the next failure is enough. */
  leaveOne(): void {
    this.count = ENOUGH - 1
  }

  clear(): void {
    this.count = 0
    this.origin = undefined
    this.isWidespread = false
  }
}

/** Ban reason: the upstream reported that it does not have the method. */
export const LACKS_METHOD = 'no_method'

/**
 * The first ban of a method that the upstream lacks. It is short, because a proxy may have said so
 * by mistake.
 */
const FIRST_BAN_MS = 10_000
const LONGEST_BAN_MS = 600_000
const TIMES_LONGER = 8
/** The word of a second account counts this long after the first one's. */
const SECOND_WORD_MS = 60_000

/**
 * `forMs`   how long it lasts; left out: a ban that is repeated right after it ended lasts longer
 * `saidBy`  the account of the call whose answer is the only ground, in words that the account may
 *           have chosen. Such a ban begins with the word of a second account
 */
export interface BanTerms {
  readonly forMs?: number
  readonly saidBy?: string | undefined
}

interface Ban {
  readonly reason: string
  readonly untilMs: number
  readonly lastsMs: number
}

/** False also if the clock was set back since the ban began. */
const isBanned = ({ untilMs, lastsMs }: Ban, nowMs: number): boolean => untilMs > nowMs && untilMs - nowMs <= lastsMs

/** Methods temporarily banned from an upstream; bounded by the methods of the contract. */
export class MethodBans {
  /** Left out until there is a ban, so that a call looks nothing up. */
  private entries: Map<string, Ban> | undefined
  /** For each method, the account that gave the first word. */
  private readonly words = new Map<string, { readonly account: string; readonly atMs: number }>()

  constructor(private readonly nowMs: () => number) {}

  add(method: string, reason: string, { forMs, saidBy }: BanTerms = {}): void {
    const nowMs = this.nowMs()
    if (saidBy !== undefined && !this.isSecondWord(method, saidBy, nowMs)) return
    this.entries ??= new Map()
    const last = this.entries.get(method)
    const isAgain = last?.reason === reason && nowMs <= last.untilMs + last.lastsMs
    const lastsMs = forMs ?? (isAgain ? Math.min(last.lastsMs * TIMES_LONGER, LONGEST_BAN_MS) : FIRST_BAN_MS)
    this.entries.set(method, { reason, untilMs: nowMs + lastsMs, lastsMs })
  }

  /** True if the method is banned now, for this reason or, if left out, for any. */
  has(method: string, reason?: string): boolean {
    const ban = this.entries?.get(method)
    return ban !== undefined && isBanned(ban, this.nowMs()) && (reason === undefined || ban.reason === reason)
  }

  /** The banned methods, each with its reason. */
  reasons(): Record<string, string> {
    const nowMs = this.nowMs()
    const current = [...(this.entries ?? [])].filter(([, ban]) => isBanned(ban, nowMs))
    return Object.fromEntries(current.map(([method, { reason }]) => [method, reason]))
  }

  private isSecondWord(method: string, account: string, nowMs: number): boolean {
    const first = this.words.get(method)
    if (first !== undefined && first.account !== account && nowMs - first.atMs <= SECOND_WORD_MS) return true
    this.words.set(method, { account, atMs: nowMs })
    return false
  }
}
