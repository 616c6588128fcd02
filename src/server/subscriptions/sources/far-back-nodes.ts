import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import type { StreamNodes } from './stream-nodes.js'

/** The nodes that a stream left because their slots were too far back. */
export class FarBackNodes {
  /** When each was left, by the clock of polls. */
  private readonly leftMs = new Map<UpstreamSocket, number>()
  /** Since when nodes have sent only such slots; undefined: they have not. */
  private sinceMs: number | undefined

  constructor(private readonly nodes: StreamNodes) {}

  add(socket: UpstreamSocket): void {
    this.leftMs.set(socket, this.nodes.deps.nowMs())
    this.sinceMs ??= this.nodes.steadyMs()
  }

  /** Notes that a node sent a slot that is not too far back. */
  sentSlot(): void {
    this.sinceMs = undefined
  }

  /** True if nodes have sent no other slots for so long. */
  isAllFor(ms: number): boolean {
    return this.sinceMs !== undefined && this.nodes.steadyMs() - this.sinceMs >= ms
  }

  /** The nodes, except those that a poll since then showed to have caught up with a slot. */
  below(slot: number): UpstreamSocket[] {
    for (const { socket, upstream } of this.nodes.all) {
      const { head = -1n, headAskedMs = 0 } = upstream.health
      if (head >= slot && headAskedMs >= (this.leftMs.get(socket) ?? 0)) this.leftMs.delete(socket)
    }
    return [...this.leftMs.keys()]
  }
}
