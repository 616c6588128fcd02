import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import { type FeedListener, NodeFeed } from './node-feed.js'
import type { NodesListener, StreamNodes } from './stream-nodes.js'

const NEW_HEADS = { method: 'eth_subscribe', params: ['newHeads'], unsubscribe: 'eth_unsubscribe' }

/**
 * Says that a node may have a new block, as soon as one of the nodes announces one on its
 * WebSocket. A hint may be missing, doubled or wrong: the poll is the truth.
 */
export class NodeHeadHints implements FeedListener, NodesListener {
  private readonly feeds = new Map<UpstreamSocket, NodeFeed>()
  private isOver = false

  constructor(
    private readonly nodes: StreamNodes,
    private readonly onHint: () => void,
  ) {
    nodes.add(this)
    this.look()
  }

  stop(): void {
    this.isOver = true
    this.nodes.remove(this)
    for (const feed of this.feeds.values()) feed.close()
  }

  take(): void {
    this.onHint()
  }

  lost(feed: NodeFeed): void {
    this.feeds.delete(feed.node.socket)
  }

  /** Subscribes to nodes without a feed. */
  look(): void {
    const now = this.nodes.deps.nowMs()
    for (const node of this.nodes.all) {
      const { socket, upstream } = node
      if (this.isOver || this.feeds.has(socket) || socket.restsUntilMs > now || upstream.health.hasWrongChain) continue
      const feed = new NodeFeed(node, this)
      this.feeds.set(socket, feed)
      void this.open(feed)
    }
  }

  /** A node that refuses is not asked again: it keeps its place. */
  private async open(feed: NodeFeed): Promise<void> {
    const trouble = await feed.open(NEW_HEADS)
    if (trouble?.kind === 'no-node') this.lost(feed)
    else if (this.isOver) feed.close()
  }
}
