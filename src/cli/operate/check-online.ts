import { quantityOf } from '../../runtime/quantity.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import type { Config, NetworkConfig, UpstreamConfig } from '../../server/config/config.js'
import { askUpstream } from '../../server/pipeline/forward/ask-node.js'
import { ByteBudget } from '../../server/upstreams/byte-budget.js'
import { Health } from '../../server/upstreams/health/health.js'
import type { Asked } from '../../server/upstreams/poll/asked.js'
import { readChainId } from '../../server/upstreams/poll/chain-identity.js'
import { maxLagOf } from '../../server/upstreams/poll/lag-watch.js'
import { createHttpTransport } from '../../server/upstreams/transport/http-transport.js'
import type { SocketReply } from '../../server/upstreams/transport/socket-messages.js'
import type { UpstreamTransport } from '../../server/upstreams/transport/transport.js'
import { UpstreamSocket } from '../../server/upstreams/transport/upstream-socket.js'
import type { Upstream } from '../../server/upstreams/upstream.js'
import { type Columns, tableOf } from '../text-table.js'
import { folded } from '../text-wrap.js'
import { type AskNode, describeUnnamed, findUnnamedMethods } from './unnamed-methods.js'

const TIMEOUT_MS = 5_000
/** Shorter parts of an address are words of it, such as `rpc`. */
const SHORTEST_KEY = 8
const MAX_BYTES = 67_108_864
/** Blocks of eth_getLogs that a node without `maxBlockRange` is tried with. */
const USUAL_RANGE = 10_000
const NO_ADDRESS = '0x0000000000000000000000000000000000000001'
/** A topic that no event has: the answer is empty, however wide the range. */
const NO_TOPIC = `0x${'00'.repeat(31)}01`

/**
 * The answers of a node or partner; null for an answer that it did not give. Findings are sentences
 * and hold no address.
 */
interface ExaminedNode {
  readonly network: string
  readonly upstream: string
  readonly isPartner: boolean
  readonly isReachable: boolean
  /** The chain id (EVM) or the hash of the first block. */
  readonly chain: string | null
  readonly head: number | null
  /** True if the node has the state of block 1; null on Solana. */
  readonly hasOldState: boolean | null
  /** True if `wsUrl` takes a subscription; null without a `wsUrl`. */
  readonly hasWebSocket: boolean | null
  readonly findings: string[]
  /** Methods that the node has, and that no contract of the network names. */
  readonly unnamedMethods: readonly string[]
}

/**
 * Asks every node of every network, all at once. Never rejects; a node that is silent costs five
 * seconds.
 */
export const examineNodes = async (config: Config, nowMs: () => number): Promise<ExaminedNode[]> => {
  const networks = [...config.networks.values()].map(async (network) => {
    const partners = network.partner === undefined ? [] : [network.partner]
    const all = [...network.upstreams, ...partners]
    const nodes = await Promise.all(all.map((one) => examine(network, one, one === network.partner, nowMs)))
    compare(network, nodes)
    return nodes
  })
  return (await Promise.all(networks)).flat()
}

const examine = async (
  network: NetworkConfig,
  config: UpstreamConfig,
  isPartner: boolean,
  nowMs: () => number,
): Promise<ExaminedNode> => {
  let refusal = ''
  const http = createHttpTransport(config.url, { maxConnections: 2, maxWaiting: 10 }, config.headers)
  const transport = withRefusals(http, (text) => {
    refusal = ` ${excerptOf(text, config)}`
  })
  const health = new Health({ nowMs, isPolled: false, onChange: () => {} })
  const { name, weight, archive: isArchive, maxBlockRange, maxRequestBytes } = config
  const bounds = { rate: undefined, maxBlockRange, maxRequestBytes }
  const upstream: Upstream = { name, stateDigest: '', isPartner, transport, weight, isArchive, ...bounds, health }
  const askOne = askUpstream(new ByteBudget(MAX_BYTES))
  const ask: AskNode = (method, params) => askOne(upstream, method, params, TIMEOUT_MS)
  const place = { network: network.name, upstream: name, isPartner }
  const none = { ...place, chain: null, head: null, hasOldState: null, hasWebSocket: null, unnamedMethods: [] }
  try {
    const isEvm = network.family === 'evm'
    const chain = await ask(isEvm ? 'eth_chainId' : 'getGenesisHash', [])
    if (chain.kind !== 'result' && chain.kind !== 'node-error') {
      return { ...none, isReachable: false, findings: [`does not answer: ${reasonOf(chain, config)}${refusal}`] }
    }
    const head = await ask(isEvm ? 'eth_blockNumber' : 'getSlot', [])
    const findings = head.kind === 'result' ? [] : [`does not tell its newest block: ${reasonOf(head, config)}`]
    const unnamedMethods = isPartner ? [] : await findUnnamedMethods(network, ask, nowMs)
    const hasWebSocket = isPartner ? null : await tryWebSocket(config, isEvm, findings)
    const seen = { chain: chainOf(chain), head: numberOf(head), findings, hasWebSocket, unnamedMethods }
    const found = { ...none, isReachable: true, ...seen }
    return isEvm ? await examineEvm(config, ask, found) : found
  } finally {
    await transport.close()
  }
}

/** Hands on each text that comes with an HTTP error: geth says there why. */
const withRefusals = (transport: UpstreamTransport, keep: (text: string) => void): UpstreamTransport => ({
  exchange: (body, sink) => {
    let isRefusal = false
    return transport.exchange(body, {
      head: (status, byteLength, id) => {
        isRefusal = status >= 400
        sink.head(status, byteLength, id)
      },
      chunk: (bytes) => {
        const text = bytes.toString().trim()
        if (isRefusal && !text.startsWith('<')) keep(text)
        return sink.chunk(bytes)
      },
      end: () => sink.end(),
      fail: (error) => sink.fail(error),
    })
  },
  doubtIdle: () => transport.doubtIdle(),
  close: () => transport.close(),
})

/** Subscribes to what every node of the family has. */
const tryWebSocket = async (config: UpstreamConfig, isEvm: boolean, findings: string[]): Promise<boolean | null> => {
  const { wsUrl, headers } = config
  if (wsUrl === undefined) return null
  const socket = new UpstreamSocket(
    { wsUrl, headers },
    { maxMessageBytes: () => MAX_BYTES, stopwatchMs, chance: () => 0 },
  )
  const [method, params, unsubscribe] = isEvm
    ? ['eth_subscribe', ['newHeads'], 'eth_unsubscribe']
    : ['slotSubscribe', [], 'slotUnsubscribe']
  const opened = await socket.subscribe(method, params, unsubscribe, { notified: () => {}, broken: () => {} })
  if (opened.kind === 'open') opened.close()
  else if (opened.kind === 'unreachable') findings.push(`its wsUrl does not answer: ${opened.reason}`)
  else findings.push(`its wsUrl refuses ${method}: ${reasonOf(opened, config)}`)
  socket.close()
  return opened.kind === 'open'
}

const examineEvm = async (config: UpstreamConfig, ask: AskNode, node: ExaminedNode): Promise<ExaminedNode> => {
  const old = await ask('eth_getStorageAt', [NO_ADDRESS, '0x0', '0x1'])
  if (config.archive && old.kind !== 'result') {
    node.findings.push(`has not the state of block 1, though archive is true: ${reasonOf(old, config)}`)
  }
  const head = node.head ?? 0
  const range = Math.min(config.maxBlockRange ?? USUAL_RANGE, head + 1)
  const askLogs = (blocks: number) => {
    const [fromBlock, toBlock] = [head - blocks + 1, head].map((block) => quantityOf(block))
    return ask('eth_getLogs', [{ fromBlock, toBlock, address: NO_ADDRESS, topics: [NO_TOPIC] }])
  }
  const logs = await askLogs(range)
  if (logs.kind !== 'result') {
    const one = range === 1 ? logs : await askLogs(1)
    node.findings.push(
      one.kind === 'result'
        ? `refuses eth_getLogs of ${range} blocks: ${reasonOf(logs, config)}; set maxBlockRange to what it takes`
        : `does not answer eth_getLogs: ${reasonOf(one, config)}`,
    )
  }
  return { ...node, hasOldState: old.kind === 'result' }
}

/** Adds to the findings what shows only beside the configuration and the other nodes. */
const compare = (network: NetworkConfig, nodes: readonly ExaminedNode[]): void => {
  const configured = network.family === 'evm' ? network.chainId?.toString() : network.genesisHash
  const expected = configured ?? nodes.find(({ chain }) => chain !== null)?.chain ?? null
  const newest = Math.max(...nodes.map(({ head }) => head ?? 0))
  const maxLag = maxLagOf(network)
  for (const { chain, head, findings } of nodes) {
    if (chain !== null && expected !== null && chain !== expected) {
      findings.push(`is on chain ${chain}, not on ${expected}`)
    }
    if (head !== null && newest - head > maxLag) findings.push(`is ${newest - head} blocks behind the newest one`)
  }
}

const reasonOf = (asked: Asked | Extract<SocketReply, { kind: 'node-error' }>, config: UpstreamConfig): string => {
  if (asked.kind === 'node-error') return `${asked.code} ${excerptOf(asked.message, config)}`
  return 'reason' in asked ? asked.reason : asked.kind
}
/** The first words of a node's text. Servers may repeat the address or a part of it: the key. */
const excerptOf = (text: string, config: UpstreamConfig): string =>
  secretsOf(config)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text.replaceAll(/(?:https?|wss?):\S+/g, '…'))
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .slice(0, 120)
/** Each part of the addresses and headers that may be a key, the longest first. */
const secretsOf = ({ url, wsUrl = '', headers = {} }: UpstreamConfig): string[] =>
  [url, wsUrl, ...Object.values(headers)]
    .flatMap((text) => text.split(/[\s/?&=@:]/))
    .filter(({ length }) => length >= SHORTEST_KEY)
    .sort((a, b) => b.length - a.length)
const chainOf = (asked: Asked): string | null => {
  if (asked.kind !== 'result' || typeof asked.value !== 'string') return null
  return readChainId(asked.value) ?? asked.value
}
const numberOf = (asked: Asked): number | null => {
  const number = asked.kind === 'result' ? Number(asked.value) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

const yesOrNo = (fact: boolean | null): string | null => (fact === null ? null : fact ? 'yes' : 'no')

const columns: Columns<ExaminedNode> = {
  NETWORK: 'network',
  UPSTREAM: ({ upstream, isPartner }) => (isPartner ? `${upstream} (partner)` : upstream),
  ANSWERS: ({ isReachable }) => yesOrNo(isReachable),
  ...{ CHAIN: 'chain', HEAD: 'head' },
  'OLD STATE': ({ hasOldState }) => yesOrNo(hasOldState),
  WEBSOCKET: ({ hasWebSocket }) => yesOrNo(hasWebSocket),
}

/** A table of the nodes and remarks about them, for a terminal of so many columns. */
export const describeNodes = (nodes: readonly ExaminedNode[], width: number): string => {
  const findings = nodes.flatMap((node) => node.findings.map((text) => `${node.network} ${node.upstream}: ${text}`))
  const hints = nodes
    .filter(({ unnamedMethods }) => unnamedMethods.length > 0)
    .map(({ network, upstream, unnamedMethods }) => `${network} ${upstream}: ${describeUnnamed(unnamedMethods)}`)
  return [tableOf(columns, nodes, width), ...[...findings, ...hints].map((line) => folded(line, width))].join('\n')
}
