import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { JsonRpcProvider, WebSocketProvider } from 'ethers'
import type { Hex, PublicClient } from 'viem'
import type { Web3 } from 'web3'
import type { EvmClient } from '../../generated/client/src/index.js'
import { clientRow } from './client-row.js'

/** The packages are loaded by what connects: the page is written without them. */
const hex = (text: string) => text as Hex
const NO_SOCKET_BATCH = 'a message for each call'

const viem = clientRow<PublicClient, 'evm'>({
  name: 'viem',
  noSocketBatch: NO_SOCKET_BATCH,
  family: 'evm',
  over: {
    http: async (url) => {
      const { createPublicClient, http } = await import('viem')
      return { client: createPublicClient({ transport: http(url, { batch: true }) }) }
    },
    websocket: async (url) => {
      const { createPublicClient, webSocket } = await import('viem')
      const client = createPublicClient({ transport: webSocket(url, { keepAlive: false, reconnect: false }) })
      const { getRpcClient } = client.transport as unknown as { getRpcClient(): Promise<{ close(): void }> }
      return { client: client as PublicClient, close: async () => (await getRpcClient()).close() }
    },
  },
  calls: {
    eth_chainId: (client) => client.getChainId(),
    eth_blockNumber: (client) => client.getBlockNumber({ cacheTime: 0 }),
    eth_getBlockByNumber: (client) => client.getBlock({ blockNumber: 1n }),
    eth_getBalance: (client, { address }) => client.getBalance({ address: hex(address) }),
    eth_getTransactionCount: (client, { address }) => client.getTransactionCount({ address: hex(address) }),
    eth_getCode: (client, { address }) => client.getCode({ address: hex(address) }),
    eth_getStorageAt: (client, { address, position }) =>
      client.getStorageAt({ address: hex(address), slot: hex(position), blockNumber: 2n }),
    eth_call: (client, { address, callData }) => client.call({ to: hex(address), data: hex(callData) }),
    eth_gasPrice: (client) => client.getGasPrice(),
    eth_getLogs: (client, { address }) => client.getLogs({ address: hex(address), fromBlock: 'earliest' }),
    eth_getTransactionByHash: (client, { hash }) => client.getTransaction({ hash: hex(hash) }),
    eth_getTransactionReceipt: (client, { hash }) => client.getTransactionReceipt({ hash: hex(hash) }),
    eth_sendRawTransaction: async (client, { signed }) =>
      client.sendRawTransaction({ serializedTransaction: hex(await signed()) }),
    // With `batch: true`, the calls of one turn of the event loop are one request.
    batch: (client) => Promise.all([client.getBlockNumber({ cacheTime: 0 }), client.getGasPrice()]),
  },
})

type EthersProvider = JsonRpcProvider | WebSocketProvider

const ethers = clientRow<EthersProvider, 'evm'>({
  name: 'ethers',
  noSocketBatch: NO_SOCKET_BATCH,
  family: 'evm',
  over: {
    http: async (url) => {
      const { JsonRpcProvider } = await import('ethers')
      const client = new JsonRpcProvider(url)
      return { client, close: () => client.destroy() }
    },
    websocket: async (url) => {
      const { Network, WebSocketProvider } = await import('ethers')
      const network = Network.from(31337)
      const client = new WebSocketProvider(url, network, { staticNetwork: network })
      return { client, close: () => client.destroy() }
    },
  },
  calls: {
    eth_chainId: (client) => client.send('eth_chainId', []),
    eth_blockNumber: (client) => client.getBlockNumber(),
    eth_getBlockByNumber: async (client) => (await client.getBlock(1))?.toJSON(),
    eth_getBalance: (client, { address }) => client.getBalance(address),
    eth_getTransactionCount: (client, { address }) => client.getTransactionCount(address),
    eth_getCode: (client, { address }) => client.getCode(address),
    eth_getStorageAt: (client, { address, position }) => client.getStorage(address, position, 2),
    eth_call: (client, { address, callData }) => client.call({ to: address, data: callData }),
    eth_gasPrice: async (client) => (await client.getFeeData()).gasPrice,
    eth_getLogs: async (client, { address }) =>
      (await client.getLogs({ address, fromBlock: 0 })).map((log) => log.toJSON()),
    eth_getTransactionByHash: async (client, { hash }) => (await client.getTransaction(hash))?.toJSON(),
    eth_getTransactionReceipt: async (client, { hash }) => {
      const receipt = await client.getTransactionReceipt(hash)
      return { ...receipt?.toJSON(), logs: receipt?.logs.map((log) => log.toJSON()) }
    },
    eth_sendRawTransaction: async (client, { signed }) => (await client.broadcastTransaction(await signed())).hash,
    // Its batches: the calls of ten milliseconds are one array.
    batch: (client, { address }) => Promise.all([client.getCode(address), client.getBalance(address)]),
  },
})

const web3 = clientRow<Web3, 'evm'>({
  name: 'web3',
  family: 'evm',
  over: {
    http: async (url) => ({ client: new (await import('web3')).Web3(url) }),
    websocket: async (url) => {
      const client = new (await import('web3')).Web3(url)
      return { client, close: () => client.provider?.disconnect() }
    },
  },
  calls: {
    eth_chainId: ({ eth }) => eth.getChainId(),
    eth_blockNumber: ({ eth }) => eth.getBlockNumber(),
    eth_getBlockByNumber: ({ eth }) => eth.getBlock(1),
    eth_getBalance: ({ eth }, { address }) => eth.getBalance(address),
    eth_getTransactionCount: ({ eth }, { address }) => eth.getTransactionCount(address),
    eth_getCode: ({ eth }, { address }) => eth.getCode(address),
    eth_getStorageAt: ({ eth }, { address, position }) => eth.getStorageAt(address, position, 2),
    eth_call: ({ eth }, { address, callData }) => eth.call({ to: address, data: callData }),
    eth_gasPrice: ({ eth }) => eth.getGasPrice(),
    eth_getLogs: ({ eth }, { address }) => eth.getPastLogs({ address, fromBlock: 'earliest' }),
    eth_getTransactionByHash: ({ eth }, { hash }) => eth.getTransaction(hash),
    eth_getTransactionReceipt: ({ eth }, { hash }) => eth.getTransactionReceipt(hash),
    eth_sendRawTransaction: async ({ eth }, { signed }) =>
      String((await eth.sendSignedTransaction(await signed())).transactionHash),
    batch: async (client) => {
      const batch = new client.BatchRequest()
      const calls = ['eth_blockNumber', 'eth_gasPrice'].map((method, index) =>
        batch.add({ jsonrpc: '2.0', id: index + 1, method, params: [] } as never),
      )
      await batch.execute()
      return Promise.all(calls)
    },
  },
})

const ONLY_BUILT_IN = 'no method of the built-in contract: `tollgate client` writes one that has it'

const generated = clientRow<EvmClient, 'evm'>({
  name: '@tollgate/client',
  family: 'evm',
  over: {
    http: async (url) => {
      const client = new (await import('../../generated/client/src/index.js')).EvmClient({ url })
      return { client, close: () => client.close() }
    },
    websocket: async (url) => {
      const client = new (await import('../../generated/client/src/index.js')).EvmClient({ url })
      return { client, close: () => client.close() }
    },
  },
  calls: {
    eth_chainId: (client) => client.eth_chainId(),
    eth_blockNumber: (client) => client.eth_blockNumber(),
    eth_getBlockByNumber: ONLY_BUILT_IN,
    eth_getBalance: ONLY_BUILT_IN,
    eth_getTransactionCount: ONLY_BUILT_IN,
    eth_getCode: ONLY_BUILT_IN,
    eth_getStorageAt: (client, { address, position }) => client.eth_getStorageAt(hex(address), hex(position), '0x2'),
    eth_call: ONLY_BUILT_IN,
    eth_gasPrice: ONLY_BUILT_IN,
    eth_getLogs: (client, { address }) => client.eth_getLogs({ address: hex(address), fromBlock: 'earliest' }),
    eth_getTransactionByHash: ONLY_BUILT_IN,
    eth_getTransactionReceipt: (client, { hash }) => client.eth_getTransactionReceipt(hex(hash)),
    eth_sendRawTransaction: ONLY_BUILT_IN,
    batch: async (client) => {
      const replies = await client.batch([
        { method: 'eth_blockNumber', params: [] },
        { method: 'eth_chainId', params: [] },
      ])
      return replies.map((reply) => ('result' in reply ? reply.result : reply))
    },
  },
})

/** A program, started for each call. */
type Cast = (...args: readonly string[]) => Promise<string>

const castOver = async (url: string) => {
  const file = createRequire(import.meta.url).resolve(
    `@foundry-rs/cast-${process.platform}-${process.arch === 'x64' ? 'amd64' : 'arm64'}/bin/cast`,
  )
  const client: Cast = async (...args) => (await promisify(execFile)(file, [...args, '--rpc-url', url])).stdout.trim()
  return { client }
}

/** Each call is a process, so it is tried in a long test. */
export const cast = clientRow<Cast, 'evm'>({
  name: '@foundry-rs/cast',
  family: 'evm',
  over: { http: castOver, websocket: castOver },
  calls: {
    eth_chainId: (run) => run('chain-id'),
    eth_blockNumber: (run) => run('block-number'),
    eth_getBlockByNumber: (run) => run('block', '1'),
    eth_getBalance: (run, { address }) => run('balance', address),
    eth_getTransactionCount: (run, { address }) => run('nonce', address),
    eth_getCode: (run, { address }) => run('code', address),
    eth_getStorageAt: (run, { address, position }) => run('storage', address, position, '--block', '2'),
    eth_call: (run, { address }) => run('call', address, 'limit()(uint256)'),
    eth_gasPrice: (run) => run('gas-price'),
    eth_getLogs: (run, { address }) => run('logs', '--address', address, '--from-block', 'earliest'),
    eth_getTransactionByHash: (run, { hash }) => run('tx', hash),
    eth_getTransactionReceipt: (run, { hash }) => run('receipt', hash),
    eth_sendRawTransaction: async (run, { signed }) => run('publish', '--async', await signed()),
    batch: 'it sends none',
  },
})

/** Clients of EVM networks, but for cast and the one of any JSON-RPC server. */
export const evmClients = [viem, ethers, web3, generated]
