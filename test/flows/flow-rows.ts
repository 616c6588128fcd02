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
    token: "a token's mint and transfer, each confirmed",
    watch: 'slots, an account, logs and a signature by subscription',
  },
} as const satisfies Record<ClientFamily, Readonly<Record<string, string>>>

/** Flows of Solana clients without `token`, which needs a separate package. */
const withoutTokens = Object.keys(flowTitles.solana).filter((flow) => flow !== 'token')

/** A client with the program that runs its flows. */
export interface FlowRow {
  /** The npm package. */
  readonly name: string
  readonly family: ClientFamily
  /** In test/flows/programs, or in test/flows/installed. */
  readonly program: string
  readonly transports: readonly ClientTransport[]
  /** Flows that the client can run; all if not given. */
  readonly flows?: readonly string[]
  /** Text that the client prints to standard error, whatever its node is. */
  readonly warning?: string
  /** True if npm installs the client for the test alone, because it is large. */
  readonly isInstalled?: true
  /**
   * The client's own command that runs the program, in place of Node. The program then finds flow,
   * address and world in the variables FLOW, URL and WORLD.
   */
  readonly command?: readonly string[]
}

/** The rows: what the tests run and docs/clients.md shows. */
export const flowRows: readonly FlowRow[] = [
  { name: 'viem', family: 'evm', program: 'viem.mjs', transports: ['http', 'websocket'] },
  { name: 'ethers', family: 'evm', program: 'ethers.mjs', transports: ['http', 'websocket'] },
  { name: 'web3', family: 'evm', program: 'web3.mjs', transports: ['http', 'websocket'] },
  {
    name: '@wagmi/core',
    family: 'evm',
    program: 'wagmi.mjs',
    transports: ['http', 'websocket'],
    isInstalled: true,
    flows: ['read', 'send', 'deploy', 'poll', 'batch', 'fee', 'burst', 'watch'],
  },
  {
    name: 'hardhat',
    family: 'evm',
    program: 'hardhat.cjs',
    transports: ['http'],
    isInstalled: true,
    command: ['node_modules/.bin/hardhat', 'run', '--network', 'tollgate'],
  },
  { name: '@solana/kit', family: 'solana', program: 'kit.mjs', transports: ['http'], flows: withoutTokens },
  { name: '@solana/web3.js', family: 'solana', program: 'web3-solana.mjs', transports: ['http'], flows: withoutTokens },
  {
    name: '@solana/spl-token',
    family: 'solana',
    program: 'spl-token.mjs',
    transports: ['http'],
    isInstalled: true,
    flows: ['token'],
    // Scripts of packages do not run, so its dependency bigint-buffer has no native part.
    warning: 'bigint: Failed to load bindings, pure JS will be used (try npm run rebuild?)\n',
  },
]

/** True if a flow can be run over a transport: EVM clients subscribe over WebSocket. */
export const hasFlow = ({ family, flows }: FlowRow, transport: ClientTransport, flow: string): boolean =>
  (flows ?? Object.keys(flowTitles[family])).includes(flow) &&
  (flow !== 'watch' || family === 'solana' || transport === 'websocket')
