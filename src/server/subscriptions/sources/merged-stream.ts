import { orAfter } from '../../../runtime/time-limit.js'
import type { Span } from '../../../wire/json/answer-scanner.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { Health } from '../../upstreams/health/health.js'
import type { StreamEnd } from '../event-stream.js'
import type { FeedListener, NodeFeed, OwnedSubscription } from './node-feed.js'
import { NodeTries, type NodeTriesDeps } from './node-tries.js'
import { RefusingNodes } from './refusing-nodes.js'
import { spanText } from './result-facts.js'
import { SharedSinks } from './shared-sinks.js'
import type { NodesListener, StreamNodes } from './stream-nodes.js'
import { StreamTurns } from './stream-turns.js'

/** Events come from so many nodes where there are as many. */
const WIDTH = 2
/** The reply waits this long for the second node. */
const TOGETHER_MS = 500
/**
 * A node that joined later can stand in for the others after this time, if one of them has reached
 * the head that it showed since: what it had sent before it joined, that one has sent by then. Of a
 * node that is not polled no head is known, and one that a reload changed needs none: the other
 * WebSocket is its own.
 */
const STAND_IN_AFTER_MS = 10_000

/** A feed that joined later. `head`: of the first poll since; undefined until then. */
interface Newcomer {
  readonly joinedMs: number
  head: bigint | undefined
}

const MAX_NEWER = 16_384

/**
 * Remembers the keys of recent events, to find those that a second node sends, too.
 *
 * Bounds  at least 16,384 of the newest keys of the last `keptMs`, or of any age without
 *         `forgetOld`, are known, and at most twice as many are kept
 */
export class RecentKeys {
  private newer = new Set<string>()
  private older = new Set<string>()
  /** The first `forgetOld` since the newer keys are kept. */
  private sinceMs: number | undefined

  constructor(private readonly keptMs: number) {}

  /** Remembers a key; false if it is known. */
  add(key: string): boolean {
    if (this.newer.has(key) || this.older.has(key)) return false
    if (this.newer.size >= MAX_NEWER) this.renew()
    this.newer.add(key)
    return true
  }

  /** Forgets keys that are older than twice `keptMs`; to be called about once a second. */
  forgetOld(nowMs: number): void {
    this.sinceMs ??= nowMs
    if (nowMs - this.sinceMs >= this.keptMs) this.renew()
  }

  private renew(): void {
    this.older = this.newer
    this.newer = new Set()
    this.sinceMs = undefined
  }
}

/**
 * Events that cannot be read again, merged from two nodes. If the last node breaks that was there
 * long enough, the stream is broken.
 */
export class MergedStream implements FeedListener, NodesListener {
  readonly sinks: SharedSinks
  readonly turns: StreamTurns
  /** Undefined once it is open, else why it is not. */
  readonly opened: Promise<StreamRefusal | undefined>
  /** The open feeds; undefined: it can stand in for the others. */
  private readonly feeds = new Map<NodeFeed, Newcomer | undefined>()
  private readonly keys: RecentKeys
  private readonly tries: NodeTriesDeps
  private isOpen = false
  private isJoining = true
  private isOver = false

  constructor(
    subscription: OwnedSubscription,
    private readonly keyOf: (bytes: Buffer, result: Span) => string,
    private readonly nodes: StreamNodes,
    private readonly onEnd: () => void,
    keptMs: number,
  ) {
    this.keys = new RecentKeys(keptMs)
    this.sinks = new SharedSinks(
      () => this.end(),
      nodes.deps,
      (owner) => nodes.merged.close(owner),
    )
    this.turns = new StreamTurns(subscription.owner, () => this.sinks.owners)
    const refusing = new RefusingNodes(nodes.steadyMs)
    this.tries = {
      subscription,
      nodes,
      turns: this.turns,
      listener: this,
      isOver: () => this.isOver,
      refusing,
      refused: (socket) => refusing.add(socket),
    }
    nodes.add(this)
    this.opened = this.begin()
  }

  take(_feed: NodeFeed, bytes: Buffer, result: Span): void {
    if (!this.isOver && this.keys.add(this.keyOf(bytes, result))) this.sinks.event(spanText(bytes, result))
  }

  lost(feed: NodeFeed): void {
    this.promote()
    if (!this.feeds.delete(feed) || this.isOver || !this.isOpen) return
    if (this.standIns().length === 0) this.end('stream_broken')
  }

  checkNodes(): void {
    if (this.isOver || !this.isOpen) return
    if (this.nodes.arePolled) this.keys.forgetOld(this.nodes.steadyMs())
    this.promote()
    for (const feed of this.standIns())
      if (this.nodes.isWorse(feed.node.socket) && this.standIns().length > 1) {
        this.feeds.delete(feed)
        feed.close()
      }
    if (this.feeds.size >= WIDTH || this.isJoining) return
    this.refill().catch((bug) => {
      this.nodes.deps.bug(bug)
      this.end('stream_broken')
    })
  }

  private async begin(): Promise<StreamRefusal | undefined> {
    const tries = new NodeTries(this.tries)
    const [one, other] = [this.join(tries), this.join(tries)]
    const isOpen = (await Promise.race([one, other])) || (await one) || (await other)
    const both = Promise.all([one, other]).then(() => {
      this.isJoining = false
    })
    if (isOpen) await orAfter(both, TOGETHER_MS, undefined)
    this.isOpen = this.feeds.size > 0
    if (this.isOpen) return undefined
    this.close()
    return tries.refusal
  }

  private async refill(): Promise<void> {
    this.isJoining = true
    const present = [...this.feeds.keys()].map(({ node }) => node.socket)
    const worse = this.nodes.all.map(({ socket }) => socket).filter((socket) => this.nodes.isWorse(socket))
    await this.join(new NodeTries(this.tries, [...present, ...worse]))
    this.isJoining = false
  }

  /** Adds the feed of the next untried node; false if no node is left. */
  private join(tries: NodeTries): Promise<boolean> {
    return this.nodes.inTurn(this.turns, async (owner) => {
      const feed = await tries.next(owner)
      return feed !== undefined && this.use(feed)
    })
  }

  private use(feed: NodeFeed): boolean {
    if (this.isOver) feed.close()
    else this.feeds.set(feed, this.isOpen ? { joinedMs: this.nodes.deps.nowMs(), head: undefined } : undefined)
    return !this.isOver
  }

  /** Lets newcomers stand in for the others once they can. */
  private promote(): void {
    const now = this.nodes.deps.nowMs()
    const others = this.standIns().map((feed) => this.healthOf(feed))
    for (const [feed, newcomer] of this.feeds) {
      if (newcomer === undefined) continue
      const health = this.healthOf(feed)
      const { head, headAskedMs, isPolled } = health
      // The poll before it joined may be a minute old: it may have sent much since.
      if (headAskedMs !== undefined && headAskedMs >= newcomer.joinedMs) newcomer.head ??= head
      const { joinedMs, head: shown } = newcomer
      // After a reload, another may be the old WebSocket of this node.
      const isReached = others.some(
        (other) => other === health || (shown !== undefined && other.head !== undefined && other.head >= shown),
      )
      if (now >= joinedMs + STAND_IN_AFTER_MS && (isReached || !isPolled)) this.feeds.set(feed, undefined)
    }
  }

  private healthOf({ node }: NodeFeed): Health {
    return this.nodes.upstreamOf(node).health
  }

  private standIns(): NodeFeed[] {
    return [...this.feeds].filter(([, newcomer]) => newcomer === undefined).map(([feed]) => feed)
  }

  private end(why?: StreamEnd): void {
    this.close()
    this.sinks.end(why)
  }

  private close(): void {
    this.isOver = true
    for (const feed of this.feeds.keys()) feed.close()
    this.nodes.remove(this)
    this.onEnd()
  }
}
