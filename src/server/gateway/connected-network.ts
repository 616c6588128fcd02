import type { Limits, NetworkConfig, UpstreamConfig } from '../config/config.js'
import { Head } from '../networks/head.js'
import type { Network } from '../networks/network.js'
import { StateRoots } from '../networks/state-roots.js'
import { askNode, askUpstream } from '../pipeline/forward/ask-node.js'
import type { NetworkForwarding } from '../pipeline/forward/forward.js'
import type { NetworkEvents } from '../pipeline/network-events.js'
import { upstreamDigest } from '../pipeline/stateful/sealed-ids.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import { CallRate } from '../upstreams/call-rate.js'
import { Health } from '../upstreams/health/health.js'
import type { HealthChange } from '../upstreams/health/health-change.js'
import { HedgeBudget } from '../upstreams/health/hedging.js'
import { askHeads } from '../upstreams/poll/ask-heads.js'
import { ChainIdentity } from '../upstreams/poll/chain-identity.js'
import type { BlockSeen, OnBlock } from '../upstreams/poll/evm-poll.js'
import { HealthPoller } from '../upstreams/poll/health-poller.js'
import { maxLagOf } from '../upstreams/poll/lag-watch.js'
import { Pool } from '../upstreams/pool.js'
import { connectUpstream } from '../upstreams/transport/connect.js'
import type { UpstreamTransport } from '../upstreams/transport/transport.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { NetworkRecorder } from './events/network-recorder.js'
import type { ProcessRecorder } from './events/process-recorder.js'
import type { CallerNews } from './process-deps.js'

/** Default request limits of nodes. Source: agave rpc/src/rpc_service.rs, MAX_REQUEST_BODY_SIZE. */
const MAX_REQUEST_BYTES = { evm: undefined, solana: 51_200 }

/** Blocks that a node may be above the others and still be believed. */
const HEAD_REACH = 2

export interface NodesDeps {
  readonly budget: ByteBudget
  readonly nowMs: () => number
  readonly connect: (upstream: UpstreamConfig) => UpstreamTransport
  readonly events: Pick<NetworkEvents, 'health' | 'firstAnswer'>
  readonly onBlock: OnBlock
  readonly onHeadServed: (number: bigint) => void
}

export interface Nodes {
  readonly pool: Pool
  readonly partner: Upstream | undefined
  readonly head: Head
  stopPolling(): void
  close(): Promise<void>
}

/**
 * Connects a network's upstreams and its partner, and starts to watch the upstreams unless the
 * configuration disables that.
 */
export const connectNodes = (config: ConnectedNetwork['config'], deps: NodesDeps): Nodes => {
  const { budget, nowMs } = deps
  const { family, pollMs } = config
  const connect = (upstream: UpstreamConfig, isPartner: boolean): Upstream => {
    const maxRequestBytes = upstream.maxRequestBytes ?? MAX_REQUEST_BYTES[family]
    const onChange = (change: HealthChange) => {
      // Without a poll only callers' calls find dead connections.
      const isDead = !connected.health.isPolled && change.to === 'down' && change.detail === 'timed_out'
      if (isDead) connected.transport.doubtIdle()
      deps.events.health(connected, change)
    }
    const onFirstAnswer = () => deps.events.firstAnswer(connected)
    const connected: Upstream = {
      name: upstream.name,
      stateDigest: upstreamDigest(upstream.name, upstream.url),
      isPartner,
      transport: deps.connect({ ...upstream, ...(maxRequestBytes !== undefined && { maxRequestBytes }) }),
      weight: upstream.weight,
      isArchive: upstream.archive,
      rate: upstream.callsPerSecond === undefined ? undefined : new CallRate(upstream.callsPerSecond),
      maxBlockRange: upstream.maxBlockRange,
      maxRequestBytes,
      health: new Health({ nowMs, isPolled: !isPartner && pollMs > 0, onChange, onFirstAnswer }),
    }
    return connected
  }
  const ask = askUpstream(budget)
  const upstreams = config.upstreams.map((upstream) => connect(upstream, false))
  const isChecked =
    pollMs > 0 && (upstreams.length > 1 || config.chainId !== undefined || config.genesisHash !== undefined)
  const chain = isChecked
    ? new ChainIdentity({ family, chainId: config.chainId, genesisHash: config.genesisHash }, upstreams, ask)
    : undefined
  const pool = new Pool(upstreams, nowMs, chain)
  const maxLag = maxLagOf(config)
  const head = new Head(askNode(pool, budget, nowMs), askHeads(pool, ask, nowMs), pollMs > 0 ? upstreams : [], {
    nowMs,
    maxLag,
    reach: HEAD_REACH,
    blockTimeMs: config.blockTimeMs,
    onServed: deps.onHeadServed,
  })
  const watch =
    pollMs > 0 ? new HealthPoller({ family, pool, head, chain, ask, nowMs, pollMs, onBlock: deps.onBlock }) : undefined
  watch?.start()
  const partner = config.partner === undefined ? undefined : connect(config.partner, true)
  return {
    pool,
    partner,
    head,
    stopPolling: () => watch?.stop(),
    close: async () => {
      watch?.stop()
      await Promise.all([pool.close(), partner?.transport.close()])
    },
  }
}

export interface ConnectionDeps extends Pick<NetworkForwarding, 'nowMs' | 'budget'> {
  /** The slowest allowed pace of an answer that is passed on while it arrives. */
  readonly pace: NonNullable<NetworkForwarding['pace']>
  readonly events: ProcessRecorder
  readonly notifyOthers: CallerNews
}

/** A network's nodes and their state: everything that does not depend on its contract. */
export interface ConnectedNetwork {
  readonly config: Omit<NetworkConfig, 'contract' | 'contracts'>
  readonly limits: Pick<Limits, 'maxUpstreamBytes' | 'maxUpstreamConnections' | 'maxUpstreamWaiting' | 'maxLogParts'>
  readonly network: Network
  readonly events: NetworkRecorder
  readonly nodes: Nodes
  readonly forwarding: NetworkForwarding
  readonly roots: StateRoots | undefined
}

const networkOf = ({
  name,
  family,
  hosts,
  chainId,
  safeTag,
  recentBlocks,
  cors,
}: ConnectedNetwork['config']): Network => ({
  name,
  family,
  hosts,
  safeTag,
  ...(chainId === undefined ? {} : { chainId }),
  ...(recentBlocks === undefined ? {} : { recentBlocks }),
  ...(cors.includes('*') ? {} : { corsOrigins: cors }),
})

export const connectNetwork = (
  config: ConnectedNetwork['config'],
  limits: ConnectedNetwork['limits'],
  deps: ConnectionDeps,
): ConnectedNetwork => {
  const { name } = config
  const network = networkOf(config)
  const events = deps.events.ofNetwork(name)
  const roots = config.partner?.verifyProofs === true ? new StateRoots() : undefined
  const nodes = connectNodes(config, {
    budget: deps.budget,
    nowMs: deps.nowMs,
    connect: (upstream) =>
      connectUpstream(upstream, {
        maxConnections: limits.maxUpstreamConnections,
        maxWaiting: limits.maxUpstreamWaiting,
        maxAnswerBytes: limits.maxUpstreamBytes,
        onSharing: (isSharing) => events.sharing(upstream.name, isSharing),
      }),
    events,
    onBlock: (block) => learnRoot(roots, block),
    onHeadServed: (number) => deps.notifyOthers.headServed(name, number),
  })
  const { pool, partner } = nodes
  const forwarding: NetworkForwarding = {
    pool,
    partner,
    maxUpstreamBytes: limits.maxUpstreamBytes,
    budget: deps.budget,
    pace: deps.pace,
    nowMs: deps.nowMs,
    events,
    hedging: config.hedging ? new HedgeBudget() : undefined,
    onWriteAccepted: (upstream, accountId) => deps.notifyOthers.writeAccepted(name, upstream, accountId),
  }
  return { config, limits, network, events, nodes, forwarding, roots }
}

/** Keeps a block's state root for a time when no own node can give it. */
const learnRoot = (roots: StateRoots | undefined, { number, hash, stateRoot, parentHash }: BlockSeen): void => {
  if (stateRoot !== undefined) roots?.learn({ number, hash, stateRoot }, parentHash)
}
