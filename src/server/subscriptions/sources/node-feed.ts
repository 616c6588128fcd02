import type { Span } from '../../../wire/json/answer-scanner.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { NodeSubscription, NotificationListener } from '../../upstreams/transport/node-subscription.js'
import type { StreamOwner } from '../event-stream.js'
import type { StreamNode } from './stream-nodes.js'

export interface NodeSubscriptionOptions {
  readonly method: string
  readonly params: readonly unknown[]
  readonly unsubscribe: string
}

/** The subscription of a stream. `owner` is the account that asked for it first. */
export interface OwnedSubscription extends NodeSubscriptionOptions {
  readonly owner: StreamOwner
}

/** Receives what one node sends for a stream. */
export interface FeedListener {
  take(feed: NodeFeed, bytes: Buffer, result: Span): void
  /** The node's WebSocket broke after the feed was open. */
  lost(feed: NodeFeed): void
}

/** One node's part in a stream. Once closed, it calls its listener no more. */
export class NodeFeed implements NotificationListener {
  isOver = false
  private subscription: NodeSubscription | undefined

  constructor(
    readonly node: StreamNode,
    private readonly listener: FeedListener,
  ) {}

  /** Subscribes. Resolves to undefined once open; events may come before. */
  async open({ method, params, unsubscribe }: NodeSubscriptionOptions): Promise<StreamRefusal | undefined> {
    const opened = await this.node.socket.subscribe(method, params, unsubscribe, this)
    if (opened.kind === 'node-error') return opened
    if (opened.kind === 'unreachable') this.isOver = true
    if (opened.kind === 'unreachable' && opened.wasSent) return { kind: 'cut-off' }
    if (opened.kind === 'open') {
      this.subscription = opened
      if (this.isOver) opened.close()
    }
    return this.isOver ? { kind: 'no-node' } : undefined
  }

  close(): void {
    this.isOver = true
    this.subscription?.close()
  }

  /** Ends it because the node cannot be relied on. */
  fail(): void {
    if (this.isOver) return
    this.close()
    this.listener.lost(this)
  }

  notified(bytes: Buffer, result: Span): void {
    if (!this.isOver) this.listener.take(this, bytes, result)
  }

  broken(): void {
    if (this.isOver) return
    this.isOver = true
    this.listener.lost(this)
  }
}
