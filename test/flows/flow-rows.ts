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
    watch: 'blocks, events and pending transactions by subscription',
  },
  solana: {
    read: 'connect and read',
    send: 'send and confirm',
    fail: 'a transaction that fails, with its logs',
    poll: "an address's new transactions by polling",
    batch: '50 reads at once',
    fee: 'blockhash and fee',
    burst: '30 calls in 100 ms, as a page loads',
    watch: 'slots and an account by subscription',
  },
} as const satisfies Record<ClientFamily, Readonly<Record<string, string>>>

/** A client with the program that runs its flows. */
export interface FlowRow {
  /** The npm package. */
  readonly name: string
  readonly family: ClientFamily
  /** In test/flows/programs. */
  readonly program: string
  readonly transports: readonly ClientTransport[]
}

/** The rows: what the tests run and docs/clients.md shows. */
export const flowRows: readonly FlowRow[] = [
  { name: 'viem', family: 'evm', program: 'viem.mjs', transports: ['http', 'websocket'] },
  { name: 'ethers', family: 'evm', program: 'ethers.mjs', transports: ['http', 'websocket'] },
  { name: 'web3', family: 'evm', program: 'web3.mjs', transports: ['http', 'websocket'] },
  { name: '@solana/kit', family: 'solana', program: 'kit.mjs', transports: ['http'] },
  { name: '@solana/web3.js', family: 'solana', program: 'web3-solana.mjs', transports: ['http'] },
]

/** True if a flow can be run over a transport: EVM clients subscribe over WebSocket. */
export const hasFlow = ({ family }: FlowRow, transport: ClientTransport, flow: string): boolean =>
  flow !== 'watch' || family === 'solana' || transport === 'websocket'
