import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'

/** A node may refuse because it is just starting, or because of its provider's limit. */
const REFUSED_MS = 60_000
const FIRST_CLOSED_MS = 1_000

/**
 * The nodes that a subscription is not to be sent to for a while. One that refused it is asked
 * again after a minute. One that closed its WebSocket instead of answering is asked again after a
 * second, then after twice as long each time.
 */
export class RefusingNodes {
  /** `closings`: how often it closed since it last took or refused the subscription. */
  private readonly bars = new Map<UpstreamSocket, { untilMs: number; closings: number }>()

  constructor(
    private readonly steadyMs: () => number,
    private readonly maxClosedMs = REFUSED_MS,
  ) {}

  add(socket: UpstreamSocket): void {
    this.bars.set(socket, { untilMs: this.steadyMs() + REFUSED_MS, closings: 0 })
  }

  addClosed(socket: UpstreamSocket): void {
    const { closings } = this.bars.get(socket) ?? { closings: 0 }
    const restMs = Math.min(FIRST_CLOSED_MS * 2 ** closings, this.maxClosedMs)
    this.bars.set(socket, { untilMs: this.steadyMs() + restMs, closings: closings + 1 })
  }

  delete(socket: UpstreamSocket): void {
    this.bars.delete(socket)
  }

  get sockets(): UpstreamSocket[] {
    return [...this.bars.keys()].filter((socket) => this.has(socket))
  }

  has(socket: UpstreamSocket): boolean {
    return this.steadyMs() < (this.bars.get(socket)?.untilMs ?? 0)
  }
}
