import type { UpstreamStatus } from '../upstreams/status.js'

/** An upstream that was seen in another state than before, as one process measures it. */
export interface StateChange {
  /** ISO 8601: when it was seen. */
  readonly at: string
  readonly network: string
  readonly upstream: string
  readonly worker?: number
  readonly from: UpstreamStatus['state']
  readonly to: UpstreamStatus['state']
  readonly why: string
}

/** Bounds what is kept and sent to each reader every two seconds. */
const MAX_CHANGES = 100

/**
 * What became of upstreams, newest first, as far as it was looked at: what came and went while
 * there was no reader is not in it.
 */
export class UpstreamHistory {
  private seen = new Map<string, UpstreamStatus['state']>()
  private kept: readonly StateChange[] = []

  get changes(): readonly StateChange[] {
    return this.kept
  }

  /** Looks at the upstreams as they are at `nowMs`. */
  look(upstreams: readonly UpstreamStatus[], nowMs: number): void {
    const at = new Date(nowMs).toISOString()
    const seen: [string, UpstreamStatus['state']][] = []
    const found = upstreams.flatMap(({ network, upstream, worker, state, reason, lastFailure }): StateChange[] => {
      const name = JSON.stringify([network, upstream, worker])
      seen.push([name, state])
      const from = this.seen.get(name)
      if (from === undefined || from === state) return []
      const why = state === 'down' && lastFailure !== null ? `${reason}; ${lastFailure}` : reason
      return [{ at, network, upstream, ...(worker === undefined ? {} : { worker }), from, to: state, why }]
    })
    this.seen = new Map(seen)
    if (found.length > 0) this.kept = [...found, ...this.kept].slice(0, MAX_CHANGES)
  }
}
