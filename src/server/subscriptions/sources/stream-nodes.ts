import { everySecond } from '../../../runtime/every-second.js'
import { steadyClock } from '../../../runtime/system-ports.js'
import { FairQueue } from '../../../runtime/turns/fair-queue.js'
import { visitInTurns } from '../../../runtime/turns/in-turns.js'
import { LocalAccountCount } from '../../accounts/account-count.js'
import { type AskBytes, type AskedBytes, noteAsked } from '../../upstreams/poll/asked.js'
import type { Pool } from '../../upstreams/pool.js'
import type { UpstreamSocket, UpstreamSocketOptions } from '../../upstreams/transport/upstream-socket.js'
import { needsOfMethod, type Upstream } from '../../upstreams/upstream.js'
import type { StreamOwner } from '../event-stream.js'
import { type ConfiguredNode, NodeSockets } from './node-sockets.js'
import type { SharedSinksDeps } from './shared-sinks.js'
import type { StreamTurns } from './stream-turns.js'

/**
 * The largest account, 10 MiB, fits in base64: a caller who subscribes to it cannot break the
 * WebSocket, which all streams share.
 */
const MIN_MESSAGE_BYTES = 16_777_216
const READ_LIMIT_MS = 5_000
const MAX_READINGS = 32
/** Streams that subscribe at a time: a failover of thousands must not hold up the process. */
const MAX_OPENING = 100

/** A network's nodes, and what is configured of them, by name. */
export interface StreamNodesOptions {
  readonly pool: Pool
  readonly upstreams: readonly ConfiguredNode[]
}

export interface StreamNodesDeps extends UpstreamSocketOptions, SharedSinksDeps {
  /**
   * The longest message to a node. All callers share its WebSocket, which longer ones would fill,
   * or make the node close.
   */
  readonly maxCallBytes: number
  readonly ask: AskBytes
  bug(error: unknown): void
}

export interface StreamNode {
  readonly upstream: Upstream
  readonly socket: UpstreamSocket
}

/** Is called about once a second, and when the nodes changed. */
export interface NodesListener {
  checkNodes(): void
}

/** The nodes of one network that streams come from. They outlive reloads. */
export class StreamNodes {
  readonly deps: StreamNodesDeps
  /** The clock for times to wait. */
  readonly steadyMs: () => number
  /** Counts the merged streams that accounts share. */
  readonly merged = new LocalAccountCount()
  private pool: Pool
  private readonly sockets: NodeSockets
  private readonly listeners = new Set<NodesListener>()
  private readonly opening = new FairQueue({ maxRunning: MAX_OPENING, maxWaiting: Number.POSITIVE_INFINITY })
  private readonly reading = new FairQueue({ maxRunning: MAX_READINGS, maxWaiting: Number.POSITIVE_INFINITY })
  private readonly waiting = new Map<string, Promise<unknown>>()
  private stopChecks: (() => void) | undefined

  constructor(nodes: StreamNodesOptions, deps: StreamNodesDeps) {
    const maxMessageBytes = () => Math.max(deps.maxMessageBytes(), MIN_MESSAGE_BYTES)
    this.deps = { ...deps, maxMessageBytes }
    this.steadyMs = steadyClock(deps.nowMs)
    this.sockets = new NodeSockets(this.deps)
    this.pool = nodes.pool
    this.useNodes(nodes)
  }

  /** False if no node has a WebSocket. */
  get areOffered(): boolean {
    return !this.sockets.isEmpty
  }

  /** True if the provider of a node takes only so many calls per second. */
  get areLimited(): boolean {
    return this.all.some(({ upstream }) => upstream.rate !== undefined)
  }

  /** False if a node that is far behind may go unnoticed. */
  get arePolled(): boolean {
    return this.pool.upstreams.every(({ health }) => health.isPolled)
  }

  /** All nodes with a WebSocket, whatever their health. */
  get all(): StreamNode[] {
    return this.pool.upstreams.flatMap((upstream) => {
      const socket = this.sockets.of(upstream.name)
      return socket === undefined ? [] : [{ upstream, socket }]
    })
  }

  /** Replaces the nodes, as after a reload. Streams of a node that is gone fail over. */
  useNodes({ pool, upstreams }: StreamNodesOptions): void {
    const before = this.pool.upstreams
    this.pool = pool
    this.sockets.use(upstreams, (name) => before.some((one) => one.name === name && one.health.hasWrongChain))
    this.checkAll()
  }

  /**
   * Chooses among the nodes as calls do, except those that were tried and those whose WebSocket
   * rests after a failure. It is a call of the first payer who has room.
   */
  async choose(
    method: string,
    tried: ReadonlySet<UpstreamSocket>,
    payers: readonly StreamOwner[],
  ): Promise<StreamNode | undefined> {
    const { pool } = this
    const left = this.all.filter(({ socket }) => !tried.has(socket) && !socket.isResting)
    const excluded = pool.upstreams.filter((upstream) => !left.some((node) => node.upstream === upstream))
    while (excluded.length < pool.upstreams.length) {
      let upstream: Upstream | undefined
      for (const { share } of payers) {
        upstream = pool.choose(needsOfMethod(method), excluded, share)
        if (upstream !== undefined) break
      }
      if (upstream === undefined) break
      if (await pool.checkChain(upstream)) return left.find((node) => node.upstream === upstream)
      excluded.push(upstream)
    }
    return undefined
  }

  /** Subscribes a stream: a few at a time, and owners in turn. */
  inTurn<Value>(turns: StreamTurns, subscribe: (owner: StreamOwner) => Promise<Value>): Promise<Value> {
    return turns.run(this.opening, subscribe)
  }

  /**
   * Asks a node over HTTP; a few calls at a time, however many streams fail over, and owners in
   * turn. Each question is a call of the owner whose turn it is, or of another who has room.
   */
  read(node: StreamNode, method: string, params: readonly unknown[], turns: StreamTurns): Promise<AskedBytes> {
    const { ask, nowMs, maxMessageBytes } = this.deps
    return turns.run(this.reading, async (owner) => {
      const startedMs = nowMs()
      const upstream = this.upstreamOf(node)
      const payer = turns.payers(owner).find(({ share }) => this.pool.waitMs(upstream, share) === 0)
      if (payer === undefined) return { kind: 'overloaded' }
      this.pool.spend(upstream, payer.share)
      upstream.health.begin()
      const asked = await ask(upstream, method, params, READ_LIMIT_MS, { maxBytes: maxMessageBytes() })
      noteAsked(upstream, asked, nowMs() - startedMs, { account: payer.id, method })
      return asked
    })
  }

  /** Runs the jobs of an owner one after the other. */
  async inOrder<Value>(owner: StreamOwner, job: () => Promise<Value>): Promise<Value> {
    const own = (this.waiting.get(owner.id) ?? Promise.resolve()).then(job, job)
    this.waiting.set(owner.id, own)
    try {
      return await own
    } finally {
      if (this.waiting.get(owner.id) === own) this.waiting.delete(owner.id)
    }
  }

  /** Milliseconds until a node takes a call of the owner; 0: now. Infinite if none can be asked. */
  waitMs(method: string, { share }: StreamOwner): number {
    const now = this.deps.nowMs()
    const open = this.all.filter(({ socket, upstream: { health } }) => {
      return !socket.isResting && health.rank(now) !== undefined && !health.bans.has(method)
    })
    return Math.min(...open.map(({ upstream }) => this.pool.waitMs(upstream, share)))
  }

  /** The node as it is now: a reload may have replaced it, its WebSocket, or both. */
  upstreamOf({ socket, upstream }: StreamNode): Upstream {
    const name = this.sockets.leavingFrom(socket)
    const present =
      name === undefined
        ? this.all.find((one) => one.socket === socket)?.upstream
        : this.pool.upstreams.find((one) => one.name === name)
    return present ?? upstream
  }

  /** True if a reload replaced it: it is open only for streams that have no other node yet. */
  isLeaving(socket: UpstreamSocket): boolean {
    return this.sockets.leavingFrom(socket) !== undefined
  }

  /** True if a node broke or fell behind, and another can take over. */
  isWorse(socket: UpstreamSocket): boolean {
    const good = this.all.filter(({ upstream: { health } }) => health.isUsable && health.state !== 'behind')
    if (good.some((node) => node.socket === socket)) return false
    return good.some((node) => !node.socket.isResting)
  }

  add(listener: NodesListener): void {
    this.listeners.add(listener)
    this.stopChecks ??= everySecond(() => this.checkAll())
  }

  remove(listener: NodesListener): void {
    this.listeners.delete(listener)
    if (this.listeners.size > 0) return
    this.stopChecks?.()
    this.stopChecks = undefined
  }

  close(): void {
    this.sockets.close()
  }

  private checkAll(): void {
    visitInTurns(this.listeners, (listener) => listener.checkNodes())
  }
}
