import { methods, type SubscriptionKind } from '../../../../generated/methods.js'
import { type SystemPorts, stopwatchMs } from '../../../runtime/system-ports.js'
import type { WorkTurns } from '../../../runtime/turns/work-turns.js'
import type { WantedSubscription } from '../../pipeline/call-subscriptions.js'
import { askBytes } from '../../pipeline/forward/ask-node.js'
import { EventCreditsPool } from '../../subscriptions/event-credits-pool.js'
import type { EventSource } from '../../subscriptions/event-stream.js'
import { EvmFollower } from '../../subscriptions/follow/follower.js'
import { BlockEvents } from '../../subscriptions/sources/block-events.js'
import { blockSources } from '../../subscriptions/sources/block-source.js'
import { NodeHeadHints } from '../../subscriptions/sources/node-head-hints.js'
import { BUILT_IN_DEFAULTS, NodeStreams, pendingTransactions } from '../../subscriptions/sources/node-stream.js'
import { StreamNodes, type StreamNodesOptions } from '../../subscriptions/sources/stream-nodes.js'
import type { ConnectedNetwork } from '../connected-network.js'
import type { EventPaymentDeps, NetworkSources, StreamDeps } from './process-streams.js'

/**
 * The longest message to a node's WebSocket. agave closes it without a word on a longer one.
 * Source  agave 4.2.2 rpc/src/rpc_pubsub_service.rs, handle_connection
 */
const MAX_CALL_BYTES = { evm: 16_384, solana: 4_096 }

/** The sources of kinds whose events the network's nodes send as they are. */
const nodeSources = (nodes: StreamNodes) => {
  const byKind = new Map<string, NodeStreams>()
  return ({ method, subscriptionRow, kind }: WantedSubscription): EventSource => {
    const { unsubscribe, hasKindFirst } = subscriptionRow
    const { name, state = 'every' } = kind
    // The gateway knows no defaults of an operator's own subscription.
    const defaults = Object.hasOwn(methods, method) ? BUILT_IN_DEFAULTS : {}
    const options = { method, unsubscribe, state, before: hasKindFirst ? [name] : [], defaults }
    const key = JSON.stringify(options)
    const streams = byKind.get(key) ?? new NodeStreams(options, nodes)
    byKind.set(key, streams)
    return streams
  }
}

const nodesOf = ({ config, nodes }: ConnectedNetwork): StreamNodesOptions => ({
  pool: nodes.pool,
  upstreams: config.upstreams,
})

const startTimer = (act: () => void, waitMs: number): (() => void) => {
  const timer = setTimeout(act, waitMs)
  return () => clearTimeout(timer)
}

/** Follows an EVM network, with hints from its nodes' WebSockets. */
const followerOf = ({ config, forwarding, nodes, events }: ConnectedNetwork, sockets: StreamNodes) => {
  const hints = new NodeHeadHints(sockets)
  const follower = new EvmFollower(config, {
    nodes: { pool: nodes.pool, head: nodes.head, hints },
    ask: askBytes(forwarding.budget),
    nowMs: forwarding.nowMs,
    startTimer,
    events,
  })
  const reload = ({ config: options, nodes: { pool, head } }: ConnectedNetwork) =>
    follower.reload(options, { pool, head, hints })
  return { follower, reload, close: () => follower.close() }
}

const openSources = (
  connected: ConnectedNetwork,
  turns: WorkTurns,
  { randomBytes }: Pick<SystemPorts, 'randomBytes'>,
): NetworkSources => {
  const { config, forwarding } = connected
  let { limits } = connected
  const sockets = new StreamNodes(nodesOf(connected), {
    maxMessageBytes: () => limits.maxUpstreamBytes,
    maxCallBytes: MAX_CALL_BYTES[config.family],
    nowMs: forwarding.nowMs,
    stopwatchMs,
    turns,
    chance: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    ask: askBytes(forwarding.budget),
    bug: (error) => connected.events.bug(error),
  })
  const followed = config.family === 'evm' ? followerOf(connected, sockets) : undefined
  const ofBlocks = followed && blockSources(followed.follower, new BlockEvents(turns))
  const pending = pendingTransactions(sockets)
  const finders: Record<SubscriptionKind['source'], (wanted: WantedSubscription) => EventSource | undefined> = {
    heads: () => ofBlocks?.heads,
    logs: () => ofBlocks?.logs,
    pending: () => pending,
    node: nodeSources(sockets),
  }
  return {
    find: (wanted) => finders[wanted.kind.source](wanted),
    connect: (next) => {
      limits = next.limits
      sockets.useNodes(nodesOf(next))
      followed?.reload(next)
    },
    close: () => {
      followed?.close()
      sockets.close()
    },
  }
}

/** Opens what the streams of all networks share: their sources, and what charges for events. */
export const openStreams = (ports: SystemPorts, deps: EventPaymentDeps): StreamDeps => {
  const credits = new EventCreditsPool({ ...deps, nowMs: ports.nowMs })
  return {
    openSources: (connected, turns) => openSources(connected, turns, ports),
    openCredits: (entitlement, kind) => credits.open(entitlement, kind),
    end: () => credits.end(),
  }
}
