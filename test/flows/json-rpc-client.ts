import type { Client } from '@open-rpc/client-js'
import { type Ask, type ClientFamily, type ClientSubjects, clientRow, everydayCalls } from './client-row.js'

/** Params of calls by name, as any JSON-RPC client sends them. */
const params: Readonly<Record<string, (subjects: ClientSubjects) => unknown[] | Promise<unknown[]>>> = {
  eth_getBlockByNumber: () => ['0x1', false],
  eth_getBalance: ({ address }) => [address, 'latest'],
  eth_getTransactionCount: ({ address }) => [address, 'latest'],
  eth_getCode: ({ address }) => [address, 'latest'],
  eth_getStorageAt: ({ address, position }) => [address, position, '0x2'],
  eth_call: ({ address, callData }) => [{ to: address, data: callData }, 'latest'],
  eth_getLogs: ({ address }) => [{ address, fromBlock: 'earliest' }],
  eth_getTransactionByHash: ({ hash }) => [hash],
  eth_getTransactionReceipt: ({ hash }) => [hash],
  eth_sendRawTransaction: async ({ signed }) => [await signed()],
  getBalance: ({ owner }) => [owner],
  getAccountInfo: ({ address }) => [address, { encoding: 'base64' }],
  getTokenAccountBalance: ({ address }) => [address],
  getTokenAccountsByOwner: ({ owner, mint }) => [owner, { mint }, { encoding: 'jsonParsed' }],
  sendTransaction: async ({ signed }) => [await signed(), { encoding: 'base64' }],
}

const connect = async (transport: 'http' | 'websocket', url: string) => {
  const { Client, HTTPTransport, RequestManager, WebSocketTransport } = await import('@open-rpc/client-js')
  const client = new Client(
    new RequestManager([transport === 'http' ? new HTTPTransport(url) : new WebSocketTransport(url)]),
  )
  return { client, close: () => client.close() }
}

const asking =
  (method: string): Ask<Client> =>
  async (client, subjects) =>
    client.request({ method, params: (await params[method]?.(subjects)) ?? [] })

const rowOf = (family: ClientFamily) => {
  const cells = everydayCalls[family].map((call) => [
    call,
    call === 'batch' ? 'its batches are several requests' : asking(call),
  ])
  return clientRow<Client, ClientFamily>({
    name: '@open-rpc/client-js',
    family,
    over: { http: (url) => connect('http', url), websocket: (url) => connect('websocket', url) },
    calls: Object.fromEntries(cells),
  })
}

/** The client of any JSON-RPC server, for each family. */
export const jsonRpcClients = [rowOf('evm'), rowOf('solana')]
