import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'

/** A node may refuse because it is just starting, or because of its provider's limit. */
const REFUSED_MS = 60_000

/** The nodes that refused a subscription. Each is asked again after a minute. */
export class RefusingNodes {
  private readonly untilMs = new Map<UpstreamSocket, number>()

  constructor(private readonly steadyMs: () => number) {}

  add(socket: UpstreamSocket): void {
    this.untilMs.set(socket, this.steadyMs() + REFUSED_MS)
  }

  has(socket: UpstreamSocket): boolean {
    return this.steadyMs() < (this.untilMs.get(socket) ?? 0)
  }
}
