import type { ClientFamily, ClientTransport } from './client-row.js'

/** Everyday flows, by the name that the programs have for them, and as the page calls them. */
export const flowTitles = {
  evm: {
    read: 'connect and read',
    send: 'send and wait',
    deploy: 'deploy, call, and a revert with its reason',
    poll: 'events by polling',
    filter: 'events by a filter',
    batch: '50 reads at once',
    fee: 'fee and nonce',
    burst: '30 calls in 100 ms, as a page loads',
  },
  solana: {
    read: 'connect and read',
    send: 'send and confirm',
    fail: 'a transaction that fails, with its logs',
    poll: "an address's new transactions by polling",
    batch: '50 reads at once',
    fee: 'blockhash and fee',
    burst: '30 calls in 100 ms, as a page loads',
  },
} as const satisfies Record<ClientFamily, Readonly<Record<string, string>>>

/** A flow that does not work as the client's documentation writes it. */
export interface Detour {
  readonly reason: string
  /** The section of docs/calling.md that shows another way. */
  readonly section: string
  /** The program's flow that does the same in another way. */
  readonly way: string
}

/** A client with the program that runs its flows. */
export interface FlowRow {
  /** The npm package. */
  readonly name: string
  readonly family: ClientFamily
  /** In test/flows/programs. */
  readonly program: string
  readonly transports: readonly ClientTransport[]
  readonly detours: Partial<Record<ClientTransport, Readonly<Record<string, Detour>>>>
}

const ethersSubscribes = {
  reason: 'over WebSocket ethers subscribes, and its process ends',
  section: 'ethers over WebSocket',
}
const kitSubscribes = { reason: 'its confirmation subscribes', section: 'Solana: confirm by polling' }
const web3Subscribes = {
  reason: 'its confirmation subscribes, and reports a transaction that landed as expired',
  section: 'Solana: confirm by polling',
}

/** The rows: what the tests run and docs/clients.md shows. */
export const flowRows: readonly FlowRow[] = [
  { name: 'viem', family: 'evm', program: 'viem.mjs', transports: ['http', 'websocket'], detours: {} },
  {
    name: 'ethers',
    family: 'evm',
    program: 'ethers.mjs',
    transports: ['http', 'websocket'],
    detours: {
      websocket: {
        send: { ...ethersSubscribes, way: 'sendByPolling' },
        deploy: { ...ethersSubscribes, way: 'deployByPolling' },
        poll: { ...ethersSubscribes, way: 'pollByHand' },
        filter: { ...ethersSubscribes, way: 'filterByHand' },
      },
    },
  },
  { name: 'web3', family: 'evm', program: 'web3.mjs', transports: ['http', 'websocket'], detours: {} },
  {
    name: '@solana/kit',
    family: 'solana',
    program: 'kit.mjs',
    transports: ['http'],
    detours: { http: { send: { ...kitSubscribes, way: 'sendByPolling' } } },
  },
  {
    name: '@solana/web3.js',
    family: 'solana',
    program: 'web3-solana.mjs',
    transports: ['http'],
    detours: { http: { send: { ...web3Subscribes, way: 'sendByPolling' } } },
  },
]
