import type { Head } from '../../networks/head.js'
import type { Upstream } from '../upstream.js'

const LINGER_POLLS = 3
const USUAL_MAX_LAG = { evm: 5, solana: 50 }

/** Blocks an upstream may be behind: as configured, or the default of its family. */
export const maxLagOf = ({ family, maxLag }: { readonly family: 'evm' | 'solana'; readonly maxLag?: number }): number =>
  maxLag ?? USUAL_MAX_LAG[family]

/**
 * Tracks which upstreams are behind: each until it catches up, or until no poll confirms it for a
 * while. An upstream does not get faster because the others are down.
 */
export class LagWatch {
  /** The head that it must reach, and when the entry expires without confirmation. */
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
