import type { Head } from '../../networks/head.js'
import type { Upstream } from '../upstream.js'

const LINGER_POLLS = 3
const USUAL_MAX_LAG = { evm: 5, solana: 50 }

/**
 * Blocks that a network's upstream may be behind before it counts as behind: as configured, or what
 * is usual for its family.
 */
export const maxLagOf = ({ family, maxLag }: { readonly family: 'evm' | 'solana'; readonly maxLag?: number }): number =>
  maxLag ?? USUAL_MAX_LAG[family]

/**
 * Which upstreams are behind the others: each until it caught up, or until no comparison confirms
 * it for a few polls. The others' absence does not make it faster.
 */
export class LagWatch {
  /** The head that one has to reach, and until when that holds although no poll confirms it. */
  private readonly behind = new Map<Upstream, { readonly until: bigint; readonly untilMs: number }>()

  constructor(
    private readonly head: Pick<Head, 'isBehind' | 'known' | 'maxLag'>,
    private readonly nowMs: () => number,
    private readonly pollMs: number,
  ) {}

  isBehind(upstream: Upstream): boolean {
    const { head, behind } = this
    if (head.isBehind(upstream)) {
      behind.set(upstream, { until: head.known?.number ?? 0n, untilMs: this.nowMs() + LINGER_POLLS * this.pollMs })
      return true
    }
    const before = behind.get(upstream)
    if (before === undefined) return false
    const hasCaughtUp = (upstream.health.head ?? 0n) >= before.until - head.maxLag
    if (hasCaughtUp || this.nowMs() >= before.untilMs) behind.delete(upstream)
    return behind.has(upstream)
  }
}
