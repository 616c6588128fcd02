import { join } from 'node:path'
import { document as builtInDocument } from '../../../generated/document.js'
import type { ErrorName } from '../../../generated/errors.js'
import { methodsOf } from '../../contract/compiled-contract.js'
import { isObject } from '../../runtime/is-object.js'
import { systemPorts } from '../../runtime/system-ports.js'
import type { Config, NetworkConfig } from '../../server/config/config.js'
import type { ErrorObject } from '../../wire/jsonrpc/error-object.js'
import { errorOf } from '../../wire/jsonrpc/reply.js'
import { createAccountWithKey, makeFolder, startEmbeddedGateway } from '../demo/embedded-gateway.js'
import { MockAnswers, type MockedContract } from './answers.js'
import { EvmMockChain } from './evm-chain.js'
import { FaultPlan, readFaults, unknownMethods } from './faults.js'
import { type ChainControls, startFront } from './front.js'
import { type MockChain, MockClock } from './mock-chain.js'
import { MockConfig, type MockFileOptions, type MockLimits, USUAL_CHAIN_ID } from './mock-config.js'
import { startMockNode } from './node.js'
import { SolanaMockChain } from './solana-chain.js'

export interface MockOptions extends MockFileOptions, MockLimits {
  readonly port: number
  /** Determines the answers. */
  readonly seed: string
  readonly blockTimeMs: number
  /** A plan of the configuration; by default the first. */
  readonly plan?: string | undefined
  /** A file of faults; see faults.schema.json. */
  readonly faultsFile?: string | undefined
  /** Gets lines for the person who started the mock. */
  notify?(message: string): void
}

interface MockEndpoint {
  readonly network: string
  readonly family: NetworkConfig['family']
  readonly http: string
  readonly webSocket: string
}

export interface Mock {
  readonly url: string
  readonly key: string
  /** The addresses of each network, including the key. */
  readonly endpoints: readonly MockEndpoint[]
  /** The address of each network's node, which the gateway asks. */
  readonly nodes: readonly { readonly network: string; readonly url: string }[]
  readonly methods: readonly string[]
  stop(): Promise<void>
}

/**
 * Starts the whole gateway, with a generated node behind each network and an account with a key in
 * front: for the tests of applications.
 *
 * Errors  an invalid file, with its mistakes; the port is taken. Nothing is left behind.
 */
export const startMock = async (options: MockOptions): Promise<Mock> => {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const action of undo.splice(0).reverse()) await action()
  }
  try {
    const config = new MockConfig(options)
    const { faultsFile } = options
    const rules = faultsFile === undefined ? [] : readFaults(faultsFile)
    const faults = new FaultPlan(rules)
    const urls = new Map<string, string>()
    // The configuration names the nodes, and their contracts are read with it.
    const answers = new Map<string, MockAnswers>()
    for (const network of config.networks) {
      const node = await startMockNode(network, () => answers.get(network)!, faults)
      undo.push(() => node.stop())
      urls.set(network, node.url)
    }
    const { folder, remove } = makeFolder('tollgate-mock-')
    undo.push(remove)
    const loaded = await config.load(join(folder, 'tollgate.yaml'), urls)
    const whole = contractOf(loaded)
    const names = { networks: config.networks, methods: whole.methods.map(({ name }) => name) }
    if (faultsFile !== undefined) for (const line of unknownMethods(faultsFile, rules, names)) options.notify?.(line)
    const controls = new Map<string, ChainControls>()
    for (const network of loaded.networks.values()) {
      const clock = new MockClock(options.blockTimeMs, systemPorts.nowMs)
      const chain = chainOf(network, options.seed, clock)
      controls.set(network.name, controlsOf(chain, clock))
      answers.set(network.name, new MockAnswers(contractOf(loaded, network.name), chain, options.seed))
    }
    const gateway = await startEmbeddedGateway(loaded)
    undo.push(() => gateway.stop())
    const { networks, methods } = names
    const { key } = await createAccountWithKey(gateway.accounts, networks, accountOf(config, options))
    const front = await startFront(gateway.url, options.port, {
      sample: (name, call) => sampleError(name, whole.document.components.errors[name]!.data, call),
      controls: (network) => controls.get(network),
    })
    undo.push(() => front.stop())
    const endpoints = networks.map((network) => ({
      network,
      family: loaded.networks.get(network)!.family,
      http: `${front.url}/${network}/v3/${key}`,
      webSocket: `${front.url.replace('http', 'ws')}/${network}/ws/v3/${key}`,
    }))
    return { url: front.url, key, endpoints, nodes: urlsOf(urls), methods, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The contract's sample of an error, with what it says of the call and of the time. */
const sampleError = (name: ErrorName, sample: unknown, call: unknown): ErrorObject => {
  const { method = 'none', params } = isObject(call) ? call : {}
  const [kind = 'none'] = Array.isArray(params) ? (params as unknown[]) : []
  const data: Record<string, unknown> = { ...(sample as object | undefined) }
  if ('resetsAt' in data) data.resetsAt = new Date(new Date(systemPorts.nowMs()).setUTCHours(24, 0, 0, 0)).toISOString()
  const { oldestBlock, latestBlock } = data
  return errorOf(name, data, {
    method: String(method),
    kind: String(kind),
    recentBlocks: Number(latestBlock) - Number(oldestBlock) + 1,
  })
}

const urlsOf = (urls: ReadonlyMap<string, string>): Mock['nodes'] =>
  [...urls].map(([network, url]) => ({ network, url }))

const contractOf = (config: Config, network?: string): MockedContract => {
  const contract = network === undefined ? config.contract : config.networks.get(network)!.contract
  return { document: contract?.document ?? builtInDocument, methods: methodsOf(contract) }
}

const chainOf = (
  { family, chainId = USUAL_CHAIN_ID }: Pick<NetworkConfig, 'family' | 'chainId'>,
  seed: string,
  clock: MockClock,
): MockChain => (family === 'evm' ? new EvmMockChain(chainId, seed, clock) : new SolanaMockChain(clock))

const controlsOf = (chain: MockChain, clock: MockClock): ChainControls => ({
  stall: (ms) => clock.stall(ms),
  reorganize: (depth) => {
    if (chain.reorganize === undefined) throw new Error('only EVM networks reorganize')
    chain.reorganize(depth)
  },
  announceHeads: (blocks, times) => {
    if (chain.announceHeads === undefined) throw new Error('only EVM networks announce heads')
    chain.announceHeads(blocks, times)
  },
  bringLogs: (filter) => chain.bringLogs?.(filter),
})

const accountOf = ({ plans }: MockConfig, { plan = plans[0], dailyCredits, creditsPerSecond }: MockOptions) => {
  if (plan === undefined || !plans.includes(plan))
    throw new Error(`--plan: there is no plan ${plan}; there are ${plans.join(', ')}`)
  return {
    name: 'mock',
    plan,
    isFailoverOn: false,
    ...(dailyCredits !== undefined && { dailyCredits }),
    ...(creditsPerSecond !== undefined && { creditsPerSecond }),
  }
}
