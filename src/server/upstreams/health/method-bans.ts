/** Why an upstream is not asked for a method that it said it does not have. */
export const LACKS_METHOD = 'no_method'

/**
 * Rests of a method that the upstream says it does not have: the first short, as a proxy may have
 * said it by mistake.
 */
const FIRST_REST_MS = 10_000
const LONGEST_REST_MS = 600_000
const TIMES_LONGER = 8

interface Ban {
  readonly reason: string
  readonly untilMs: number
  readonly restMs: number
}

/**
 * Methods that an upstream is not asked for, each for a while; bounded by the methods of the
 * contract.
 */
export class MethodBans {
  private readonly entries = new Map<string, Ban>()

  /**
   * `forMs` left out: as long as what an upstream says of itself is believed; longer when it says
   * so again as soon as it is asked again.
   */
  add(method: string, reason: string, nowMs: number, forMs?: number): void {
    const last = this.entries.get(method)
    const isAgain = last?.reason === reason && nowMs <= last.untilMs + last.restMs
    const restMs = forMs ?? (isAgain ? Math.min(last.restMs * TIMES_LONGER, LONGEST_REST_MS) : FIRST_REST_MS)
    this.entries.set(method, { reason, untilMs: nowMs + restMs, restMs })
  }

  /** Whether it is taken out just now, for that reason or for any. */
  has(method: string, nowMs: number, reason?: string): boolean {
    const ban = this.entries.get(method)
    return ban !== undefined && ban.untilMs > nowMs && (reason === undefined || ban.reason === reason)
  }

  /** The methods, each with the reason. */
  reasons(nowMs: number): Record<string, string> {
    const current = [...this.entries].filter(([, { untilMs }]) => untilMs > nowMs)
    return Object.fromEntries(current.map(([method, { reason }]) => [method, reason]))
  }
}
