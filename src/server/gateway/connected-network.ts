import type { Limits, NetworkConfig } from '../config/config.js'
import type { Network } from '../networks/network.js'
import { StateRoots } from '../networks/state-roots.js'
import type { NetworkForwarding } from '../pipeline/forward/forward.js'
import { HedgeBudget } from '../upstreams/health/hedging.js'
import type { BlockSeen } from '../upstreams/poll/evm-poll.js'
import { connectUpstream } from '../upstreams/transport/connect.js'
import type { NetworkRecorder } from './events/network-recorder.js'
import type { ProcessRecorder } from './events/process-recorder.js'
import { connectNodes, type Nodes } from './network-upstreams.js'
import type { CallerNews } from './process-deps.js'

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
  readonly forward: NetworkForwarding
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
  const forward: NetworkForwarding = {
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
  return { config, limits, network, events, nodes, forward, roots }
}

/** Keeps a block's state root for a time when no own node can give it. */
const learnRoot = (roots: StateRoots | undefined, { number, hash, stateRoot, parentHash }: BlockSeen): void => {
  if (stateRoot !== undefined) roots?.learn({ number, hash, stateRoot }, parentHash)
}
