import type { Span } from '../../../wire/json/answer-scanner.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { UpstreamSocket } from '../../upstreams/transport/upstream-socket.js'
import type { StreamEnd } from '../event-stream.js'
import type { FeedListener, NodeFeed, OwnedSubscription } from './node-feed.js'
import { NodeTries, type NodeTriesDeps } from './node-tries.js'
import { RefusingNodes } from './refusing-nodes.js'
import { hashOf, readFacts, spanText } from './result-facts.js'
import { SharedSinks } from './shared-sinks.js'
import { NO_HISTORY, type StateReader, stateReaders } from './state-readers.js'
import type { NodesListener, StreamNodes } from './stream-nodes.js'
import { StreamTurns } from './stream-turns.js'

/** The longest wait of a stream for a node. */
const NO_NODE_MS = 30_000
/** A node whose slots are further back than this has another chain, whatever its polls show. */
const MAX_ROLLBACK = 1_000
/** A node may lag a little; one that stays below the newest slot for longer has another chain. */
const MAX_BELOW_MS = 10_000
const MOST_READINGS = 3
/** A node that closed its WebSocket instead of taking the subscription is asked again by then. */
const MAX_CLOSED_MS = 10_000
/** Shortest time at a node that still sends: two that fall behind in turns cause no storm. */
const MIN_STAY_MS = 5_000
/**
 * A node may forget to notify a final event, so its state is read from time to time: after this
 * time, then after twice as long again and again. A transaction that did not land in minutes hardly
 * ever does, and one account may wait for ten thousand.
 */
const READ_AGAIN_MS = 10_000
const MAX_READ_AGAIN_MS = 320_000

/**
 * A state that one node sends at a time. If the node breaks or falls behind, another one takes
 * over, and the state is read again.
 *
 * `latest`  the slot never goes back, and the newest state always arrives
 * `once`    ends with the final event. The state is read at the start, too, because nodes do not
 *           notify what happened before
 */
export class StateStream implements FeedListener, NodesListener {
  readonly sinks: SharedSinks
  readonly turns: StreamTurns
  /** Undefined once it is open, else why it is not. */
  readonly opened: Promise<StreamRefusal | undefined>
  private feed: NodeFeed | undefined
  private readonly reader: StateReader | undefined
  private isConnecting = false
  private isOver = false
  private lostMs = 0
  private feedSinceMs = 0
  private readonly tries: NodeTriesDeps
  /** The feed whose state is still to be read, and how often that failed. */
  private unread: NodeFeed | undefined
  private isReading = false
  private readMs = 0
  private readAgainMs = READ_AGAIN_MS
  private failedReadings = 0
  private lacksHistory = false
  private isReceived = false
  private slot = -1
  /** Since when the node in use has sent only older slots; undefined: it has not. */
  private belowSinceMs: number | undefined
  /** True if the last of these was too old for a node that caught up since. */
  private isFarBack = false
  /** True once another node was tried because of that, until an event is not older. */
  private hasTriedOther = false
  private valueHash: string | undefined

  constructor(
    private readonly subscription: OwnedSubscription,
    private readonly state: 'latest' | 'once',
    private readonly nodes: StreamNodes,
    private readonly onEnd: () => void,
  ) {
    this.sinks = new SharedSinks(() => this.end(), nodes.deps)
    this.turns = new StreamTurns(subscription.owner, () => this.sinks.owners)
    this.reader = stateReaders[subscription.method]
    const { turns } = this
    const refusing = new RefusingNodes(nodes.steadyMs, MAX_CLOSED_MS)
    this.tries = { subscription, nodes, turns, listener: this, isOver: () => this.isOver, refusing }
    nodes.add(this)
    this.opened = this.connect([], this.reader?.isReadFirst === true).then((refusal) => {
      if (refusal !== undefined) this.close()
      return refusal
    })
  }

  take(_feed: NodeFeed, bytes: Buffer, result: Span): void {
    if (this.isOver) return
    const { slot, value, isText } = readFacts(bytes, result)
    if (this.state === 'latest') {
      const valueHash = hashOf(bytes, value)
      if (slot !== undefined && slot < this.slot) {
        this.belowSinceMs ??= this.nodes.steadyMs()
        this.isFarBack = slot < this.slot - MAX_ROLLBACK
        return
      }
      this.belowSinceMs = undefined
      this.hasTriedOther = false
      if (slot === this.slot && valueHash === this.valueHash) return
      this.slot = slot ?? this.slot
      this.valueHash = valueHash
    } else if (isText) {
      // "receivedSignature", which a second node may send again.
      if (this.isReceived) return
      this.isReceived = true
    }
    this.sinks.event(spanText(bytes, result))
    if (this.state === 'once' && !isText) this.end()
  }

  lost(feed: NodeFeed): void {
    if (this.isOver || feed !== this.feed) return
    this.feed = undefined
    this.lostMs = this.nodes.steadyMs()
    this.checkNodes()
  }

  checkNodes(): void {
    if (this.isOver) return
    const now = this.nodes.steadyMs()
    const isDue = this.state === 'once' && now - this.readMs >= this.readAgainMs && this.reader !== undefined
    if (isDue && this.unread === undefined && this.feed !== undefined) {
      this.unread = this.feed
      this.readAgainMs = Math.min(this.readAgainMs * 2, MAX_READ_AGAIN_MS)
    }
    if (this.unread !== undefined && !this.isReading) this.watch(this.read(this.unread))
    if (this.isConnecting) return
    const { feed } = this
    if (feed !== undefined && this.staysBelow(feed, now)) {
      // Subscribers come back to a stream of the chain that the node has now.
      if (!this.isFarBack || this.hasTriedOther) return this.end('stream_broken')
      this.hasTriedOther = true
      return this.watch(this.connect([feed.node.socket], true))
    }
    if (feed === undefined) {
      if (now - this.lostMs >= NO_NODE_MS) this.end('no_node')
      else this.watch(this.connect([], true))
      return
    }
    const { socket } = feed.node
    const mayMove = now - this.feedSinceMs >= MIN_STAY_MS || this.nodes.isLeaving(socket)
    if (mayMove && this.nodes.isWorse(socket)) this.watch(this.connect([socket], true))
  }

  /** After a bug the stream ends: its subscribers would wait for ever. */
  private watch(work: Promise<unknown>): void {
    work.catch((bug) => {
      this.nodes.deps.bug(bug)
      this.end('stream_broken')
    })
  }

  /**
   * Subscribes at another node than these. Resolves to the refusal if no node accepts; a stream
   * that is open stays as it is.
   */
  private async connect(except: readonly UpstreamSocket[], mustRead: boolean): Promise<StreamRefusal | undefined> {
    this.isConnecting = true
    const tries = new NodeTries(this.tries, except)
    const feed = await this.nodes.inTurn(this.turns, (owner) => tries.next(owner))
    if (feed !== undefined) this.use(feed, mustRead)
    this.isConnecting = false
    return this.isOver || feed !== undefined ? undefined : tries.refusal
  }

  /** Takes the node, and lets go of the one before. */
  private use(feed: NodeFeed, mustRead: boolean): void {
    this.feed?.close()
    this.feed = feed
    this.belowSinceMs = undefined
    this.feedSinceMs = this.nodes.steadyMs()
    this.failedReadings = 0
    this.lacksHistory = false
    this.unread = mustRead && this.reader !== undefined ? feed : undefined
    if (this.isOver) feed.close()
    else if (this.unread !== undefined) this.watch(this.read(feed))
  }

  /** Reads the present state from the feed's node, after the feed was opened. */
  private async read(feed: NodeFeed): Promise<void> {
    const { method, params, recentParams = params, eventOf } = this.reader!
    this.isReading = true
    const { params: own } = this.subscription
    const given = this.lacksHistory ? recentParams(own) : params(own)
    const asked = await this.nodes.read(feed.node, method, given, this.turns)
    this.isReading = false
    if (this.isOver || this.unread !== feed || feed.isOver || asked.kind === 'overloaded') return
    if (asked.kind === 'node-error' && asked.code === NO_HISTORY && !this.lacksHistory) {
      this.lacksHistory = true
      return this.read(feed)
    }
    const event = asked.kind === 'result' ? eventOf(asked.bytes, own) : 'unusable'
    if (event === 'unusable') {
      if (++this.failedReadings < MOST_READINGS || this.nodes.all.length === 1) return
      this.unread = undefined
      return feed.fail()
    }
    this.unread = undefined
    this.failedReadings = 0
    this.readMs = this.nodes.steadyMs()
    if (event !== undefined) this.takeRead(feed, event)
  }

  private staysBelow(feed: NodeFeed, now: number): boolean {
    if (this.belowSinceMs === undefined || now - this.belowSinceMs < MAX_BELOW_MS) return false
    const { head } = this.nodes.upstreamOf(feed.node).health
    // Its WebSocket may lead to another node than its poll does, as behind a balancer.
    if (head !== undefined && head >= this.slot && !this.isFarBack) {
      // It has caught up; there was no event since.
      this.belowSinceMs = undefined
      return false
    }
    if (head !== undefined || this.reader === undefined) return true
    // Without a poll, only the state that is read now tells a late event from another chain.
    if (this.readMs - this.belowSinceMs >= MAX_BELOW_MS) return true
    this.unread ??= feed
    return false
  }

  /** Delivers a state that was read, unless it is already known. */
  private takeRead(feed: NodeFeed, event: Buffer): void {
    const all = { start: 0, end: event.length }
    const { slot, value } = readFacts(event, all)
    if (this.state !== 'latest' || hashOf(event, value) !== this.valueHash) return this.take(feed, event, all)
    if (slot !== undefined && slot >= this.slot) this.belowSinceMs = undefined
  }

  /** Ends the subscriptions, too: after the last event, or because the stream broke. */
  private end(why?: StreamEnd): void {
    this.close()
    this.sinks.end(why)
  }

  private close(): void {
    this.isOver = true
    this.feed?.close()
    this.nodes.remove(this)
    this.onEnd()
  }
}
