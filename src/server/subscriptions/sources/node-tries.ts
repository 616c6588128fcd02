import { INVALID_PARAMS } from '../../../wire/jsonrpc/error-codes.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import type { StreamOwner } from '../event-stream.js'
import { type FeedListener, NodeFeed, type OwnedSubscription } from './node-feed.js'
import type { RefusingNodes } from './refusing-nodes.js'
import type { StreamNode, StreamNodes } from './stream-nodes.js'
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
  /** The nodes to leave alone; those that close their WebSockets instead of answering are added. */
  readonly refusing: RefusingNodes
  /** The node refused. */
  readonly refused?: (socket: UpstreamSocket) => void
}

/**
 * The tries of one opening or fail-over to subscribe at a node, one after the other or two at a
 * time.
 *
 * A node that closes its WebSocket instead of answering may do so because of the subscription. All
 * callers share these WebSockets, so no third node gets one that two have not answered.
 */
export class NodeTries {
  /** Why no node took the subscription. */
  refusal: StreamRefusal = { kind: 'no-node' }
  private unanswered = 0
  /** WebSockets that closed. */
  private cutOff = 0
  private hasWrongParams = false
  private choosing: Promise<unknown> = Promise.resolve()
  private onAnswer = (): void => {}

  private readonly tried: Set<UpstreamSocket>

  /** Asks no node of `except`, and none that is to be left alone for a while. */
  constructor(
    private readonly deps: NodeTriesDeps,
    except: readonly UpstreamSocket[] = [],
  ) {
    this.tried = new Set([...except, ...deps.refusing.sockets])
  }

  /** Subscribes at the next untried node that takes it; undefined if no other may be asked. */
  async next(owner: StreamOwner): Promise<NodeFeed | undefined> {
    for (;;) {
      const node = await this.choose(owner)
      if (node === undefined) return undefined
      const feed = new NodeFeed(node, this.deps.listener)
      const trouble = await feed.open(this.deps.subscription)
      this.unanswered--
      this.note(node, trouble)
      this.onAnswer()
      if (trouble === undefined) return feed
    }
  }

  /** One choice at a time: each is a call of the provider, and no two may be of the same node. */
  private choose(owner: StreamOwner): Promise<StreamNode | undefined> {
    const { nodes, subscription, turns } = this.deps
    const chosen = this.choosing.then(async () => {
      while (this.unanswered > 0 && this.unanswered + this.cutOff >= MOST_AT_RISK)
        await new Promise<void>((resolve) => {
          this.onAnswer = resolve
        })
      if (this.deps.isOver() || this.hasWrongParams || this.cutOff >= MOST_AT_RISK) return undefined
      const node = await nodes.choose(subscription.method, this.tried, turns.payers(owner))
      if (node === undefined || this.deps.isOver()) return undefined
      this.tried.add(node.socket)
      this.unanswered++
      return node
    })
    this.choosing = chosen
    return chosen
  }

  private note({ socket }: StreamNode, trouble: StreamRefusal | undefined): void {
    const { refusing, refused } = this.deps
    if (trouble === undefined) refusing.delete(socket)
    if (trouble?.kind === 'cut-off') refusing.addClosed(socket)
    if (trouble?.kind === 'cut-off' && ++this.cutOff === MOST_AT_RISK) this.refusal = trouble
    if (trouble?.kind !== 'node-error') return
    refused?.(socket)
    this.refusal = trouble
    this.hasWrongParams ||= trouble.code === INVALID_PARAMS
  }
}
