import type { Cancellation } from '../../../runtime/cancellation.js'
import type { Head } from '../../networks/head.js'
import { readDialect } from '../../upstreams/dialects/dialect.js'
import { evmDialect } from '../../upstreams/dialects/evm.js'
import { type AskBytes, type AskedBytes, noteAsked } from '../../upstreams/poll/asked.js'
import { NEVER, type Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamOwner } from '../event-stream.js'

/** The nodes that a follower asks; a reload replaces them. */
export interface FollowNodes {
  readonly pool: Pick<Pool, 'upstreams' | 'checkChain' | 'spend' | 'waitMs'>
  readonly head: Pick<
    Head,
    'known' | 'isBehind' | 'standsAloneAbove' | 'judge' | 'served' | 'finalized' | 'blockTimeMs'
  >
  /** Undefined if no node has a `wsUrl`. */
  readonly hints: HeadHints | undefined
}

/**
 * A node announces a new block. It may be late, doubled or wrong.
 *
 * `blockHash`, `blockNumber`  undefined if the node did not say it
 * `header`                    the announcement's JSON; see `readAnnounced`
 */
export interface HeadHint {
  readonly upstream: Upstream
  readonly blockHash: string | undefined
  readonly blockNumber: bigint | undefined
  readonly header: Buffer
}

/** Tells that a node shows a new block: a reason to poll. */
export interface HeadHints {
  /** Calls `listener` for each hint. Returns a function that ends the hints. */
  onHint(listener: (hint: HeadHint) => void): () => void
}

const ASK_TIMEOUT_MS = 3_000
/** For the newest block: another node may show it sooner. */
export const NEWEST_TIMEOUT_MS = 1_000
/** The largest results: a block's logs or receipts. */
const MAX_BYTES = 33_554_432
/** A node that failed as the source is not chosen again for this long, if there is another. */
const AVOIDED_MS = 5_000
/** Ranks of nodes, beside those of their health: smaller is sooner. */
const [SOURCE, NO_WEIGHT, DOWN] = [-1, 10, 100]
const NULL = Buffer.from('null')

/** `owner`: the account for which a node is asked; left out, the gateway asks for itself. */
interface QuestionOptions {
  readonly timeoutMs?: number
  readonly owner?: StreamOwner | undefined
}

/** True if a node says that it does not have a block, or not what is in it. */
export const saysNoBlock = (asked: AskedBytes): boolean => {
  if (asked.kind === 'result') return asked.bytes.equals(NULL)
  if (asked.kind !== 'node-error') return false
  const doubt = readDialect(evmDialect, asked.code, asked.message)
  return doubt === 'no_block' || doubt === 'no_history'
}

/** True if all nodes that were asked say so, and one was. */
export const isDenied = (denials: readonly boolean[]): boolean => denials.length > 0 && !denials.includes(false)

/** Chooses the nodes that a follower asks, and asks them. */
export class NodeAsker {
  /** Ends the questions under way. */
  cancellation: Cancellation | undefined
  /** The node whose newest block is followed. */
  private source: Upstream | undefined
  /** A node that announced newer blocks while the source stood still; not asked for one yet. */
  challenger: Upstream | undefined
  private readonly avoidedUntilMs = new Map<Upstream, number>()

  constructor(
    public nodes: FollowNodes,
    private readonly askBytes: AskBytes,
    private readonly nowMs: () => number,
  ) {}

  use(nodes: FollowNodes): void {
    this.nodes = nodes
    this.challenger = undefined
    this.avoidedUntilMs.clear()
  }

  /**
   * The node whose newest block is followed: the same as before while its head can be believed, so
   * that two honest branches do not take turns.
   */
  choose(): Upstream | undefined {
    // The source so far is the first of them.
    const all = this.ranked().map(({ upstream }) => upstream)
    const believed = all.filter((upstream) => this.isBelieved(upstream))
    this.source = believed.find((upstream) => !this.isAvoided(upstream)) ?? believed[0]
    return this.source
  }

  /** Makes a node the source, as long as its head can be believed. */
  follow(upstream: Upstream): void {
    this.source = upstream
  }

  /** Notes that the source did not give its newest block, or a block below it. */
  avoid(upstream: Upstream): void {
    this.avoidedUntilMs.set(upstream, this.nowMs() + AVOIDED_MS)
  }

  /**
   * The nodes that can be asked: the source first, then the healthiest. While all are `down`, those
   * that are due for a try; beside others, waiting for these would hold up what the others say.
   */
  usable(): Upstream[] {
    const ranked = this.ranked()
    const up = ranked.filter(({ rank }) => rank < DOWN)
    return (up.length > 0 ? up : ranked).map(({ upstream }) => upstream)
  }

  /** True if a usable node takes a call of the owner now. */
  hasRoom(owner: StreamOwner): boolean {
    return this.usable().some((upstream) => this.nodes.pool.waitMs(upstream, owner.share) === 0)
  }

  /** Milliseconds until all usable nodes take a call of the owner; 0: now. */
  waitMs({ share }: StreamOwner): number {
    return Math.max(0, ...this.usable().map((upstream) => this.nodes.pool.waitMs(upstream, share)))
  }

  async ask(
    upstream: Upstream,
    method: string,
    params: readonly unknown[],
    { timeoutMs = ASK_TIMEOUT_MS, owner }: QuestionOptions = {},
  ): Promise<AskedBytes> {
    const { pool } = this.nodes
    const { cancellation } = this
    const isOnChain = pool.checkChain(upstream)
    if (isOnChain !== true && !(await isOnChain)) return { kind: 'silent', reason: 'chain_not_known' }
    const share = owner?.share
    if (share !== undefined && pool.waitMs(upstream, share) > 0) return { kind: 'overloaded' }
    const startedMs = this.nowMs()
    pool.spend(upstream, share)
    upstream.health.begin()
    // Without a share, so that it goes ahead of the owner's calls, on which it may depend.
    const bounds = { maxBytes: MAX_BYTES, ...(cancellation && { cancellation }) }
    const asked = await this.askBytes(upstream, method, params, timeoutMs, bounds)
    if (cancellation?.isCancelled === true) upstream.health.endWithoutVerdict()
    else noteAsked(upstream, asked, this.nowMs() - startedMs, owner && { account: owner.id, method })
    return asked
  }

  isBehind(upstream: Upstream): boolean {
    return upstream.health.state === 'behind' || this.nodes.head.isBehind(upstream)
  }

  /**
   * Last those that are `down` and due for a try: without a poll nothing else finds that they are
   * back.
   */
  private ranked(): { readonly upstream: Upstream; readonly rank: number }[] {
    const now = this.nowMs()
    return this.nodes.pool.upstreams
      .map((upstream) => ({ upstream, rank: this.rankOf(upstream, now) }))
      .filter(({ rank }) => rank !== NEVER)
      .sort((one, other) => one.rank - other.rank)
  }

  private rankOf(upstream: Upstream, now: number): number {
    const { health, weight } = upstream
    const rank = health.rank(now)
    if (rank === undefined) return NEVER
    if (!health.isUsable) return DOWN
    return upstream === this.source ? SOURCE : rank + (weight === 0 ? NO_WEIGHT : 0)
  }

  private isBelieved(upstream: Upstream): boolean {
    const { head } = this.nodes
    const isBehind = this.isBehind(upstream)
    const below = head.standsAloneAbove(upstream)
    if (isBehind || below === undefined) return !isBehind
    // Above all others, a node is believed if it showed how its blocks connect: then its head is
    // the network's.
    return head.known !== undefined && head.known.number > below.number
  }

  private isAvoided(upstream: Upstream): boolean {
    const isHanging = upstream.health.reason === 'hanging'
    return isHanging || this.nowMs() < (this.avoidedUntilMs.get(upstream) ?? 0)
  }
}
