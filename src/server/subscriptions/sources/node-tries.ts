import { INVALID_PARAMS } from '../../../wire/jsonrpc/error-codes.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import type { StreamOwner } from '../event-stream.js'
import { type FeedListener, NodeFeed, type OwnedSubscription } from './node-feed.js'
import type { StreamNodes } from './stream-nodes.js'
import type { StreamTurns } from './stream-turns.js'

/** WebSockets that may close because of one subscription. */
const MOST_AT_RISK = 2

/** The stream that subscribes, and where it may. */
export interface NodeTriesDeps {
  readonly subscription: OwnedSubscription
  readonly nodes: StreamNodes
  readonly turns: StreamTurns
  readonly listener: FeedListener
  readonly isOver: () => boolean
  /** The node refused, or closed its WebSocket instead of answering. */
  readonly refused?: (socket: UpstreamSocket) => void
}

/**
 * The tries of a stream to subscribe at a node, one after the other or two at a time.
 *
 * A node that closes its WebSocket instead of answering may do so because of the subscription. All
 * callers share these WebSockets, so no third node gets one that two have not answered.
 */
export class NodeTries {
  /** Why no node took the subscription. */
  refusal: StreamRefusal = { kind: 'no-node' }
  private unanswered = 0
  /** WebSockets that closed since a node last took the subscription. */
  private cutOff = 0

  constructor(private readonly deps: NodeTriesDeps) {}

  /** Subscribes at the next untried node that takes it; undefined if no other may be asked. */
  async next(tried: Set<UpstreamSocket>, owner: StreamOwner): Promise<NodeFeed | undefined> {
    const { subscription, nodes, turns, listener, isOver } = this.deps
    for (;;) {
      const node = await nodes.choose(subscription.method, tried, turns.payers(owner))
      if (node === undefined || isOver() || this.unanswered + this.cutOff === MOST_AT_RISK) return undefined
      // Another try may have chosen the node in between.
      if (tried.has(node.socket)) continue
      tried.add(node.socket)
      this.unanswered++
      const feed = new NodeFeed(node, listener)
      const trouble = await feed.open(subscription)
      this.unanswered--
      if (trouble === undefined) {
        this.cutOff = 0
        return feed
      }
      if (trouble.kind === 'no-node') continue
      this.deps.refused?.(node.socket)
      if (trouble.kind === 'node-error' || ++this.cutOff === MOST_AT_RISK) this.refusal = trouble
      if (trouble.kind === 'node-error' && trouble.code === INVALID_PARAMS) return undefined
    }
  }
}
