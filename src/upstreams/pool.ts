import type { Upstream } from './upstream.js'

const FIRST_REST_MS = 500
const LONGEST_REST_MS = 15_000

interface Standing {
  readonly upstream: Upstream
  failuresInARow: number
  restsUntilMs: number
}

/**
 * A network's upstreams, in the order in which they should be asked: as configured, those that failed lately last.
 *
 * An upstream that failed rests for a time that doubles with each failure in a row; when it is over the next call tries it again.
 */
export class Pool {
  private readonly standings: Standing[]

  constructor(
    upstreams: readonly Upstream[],
    private readonly nowMs: () => number,
  ) {
    this.standings = upstreams.map((upstream) => ({ upstream, failuresInARow: 0, restsUntilMs: 0 }))
  }

  /** Everyone, the rested first. */
  candidates(): Upstream[] {
    if (this.standings.length === 1) return [this.standings[0]!.upstream]
    const now = this.nowMs()
    const rested = this.standings.filter((standing) => standing.restsUntilMs <= now)
    const resting = this.standings.filter((standing) => standing.restsUntilMs > now)
    return [...rested, ...resting].map((standing) => standing.upstream)
  }

  answered(upstream: Upstream): void {
    const standing = this.standingOf(upstream)
    if (standing === undefined || standing.failuresInARow === 0) return
    standing.failuresInARow = 0
    standing.restsUntilMs = 0
  }

  failed(upstream: Upstream): void {
    const standing = this.standingOf(upstream)
    if (standing === undefined) return
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(standing.failuresInARow++, 10))
    standing.restsUntilMs = this.nowMs() + restMs
  }

  /** How many upstreams answered when last asked, or were never asked. */
  upCount(): number {
    return this.standings.filter((standing) => standing.failuresInARow === 0).length
  }

  async close(): Promise<void> {
    await Promise.all(this.standings.map((standing) => standing.upstream.transport.close()))
  }

  private standingOf(upstream: Upstream): Standing | undefined {
    return this.standings.find((standing) => standing.upstream === upstream)
  }
}
