import type { SystemPorts } from '../../../runtime/system-ports.js'
import type { WantedSubscription } from '../../pipeline/call-subscriptions.js'
import { askBytes } from '../../pipeline/forward/ask-node.js'
import type { DeliveryTurns } from '../../subscriptions/delivery-turns.js'
import type { EventSource } from '../../subscriptions/event-stream.js'
import type { Follower } from '../../subscriptions/followed-block.js'
import { BlockEvents } from '../../subscriptions/sources/block-events.js'
import { headsSource } from '../../subscriptions/sources/heads.js'
import { logsSource } from '../../subscriptions/sources/logs.js'
import { NodeStreams } from '../../subscriptions/sources/node-stream.js'
import { pendingTransactions } from '../../subscriptions/sources/pending.js'
import { StreamNodes, type StreamNodesOptions } from '../../subscriptions/sources/stream-nodes.js'
import type { ConnectedNetwork } from '../connected-network.js'
import type { NetworkSources, StreamParts } from './network-streams.js'

/** The sources of an EVM network's blocks. */
const blockSources = (follower: Follower, turns: DeliveryTurns): { heads: EventSource; logs: EventSource } => {
  const events = new BlockEvents(turns)
  return { heads: headsSource(follower, events), logs: logsSource(follower, events) }
}

/** The sources of a network's events that come from subscriptions of its nodes. */
const nodeSources = (nodes: StreamNodes) => {
  const pending = pendingTransactions(nodes)
  const byKind = new Map<string, NodeStreams>()
  return ({ method, row, kind }: WantedSubscription): EventSource => {
    if (kind.source === 'pending') return pending
    const { unsubscribe, hasKindFirst } = row
    const { name, state = 'every' } = kind
    const options = { method, unsubscribe, state, before: hasKindFirst ? [name] : [] }
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

/** Opens the sources of a network's events. */
const openSources = (
  connected: ConnectedNetwork,
  turns: DeliveryTurns,
  { randomBytes }: Pick<SystemPorts, 'randomBytes'>,
  follower?: Follower,
): NetworkSources => {
  const { limits, forward } = connected
  const nodes = new StreamNodes(nodesOf(connected), {
    maxMessageBytes: limits.maxUpstreamBytes,
    nowMs: forward.nowMs,
    chance: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    ask: askBytes(forward.budget),
  })
  const ofNodes = nodeSources(nodes)
  const ofBlocks = follower && blockSources(follower, turns)
  return {
    find: (wanted) => {
      const { source } = wanted.kind
      return source === 'heads' || source === 'logs' ? ofBlocks?.[source] : ofNodes(wanted)
    },
    connect: (next) => nodes.useNodes(nodesOf(next)),
    close: () => nodes.close(),
  }
}

/** The parts of a process's streams. */
export const networkStreamParts = (ports: SystemPorts): StreamParts => ({
  openSources: (connected, turns) => openSources(connected, turns, ports),
  openCredits: () => {
    throw new Error('events cannot be paid for')
  },
})
