import type { UpstreamStatus } from '../upstreams/upstream-status.js'

/** A changed state of an upstream, as seen by one process. */
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

/** Bounds the memory, and the data sent to each reader every two seconds. */
const MAX_CHANGES = 100

/**
 * State changes of upstreams, newest first. Changes between two updates, or while no page was open,
 * are missing.
 */
export class UpstreamChanges {
  private seen = new Map<string, UpstreamStatus['state']>()
  private kept: readonly StateChange[] = []

  get changes(): readonly StateChange[] {
    return this.kept
  }

  /** Compares the upstreams with the last update; `nowMs` is the time of this one. */
  update(upstreams: readonly UpstreamStatus[], nowMs: number): void {
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
