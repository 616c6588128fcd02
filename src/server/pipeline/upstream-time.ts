import { SharedStopwatch } from '../../runtime/system-ports.js'

const times = new SharedStopwatch()

/** The nodes asked for a call, or for one part of it; `before`: those for the part before. */
export interface NodesAsked {
  /** True if a node may have worked on it: then the call may cost. */
  readonly mayCost: boolean
  readonly before: NodesAsked | undefined
}

/**
 * The time that a call waits for upstreams. Waits that overlap count once; times are readings of
 * the stopwatch, in milliseconds.
 *
 * The call and its copies share one, so that no stage has to pass on what another has waited.
 */
export class UpstreamTime {
  private waits = 0
  /** The sum of ends less the sum of beginnings, of times in which at least one wait went on. */
  private balanceMs = 0
  private asking: NodesAsked | undefined

  /** True if nodes may work, or have worked, on the call or on a part of it: then it may cost. */
  get mayCost(): boolean {
    for (let nodes = this.asking; nodes !== undefined; nodes = nodes.before) if (nodes.mayCost) return true
    return false
  }

  /** Adds nodes that are asked for the call; returns those added before. */
  asks(nodes: NodesAsked): NodesAsked | undefined {
    const before = this.asking
    this.asking = nodes
    return before
  }

  begin(atMs: number): void {
    if (this.waits++ === 0) this.balanceMs -= atMs
  }

  end(atMs: number): void {
    if (--this.waits === 0) this.balanceMs += atMs
  }

  /**
   * Counts the time until the promise is resolved or rejected: none, if that is within the turn of
   * the event loop.
   */
  async during<Value>(wait: Promise<Value>): Promise<Value> {
    const startMs = times.readAtLeast(0)
    this.begin(startMs)
    try {
      return await wait
    } finally {
      this.end(times.readAtLeast(startMs))
    }
  }

  /** Counts a time that another call has waited for both. */
  add(ms: number): void {
    this.balanceMs += ms
  }

  /** The time waited until then, that of waits which go on included. */
  until(atMs: number): number {
    return Math.max(0, this.waits === 0 ? this.balanceMs : this.balanceMs + atMs)
  }
}
