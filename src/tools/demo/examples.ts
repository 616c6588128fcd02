import { document } from '../../../generated/document.js'
import { type Family, type MethodName, methods } from '../../../generated/methods.js'
import type { EvmFixture } from './evm-fixture.js'
import type { SolanaFixture } from './solana-fixture.js'

/** The demo's networks by family; the names appear in its configuration and its addresses. */
export const demoNetworks = { evm: 'ethereum-mainnet', solana: 'solana-mainnet' } as const

/** A call with an instructive answer from the demo's chains. */
export interface Example {
  readonly method: MethodName
  readonly network: string
  readonly params: readonly unknown[]
  /** The subject of the answer, in a few words. */
  readonly shows: string
}

/**
 * One example for each method of the EVM family: calls about the fixture, and the contract's
 * example of every other method.
 */
export const evmExamples = (fixture: EvmFixture): Example[] =>
  ofFamily('evm', [
    { method: 'eth_chainId', params: [], shows: 'the chain’s number' },
    { method: 'eth_blockNumber', params: [], shows: 'the latest block' },
    {
      method: 'eth_getStorageAt',
      params: [fixture.contractAddress, fixture.plainPosition, 'latest'],
      shows: 'slot 0 of the contract: 1234, which is 0x4d2',
    },
    {
      method: 'eth_getLogs',
      params: [{ address: fixture.contractAddress, topics: [fixture.eventTopic], fromBlock: 'earliest' }],
      shows: 'the contract’s two deposits, of 400 and 600',
    },
    { method: 'eth_getTransactionReceipt', params: [fixture.deployHash], shows: 'how the contract was created' },
  ])

/** One example for each method of the Solana family, likewise. */
export const solanaExamples = (fixture: SolanaFixture): Example[] =>
  ofFamily('solana', [
    {
      method: 'getTokenAccountsByOwner',
      params: [fixture.owner, { mint: fixture.mint }, { encoding: 'jsonParsed' }],
      shows: 'two token accounts; a rentEpoch of 18446744073709551615 keeps its digits',
    },
    { method: 'getTokenAccountBalance', params: [fixture.tokenAccount], shows: '5 tokens' },
  ])

type FamilyExample = Omit<Example, 'network'>

const ofFamily = (family: Family, examples: readonly FamilyExample[]): Example[] => {
  const all = Object.values(methods).filter((row) => row.family === family && row.effect !== 'subscription')
  const others = all.filter(({ name }) => examples.every(({ method }) => method !== name))
  return [...examples, ...others.map(({ name }) => contractExample(name as MethodName))].map((example) => ({
    ...example,
    network: demoNetworks[family],
  }))
}

/** The contract's first example of a method; the lint has checked that there is one. */
const contractExample = (method: MethodName): FamilyExample => {
  const { summary = '', examples } = document.methods.find(({ name }) => name === method)!
  return { method, params: examples[0]!.params.map(({ value }) => value), shows: summary }
}

/**
 * A POSIX shell line that makes the example's call; the network is in the path, so neither DNS nor
 * a Host header is needed.
 */
export const curlOf = (baseUrl: string, keyText: string, { method, network, params }: Example): string =>
  `curl -s ${baseUrl}/${network}/v3/${keyText} -H 'content-type: application/json' ` +
  `-d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}'`

/**
 * A POSIX shell line that makes the example's call over WebSocket with Node.js alone.
 *
 * Node.js 20 has a WebSocket client behind a flag; later versions have it without.
 */
export const webSocketLineOf = (
  baseUrl: string,
  keyText: string,
  { method, network, params }: Example,
  isWebSocketBuiltIn: boolean,
): string => {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (
    `node ${isWebSocketBuiltIn ? '' : '--experimental-websocket '}-e '` +
    `const socket = new WebSocket("${baseUrl.replace('http', 'ws')}/${network}/ws/v3/${keyText}"); ` +
    `socket.onopen = () => socket.send(JSON.stringify(${message})); ` +
    `socket.onmessage = ({ data }) => { console.log(data); socket.close() }'`
  )
}
