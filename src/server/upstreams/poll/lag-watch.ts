import type { Head } from '../../networks/head.js'
import type { Upstream } from '../upstream.js'

const LINGER_POLLS = 3
const USUAL_MAX_LAG = { evm: 5, solana: 50 }

/** Blocks an upstream may be behind: as configured, or the default of its family. */
export const maxLagOf = ({ family, maxLag }: { readonly family: 'evm' | 'solana'; readonly maxLag?: number }): number =>
  maxLag ?? USUAL_MAX_LAG[family]

/**
 * Tracks which upstreams are behind: each until it catches up, or until several of its polls did
 * not confirm it. An upstream does not get faster because the others are down.
 */
export class LagWatch {
  /** The head that it must reach, and its polls since the last confirmation. */
  private readonly behind = new Map<Upstream, { readonly until: bigint; polls: number }>()

  constructor(private readonly head: Pick<Head, 'isBehind' | 'isLate' | 'known' | 'maxLag'>) {}

  /**
   * Judges a node that was away, by the newest block in its first answer: true if it is behind from
   * now on. Nobody knows how long a new one was away.
   */
  returned(upstream: Upstream, number: bigint): boolean {
    const { head, behind } = this
    const until = head.known?.number ?? 0n
    const isNew = upstream.health.headAskedMs === undefined
    const isBehind = until - number > head.maxLag && (isNew || head.isLate(upstream, number))
    if (isBehind) behind.set(upstream, { until, polls: 0 })
    return isBehind
  }

  /** Counts a poll of an upstream. After a stall of the process each has made one at most. */
  polled(upstream: Upstream): void {
    const entry = this.behind.get(upstream)
    if (entry !== undefined) entry.polls++
  }

  isBehind(upstream: Upstream): boolean {
    const { head, behind } = this
    if (head.isBehind(upstream)) {
      behind.set(upstream, { until: head.known?.number ?? 0n, polls: 0 })
      return true
    }
    const before = behind.get(upstream)
    if (before === undefined) return false
    const hasCaughtUp = (upstream.health.head ?? 0n) >= before.until - head.maxLag
    if (hasCaughtUp || before.polls > LINGER_POLLS) behind.delete(upstream)
    return behind.has(upstream)
  }
}
