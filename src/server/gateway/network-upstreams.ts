import type { NetworkConfig, UpstreamConfig } from '../config/config.js'
import { Head } from '../networks/head.js'
import { askNode, askUpstream } from '../pipeline/forward/ask-node.js'
import type { NetworkEvents } from '../pipeline/network-events.js'
import { upstreamDigest } from '../pipeline/stateful/sealed-ids.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import { CallRate } from '../upstreams/call-rate.js'
import { Health } from '../upstreams/health/health.js'
import type { HealthChange } from '../upstreams/health/health-change.js'
import { askHeads } from '../upstreams/poll/ask-heads.js'
import { ChainIdentity } from '../upstreams/poll/chain-identity.js'
import type { OnBlock } from '../upstreams/poll/evm-poll.js'
import { HealthPoller } from '../upstreams/poll/health-poller.js'
import { maxLagOf } from '../upstreams/poll/lag-watch.js'
import { Pool } from '../upstreams/pool.js'
import type { UpstreamTransport } from '../upstreams/transport/transport.js'
import type { Upstream } from '../upstreams/upstream.js'

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
export const connectNodes = (config: Omit<NetworkConfig, 'contract' | 'contracts'>, deps: NodesDeps): Nodes => {
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
