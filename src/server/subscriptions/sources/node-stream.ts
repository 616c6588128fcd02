import { isObject } from '../../../runtime/is-object.js'
import type { Span } from '../../../wire/json/answer-scanner.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { EventSink, EventSource, EventStream, StreamOwner } from '../event-stream.js'
import { MergedStream } from './merged-stream.js'
import { keyOfEvent, keyOfPending } from './result-facts.js'
import { StateStream } from './state-stream.js'
import type { StreamNodes } from './stream-nodes.js'

/**
 * A kind of subscription that nodes offer.
 *
 * `state`     see SubscriptionKind
 * `before`    params that come before the caller's
 * `keyOf`     identifies an event of `every` among those of several nodes
 * `keptMs`    how long `keyOf` is remembered at least: an event of `every` that a node sends later
 *             is another one
 * `defaults`  members of a config object that mean the same as none
 */
export interface NodeStreamOptions {
  readonly method: string
  readonly unsubscribe: string
  readonly state: 'latest' | 'once' | 'every'
  readonly before?: readonly unknown[]
  readonly keyOf?: (bytes: Buffer, result: Span) => string
  readonly keptMs?: number
  readonly defaults?: Readonly<Record<string, unknown>>
}

/**
 * The `defaults` of built-in subscriptions.
 *
 * Source  agave rpc/src/rpc_pubsub.rs
 */
export const BUILT_IN_DEFAULTS = { commitment: 'finalized', enableReceivedNotification: false }

/** Of two nodes, one that is minutes behind the other is left. */
const KEPT_MS = 120_000

/** Bytes of a call but for method and params: its other members, and an id of 16 digits. */
const CALL_BYTES = 64

/**
 * Merged streams of one account. Each event of each comes from two nodes, whose WebSockets all
 * callers share.
 */
const MAX_MERGED_OF_ACCOUNT = 1_000
/** The longest wait for a provider's limit of calls per second. */
const ROOM_MS = 5_000

const isNoNode = (opened: EventStream | StreamRefusal): boolean => 'kind' in opened && opened.kind === 'no-node'

/** Streams that come from nodes' own subscriptions: one for all subscribers with equal params. */
export class NodeStreams implements EventSource {
  private readonly streams = new Map<string, StateStream | MergedStream>()

  constructor(
    private readonly kind: NodeStreamOptions,
    private readonly nodes: StreamNodes,
  ) {}

  /** Events, and the end, may come before it resolves. */
  async open(params: readonly unknown[], sink: EventSink, owner: StreamOwner): Promise<EventStream | StreamRefusal> {
    if (!this.nodes.areOffered) return { kind: 'not-offered' }
    const { method, before = [], defaults = {} } = this.kind
    const canonical = [...before, ...canonicalParams(params, defaults)]
    const key = JSON.stringify(canonical)
    const callBytes = CALL_BYTES + Buffer.byteLength(method) + Buffer.byteLength(key)
    if (callBytes > this.nodes.deps.maxCallBytes) return { kind: 'params-too-long' }
    const join = () => this.join(key, canonical, sink, owner)
    const opened = await join()
    if (!isNoNode(opened) || !this.nodes.areLimited) return opened
    return this.joinWithRoom(join, owner, this.nodes.steadyMs() + ROOM_MS)
  }

  private async join(
    key: string,
    params: readonly unknown[],
    sink: EventSink,
    owner: StreamOwner,
  ): Promise<EventStream | StreamRefusal> {
    if (!this.hasRoom(key, owner))
      return { kind: 'too-many', scope: 'account', maxSubscriptions: MAX_MERGED_OF_ACCOUNT }
    const stream = this.streamOf(key, params, owner)
    const own = stream.sinks.add(sink, owner)
    stream.turns.joined(owner)
    const refusal = await stream.opened
    if (refusal === undefined) return own
    own.close()
    return refusal
  }

  /**
   * Tries again as long as only the owner's rate at the providers keeps the nodes from it. One
   * after the other, so that each finds the room that it waited for.
   */
  private joinWithRoom(
    join: () => Promise<EventStream | StreamRefusal>,
    owner: StreamOwner,
    untilMs: number,
  ): Promise<EventStream | StreamRefusal> {
    const { nodes } = this
    return nodes.inOrder(owner, async () => {
      for (;;) {
        const waitMs = nodes.waitMs(this.kind.method, owner)
        if (nodes.steadyMs() + waitMs > untilMs) return { kind: 'no-node' }
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
        const opened = await join()
        if (waitMs === 0 || !isNoNode(opened)) return opened
      }
    })
  }

  /** Counts a merged stream that the account does not share yet; false if it has too many. */
  private hasRoom(key: string, owner: StreamOwner): boolean {
    if (this.kind.state !== 'every' || this.streams.get(key)?.sinks.has(owner)) return true
    return this.nodes.merged.open(owner.id, MAX_MERGED_OF_ACCOUNT)
  }

  private streamOf(key: string, params: readonly unknown[], owner: StreamOwner): StateStream | MergedStream {
    const known = this.streams.get(key)
    if (known !== undefined) return known
    const stream = this.start(params, owner, () => {
      if (this.streams.get(key) === stream) this.streams.delete(key)
    })
    this.streams.set(key, stream)
    return stream
  }

  private start(params: readonly unknown[], owner: StreamOwner, onEnd: () => void): StateStream | MergedStream {
    const { method, unsubscribe, state, keyOf = keyOfEvent, keptMs = KEPT_MS } = this.kind
    const subscription = { method, unsubscribe, params, owner }
    return state === 'every'
      ? new MergedStream(subscription, keyOf, this.nodes, onEnd, keptMs)
      : new StateStream(subscription, state, this.nodes, onEnd)
  }
}

/** Drops params and members that change nothing, so that equal subscriptions share a stream. */
const canonicalParams = (
  params: readonly unknown[],
  defaults: Readonly<Record<string, unknown>>,
): readonly unknown[] => {
  const kept = params.map((param) => (isObject(param) ? canonicalConfig(param, defaults) : param))
  while (kept.length > 0 && isNothing(kept[kept.length - 1])) kept.pop()
  return kept
}

const canonicalConfig = (
  config: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): object =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([name, value]) => value !== null && value !== defaults[name])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** agave refuses an empty config object. */
const isNothing = (param: unknown): boolean =>
  param === null || param === undefined || (isObject(param) && Object.keys(param).length === 0)

/**
 * Pending transactions of an EVM network's nodes: hashes, or with the param `true` whole ones where
 * the nodes have them.
 */
export const pendingTransactions = (nodes: StreamNodes): EventSource => {
  const kind = { method: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', state: 'every', keyOf: keyOfPending } as const
  // Nodes learn of a transaction minutes apart. A network has only these two streams.
  const keptMs = Number.POSITIVE_INFINITY
  const streams = new NodeStreams({ ...kind, keptMs, before: ['newPendingTransactions'] }, nodes)
  return { open: ([isWhole], sink, owner) => streams.open(isWhole === true ? [true] : [], sink, owner) }
}
