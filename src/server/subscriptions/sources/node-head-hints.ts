import type { Span } from '../../../wire/json/answer-scanner.js'
import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import type { HeadHint } from '../follow/follow-nodes.js'
import { type FeedListener, NodeFeed } from './node-feed.js'
import { RefusingNodes } from './refusing-nodes.js'
import { readHead } from './result-facts.js'
import type { NodesListener, StreamNodes } from './stream-nodes.js'

const NEW_HEADS = { method: 'eth_subscribe', params: ['newHeads'], unsubscribe: 'eth_unsubscribe' }

/**
 * Hints from the WebSockets of a network's nodes, each time one announces a new head. A hint may be
 * missing, doubled or wrong: the poll is the truth.
 */
export class NodeHeadHints {
  constructor(private readonly nodes: StreamNodes) {}

  /** Returns a function that ends the hints. */
  onHint(listener: (hint: HeadHint) => void): () => void {
    const feeds = new HeadFeeds(this.nodes, listener)
    this.nodes.add(feeds)
    feeds.checkNodes()
    return () => feeds.stop()
  }
}

class HeadFeeds implements FeedListener, NodesListener {
  private readonly feeds = new Map<UpstreamSocket, NodeFeed>()
  private readonly refusing: RefusingNodes
  private isOver = false

  constructor(
    private readonly nodes: StreamNodes,
    private readonly onHint: (hint: HeadHint) => void,
  ) {
    this.refusing = new RefusingNodes(nodes.steadyMs)
  }

  stop(): void {
    this.isOver = true
    this.nodes.remove(this)
    for (const feed of this.feeds.values()) feed.close()
  }

  take({ node }: NodeFeed, bytes: Buffer, result: Span): void {
    const upstream = this.nodes.upstreamOf(node)
    this.onHint({ upstream, ...readHead(bytes, result), header: bytes.subarray(result.start, result.end) })
  }

  lost(feed: NodeFeed): void {
    const { socket } = feed.node
    if (this.feeds.get(socket) === feed) this.feeds.delete(socket)
  }

  /** Subscribes to nodes without a feed, and leaves WebSockets that were replaced. */
  checkNodes(): void {
    for (const [socket, feed] of this.feeds)
      if (this.nodes.isLeaving(socket)) {
        this.feeds.delete(socket)
        feed.close()
      }
    for (const node of this.nodes.all) {
      const { socket, upstream } = node
      if (this.feeds.has(socket) || this.refusing.has(socket)) continue
      if (socket.isResting || upstream.health.hasWrongChain) continue
      const feed = new NodeFeed(node, this)
      this.feeds.set(socket, feed)
      this.open(feed).catch((bug) => {
        this.nodes.deps.bug(bug)
        this.lost(feed)
      })
    }
  }

  private async open(feed: NodeFeed): Promise<void> {
    const trouble = await feed.open(NEW_HEADS)
    if (trouble?.kind === 'node-error') this.refusing.add(feed.node.socket)
    if (trouble !== undefined) this.lost(feed)
    else if (this.isOver) feed.close()
  }
}
