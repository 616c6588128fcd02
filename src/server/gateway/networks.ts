import { isDeepStrictEqual } from 'node:util'
import { document as builtInDocument } from '../../../generated/document.js'
import { type CompiledContract, contractComparison, methodsOf } from '../../contract/compiled-contract.js'
import { asMethodNames, builtInNames, type MethodNames } from '../../wire/jsonrpc/body.js'
import { fail } from '../../wire/jsonrpc/reply.js'
import { type Config, statefulMethodsOf, upstreamNames } from '../config/config.js'
import { nextMidnight } from '../credits/day.js'
import type { RemainingCredits } from '../credits/remaining-credits.js'
import { ChainName } from '../networks/chain-name.js'
import { type Network, type NetworkTable, networkTable } from '../networks/network.js'
import type { StateRoots } from '../networks/state-roots.js'
import { askNode, askUpstream } from '../pipeline/forward/ask-node.js'
import type { NetworkForwarding } from '../pipeline/forward/forward.js'
import { verifyPartner } from '../pipeline/judges/verify-partner.js'
import type { NetworkEvents } from '../pipeline/network-events.js'
import type { Answerer, AnsweringNetwork, CurrentAnswerer, OpenedCall } from '../pipeline/stage.js'
import { type Observer, observe, observeRefusal, statusIn } from '../pipeline/stages/observe.js'
import type { SealedIds } from '../pipeline/stateful/sealed-ids.js'
import type { Cordons } from '../upstreams/health/cordons.js'
import type { Upstream } from '../upstreams/upstream.js'
import { statusOf, type UpstreamStatus } from '../upstreams/upstream-status.js'
import { type ConnectedNetwork, type ConnectionDeps, connectNetwork, type Nodes } from './connected-network.js'
import type { NetworkRecorder } from './events/network-recorder.js'
import { NetworkDocument } from './network-document.js'
import { type AnswerMemory, NetworkMemory } from './network-memory.js'
import { composePipelines, type PipelineDeps } from './pipeline.js'

/** Dependencies shared by all networks, independent of the configuration. */
export interface NetworkDeps extends Pick<PipelineDeps, 'ledger' | 'throttle'>, ConnectionDeps {
  readonly remainingCredits: RemainingCredits
  readonly answerMemory: AnswerMemory
  /** The gateway's URL for a request with this Host header; known once it listens. */
  readonly baseUrl: (host: string | undefined) => string
  readonly cordons: Cordons
  readonly stateIds: SealedIds
}

interface NetworkRuntime {
  readonly connected: ConnectedNetwork
  readonly compiled: CompiledContract | undefined
  readonly network: Network
  readonly nodes: Nodes
  readonly memory: NetworkMemory
  readonly answer: Answerer<OpenedCall>
  readonly document: NetworkDocument
}

/**
 * The networks of one configuration, with their nodes and stages. A changed configuration replaces
 * the whole registry.
 */
export interface NetworkRegistry {
  readonly table: NetworkTable<AnsweringNetwork>
  contract(network: Network | undefined): NetworkDocument
  /** Networks whose upstreams all failed their last poll. */
  down(): string[]
  upstreams(): UpstreamStatus[]
  /** Applies the current cordons to every upstream, also of earlier configurations. */
  cordon(): void
  /** Leaves all networks that `next` does not take over; their nodes close after the last call. */
  retire(next: NetworkRegistry): void
  /** Closes the connections of all networks now. */
  close(): Promise<void>
  /** Nodes of earlier configurations, which calls in flight may still ask, and their networks. */
  readonly retiredNodes: Map<Nodes, string>
  readonly served: ReadonlyMap<string, NetworkRuntime>
  readonly answerers: ReadonlyMap<string, CurrentAnswerer>
  readonly methodNames: MethodNames
}

/** Answers calls of open connections to a network that has left the configuration. */
const goneNetwork =
  (observer: Observer): Answerer<OpenedCall> =>
  ({ caller, isOnlyCall }) => {
    const failure = fail('not-found', { reason: 'unknown_network' })
    observeRefusal(observer, caller, failure, 0, statusIn(caller, isOnlyCall, failure))
    return failure
  }

/**
 * Builds the networks of a configuration; networks that `previous` serves unchanged are taken over
 * with their connections.
 */
export const buildNetworks = (config: Config, deps: NetworkDeps, previous?: NetworkRegistry): NetworkRegistry => {
  const served = new Map<string, NetworkRuntime>()
  const isSameContract = contractComparison()
  const { maxUpstreamBytes, maxUpstreamConnections, maxUpstreamWaiting, maxLogParts } = config.limits
  const limits = { maxUpstreamBytes, maxUpstreamConnections, maxUpstreamWaiting, maxLogParts }
  for (const [name, { contract, contracts: _, ...written }] of config.networks) {
    const network = { ...written, statefulMethods: statefulMethodsOf(written) }
    const old = previous?.served.get(name)
    const isSame = isDeepStrictEqual([old?.connected.config, old?.connected.limits], [network, limits])
    if (old !== undefined && isSame && isSameContract(old.compiled, contract)) served.set(name, old)
    else {
      // A changed contract does not close the nodes' connections.
      const connected = old !== undefined && isSame ? old.connected : connectNetwork(network, limits, deps)
      served.set(name, serveNetwork(connected, contract, deps))
    }
  }
  const answerers = answerersOf(served, previous, goneNetwork(deps.events))
  const whole = new NetworkDocument(config.contract?.document ?? builtInDocument, undefined, [...served.keys()])
  const all = [...served.values()]
  const retiredNodes = previous?.retiredNodes ?? new Map()
  return {
    served,
    retiredNodes,
    methodNames: methodNamesOf(all),
    answerers,
    table: networkTable(all.map(({ network }) => ({ ...network, current: answerers.get(network.name)! }))),
    contract: (network) => (network === undefined ? whole : served.get(network.name)!.document),
    down: () => all.filter(({ nodes }) => nodes.pool.upCount() === 0).map(({ network }) => network.name),
    upstreams: () =>
      all
        .flatMap(({ network, nodes }) => statusOf(network.name, { ...nodes, cordons: deps.cordons }, deps.nowMs()))
        .map((status) => ({ ...status, inFlight: status.inFlight + inFlightBefore(retiredNodes, status) })),
    cordon: () => {
      const present = all.map(({ nodes, network }) => [nodes, network.name] as const)
      for (const [nodes, network] of [...retiredNodes, ...present])
        for (const { name, health } of upstreamsOf(nodes)) health.cordon(deps.cordons.find(network, name) !== undefined)
    },
    retire: (next) => {
      for (const runtime of all) {
        const successor = next.served.get(runtime.network.name)
        if (successor === runtime) continue
        runtime.memory.close()
        if (successor?.connected !== runtime.connected) retireNodes(runtime, successor, retiredNodes)
      }
    },
    close: async () => {
      await Promise.all([...retiredNodes.keys(), ...all.map(({ nodes }) => nodes)].map((nodes) => nodes.close()))
    },
  }
}

const upstreamsOf = ({ pool, partner }: Nodes): readonly Upstream[] => [...pool.upstreams, partner ?? []].flat()

/** Calls in flight at an upstream that began under earlier configurations. */
const inFlightBefore = (retired: ReadonlyMap<Nodes, string>, { network, upstream }: UpstreamStatus): number =>
  [...retired]
    .flatMap(([nodes, of]) => (of === network ? upstreamsOf(nodes) : []))
    .reduce((sum, { name, health }) => (name === upstream ? sum + health.inFlight : sum), 0)

/** Closes the nodes' connections when the last call may have asked them: they retry and hedge. */
const retireNodes = (
  { nodes, compiled, connected, network }: NetworkRuntime,
  successor: NetworkRuntime | undefined,
  retiredNodes: Map<Nodes, string>,
): void => {
  nodes.stopPolling()
  const remaining = upstreamNames(successor?.connected.config)
  connected.events.retire(upstreamNames(connected.config).filter((name) => !remaining.includes(name)))
  retiredNodes.set(nodes, network.name)
  const close = (): void => {
    retiredNodes.delete(nodes)
    void nodes.close()
  }
  setTimeout(close, Math.max(...methodsOf(compiled).map(({ timeoutMs }) => timeoutMs))).unref()
}

/** A network may leave the configuration, and return, while a caller's WebSocket to it is open. */
const answerersOf = (
  served: ReadonlyMap<string, NetworkRuntime>,
  previous: NetworkRegistry | undefined,
  gone: Answerer<OpenedCall>,
): ReadonlyMap<string, CurrentAnswerer> => {
  const answerers = new Map(previous?.answerers)
  for (const [name, current] of answerers) if (!served.has(name)) current.answer = gone
  for (const [name, { answer }] of served) {
    const current = answerers.get(name)
    if (current === undefined) answerers.set(name, { answer })
    else current.answer = answer
  }
  return answerers
}

/** Methods of the built-in contract are known anyway. */
const methodNamesOf = (networks: readonly NetworkRuntime[]): MethodNames => {
  const compiled = networks.flatMap(({ compiled }) => compiled ?? [])
  if (compiled.length === 0) return builtInNames
  return asMethodNames(compiled.flatMap(({ rows }) => rows.map(({ name }) => name)))
}

/** Serves a network under a contract; undefined: the built-in one. */
const serveNetwork = (
  connected: ConnectedNetwork,
  compiled: CompiledContract | undefined,
  deps: NetworkDeps,
): NetworkRuntime => {
  const { config, limits, network, events, nodes, forwarding, roots } = connected
  const { pool, partner, head } = nodes
  const document = new NetworkDocument(compiled?.document ?? builtInDocument, network)
  const checks = { rate: config.checkAnswers, upstreams: pool.upstreams, nowMs: deps.nowMs, events }
  const verifier = roots && partner && partnerVerifier(roots, partner, forwarding, events, deps)
  const memory = memoryOf(config, nodes, events, deps)
  const methods = methodsOf(compiled)
  const { maxLogParts } = limits
  const stateIds = config.statefulMethods === 'bind' ? deps.stateIds : undefined
  const pipelines = composePipelines(
    { ...deps, network, methods, head, forwarding, memory, checks, verifyPartner: verifier, maxLogParts, stateIds },
    async ({ entitlement, host }) => {
      const { key, dailyCredits } = entitlement
      const remaining = await deps.remainingCredits.of(entitlement)
      const account = { dailyCredits, remaining, resetsAt: nextMidnight(deps.nowMs()) }
      return document.forKey(deps.baseUrl(host), key.allowedMethods, account)
    },
  )
  return { connected, compiled, network, nodes, memory, answer: observe(deps.events, pipelines), document }
}

const memoryOf = (
  config: ConnectedNetwork['config'],
  { pool, head }: Nodes,
  events: NetworkRecorder,
  deps: NetworkDeps,
): NetworkMemory => {
  const { answerMemory, budget, nowMs } = deps
  const isShared = answerMemory.shared !== undefined && config.family === 'evm'
  return new NetworkMemory({
    ...answerMemory,
    isCached: config.cache,
    head,
    chain: isShared ? new ChainName(askNode(pool, budget, nowMs), nowMs) : undefined,
    events,
    nowMs,
    budget,
    writes: pool.writes,
  })
}

/** Checks the partner's answers by proofs. */
const partnerVerifier = (
  roots: StateRoots,
  partner: Upstream,
  { pool }: NetworkForwarding,
  events: NetworkEvents,
  deps: NetworkDeps,
) => {
  const { budget, nowMs } = deps
  const ask = askNode(pool, budget, nowMs)
  return verifyPartner({
    partner,
    roots,
    askOwn: () => (pool.upstreams.some(({ health }) => health.isUsable) ? ask : undefined),
    askUpstream: askUpstream(budget),
    nowMs,
    events,
  })
}
