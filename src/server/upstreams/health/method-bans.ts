/** Ban reason: the upstream reported that it does not have the method. */
export const LACKS_METHOD = 'no_method'

/**
 * The first ban of a method that the upstream lacks. It is short, because a proxy may have said so
 * by mistake.
 */
const FIRST_REST_MS = 10_000
const LONGEST_REST_MS = 600_000
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
  readonly restMs: number
}

/** False also if the clock was set back since the ban began. */
const isOn = ({ untilMs, restMs }: Ban, nowMs: number): boolean => untilMs > nowMs && untilMs - nowMs <= restMs

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
    const isAgain = last?.reason === reason && nowMs <= last.untilMs + last.restMs
    const restMs = forMs ?? (isAgain ? Math.min(last.restMs * TIMES_LONGER, LONGEST_REST_MS) : FIRST_REST_MS)
    this.entries.set(method, { reason, untilMs: nowMs + restMs, restMs })
  }

  /** True if the method is banned now, for this reason or, if left out, for any. */
  has(method: string, reason?: string): boolean {
    const ban = this.entries?.get(method)
    return ban !== undefined && isOn(ban, this.nowMs()) && (reason === undefined || ban.reason === reason)
  }

  /** The banned methods, each with its reason. */
  reasons(): Record<string, string> {
    const nowMs = this.nowMs()
    const current = [...(this.entries ?? [])].filter(([, ban]) => isOn(ban, nowMs))
    return Object.fromEntries(current.map(([method, { reason }]) => [method, reason]))
  }

  private isSecondWord(method: string, account: string, nowMs: number): boolean {
    const first = this.words.get(method)
    if (first !== undefined && first.account !== account && nowMs - first.atMs <= SECOND_WORD_MS) return true
    this.words.set(method, { account, atMs: nowMs })
    return false
  }
}
