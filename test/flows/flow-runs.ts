import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Keypair } from '@solana/web3.js'
import { privateKeyToAddress } from 'viem/accounts'
import { parse, stringify } from 'yaml'
import type { Answers } from '../../src/cli/operate/config/questions.js'
import { startingConfig } from '../../src/cli/operate/config/starting-config.js'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { startDemo } from '../../src/tools/demo/demo.js'
import { createEvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { vault } from '../../src/tools/demo/vault-artifact.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { createServeFolder, startServe } from '../support/serve-process.js'
import type { ClientFamily, ClientTransport } from './client-row.js'
import { expectedOf, LAMPORTS, type ProgramEnd, runProgram } from './flow-program.js'
import type { FlowRow } from './flow-rows.js'

/** The plans that `tollgate init` writes. */
export const plans = ['core', 'growth'] as const
type Plan = (typeof plans)[number]
const TEN_ETHER = `0x${(10n ** 19n).toString(16)}`

/**
 * Creation code of a contract that reverts every call with Error("closed"): it copies the 112 bytes
 * behind its first twelve, and those copy and revert with the 100 bytes behind theirs.
 */
const REFUSER =
  '0x6070600c60003960706000f36064600c60003960646000fd' +
  '08c379a0' +
  '20'.padStart(64, '0') +
  '06'.padStart(64, '0') +
  Buffer.from('closed').toString('hex').padEnd(64, '0')

/** A flow's end, and the output of a flow that works. */
export interface FlowEnd extends ProgramEnd {
  readonly expected: string
}

/** A gateway with two networks, `evm` of which is anvil and the other surfpool. */
interface FlowPlace {
  readonly url: string
  readonly networks: Readonly<Record<ClientFamily, string>>
  /** The nodes' addresses. */
  readonly nodes: Readonly<Record<ClientFamily, string>>
  readonly vaultAddress: string
  keyOn(plan: Plan, network: string): Promise<string>
  stop(): Promise<void>
}

/** Wallets on a gateway's networks, and the programs that use them. */
export class FlowWorld {
  private cells = 0

  private constructor(private readonly place: FlowPlace) {}

  /**
   * Starts the gateway's process with the configuration of `tollgate init`, before anvil and
   * surfpool.
   */
  static async start(): Promise<FlowWorld> {
    const [anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
    const { contractAddress } = await createEvmFixture(anvil.url)
    await callNode(anvil.url, 'evm_setIntervalMining', [1])
    const files = createServeFolder(configOf({ evm: anvil, solana: surfpool }))
    const gateway = await startServe(files.configFile)
    return new FlowWorld({
      url: gateway.url,
      networks: { evm: 'evm', solana: 'solana' },
      nodes: { evm: anvil.url, solana: surfpool.url },
      vaultAddress: contractAddress,
      keyOn: async (plan, network) => (await files.createKey(network, '--plan', plan)).key,
      stop: async () => {
        await gateway.stop()
        await Promise.all([anvil.stop(), surfpool.stop()])
        files.remove()
      },
    })
  }

  /** Starts the demo; the programs have the keys that it prints. */
  static async startDemo(): Promise<FlowWorld> {
    const demo = await startDemo({ port: 0, adminPort: 0 })
    const { url, configFile, contract, accounts } = demo.facts
    const { networks } = parse(readFileSync(configFile, 'utf8')) as WrittenConfig
    const nodeOf = (network: string) => networks[network]!.upstreams[0]!.url
    return new FlowWorld({
      url,
      networks: { evm: 'ethereum-mainnet', solana: 'solana-mainnet' },
      nodes: { evm: nodeOf('ethereum-mainnet'), solana: nodeOf('solana-mainnet') },
      vaultAddress: contract!.contractAddress,
      keyOn: async (plan) => accounts.find((account) => account.plan === plan)!.key,
      stop: () => demo.stop(),
    })
  }

  stop(): Promise<void> {
    return this.place.stop()
  }

  /**
   * Runs a flow with a wallet that nobody else uses.
   *
   * `folder`  of the program, with its packages
   */
  async run(row: FlowRow, transport: ClientTransport, flow: string, plan: Plan, folder?: string): Promise<FlowEnd> {
    const { family } = row
    const network = this.place.networks[family]
    const key = await this.place.keyOn(plan, network)
    const amount = String(1_000_000 + ++this.cells)
    const { world, balance } = await (family === 'evm' ? this.evm(amount) : this.solana(amount, key))
    const url = (transport === 'http' ? httpUrl : wsUrl)(this.place, network, key)
    const end = await runProgram(row, [flow, url, JSON.stringify(world)], folder)
    const landed = flow.startsWith('send') ? await balance() : undefined
    const expected = JSON.stringify(expectedOf(family, amount)[flow])
    const isMissing = landed !== undefined && landed !== amount
    return { ...end, expected: isMissing ? `${amount} at the receiver, not ${landed}` : `${expected}\n` }
  }

  private async evm(amount: string) {
    const { nodes, vaultAddress } = this.place
    const privateKey = `0x${randomBytes(32).toString('hex')}` as const
    const receiver = `0x${randomBytes(20).toString('hex')}`
    await callNode(nodes.evm, 'anvil_setBalance', [privateKeyToAddress(privateKey), TEN_ETHER])
    const codes = { vaultBytecode: vault.bytecode, refuserBytecode: REFUSER }
    return {
      world: { privateKey, receiver, vault: vaultAddress, ...codes, amount },
      balance: async () =>
        String(BigInt((await callNode(nodes.evm, 'eth_getBalance', [receiver, 'latest'])) as string)),
    }
  }

  private async solana(amount: string, key: string) {
    const { nodes, networks } = this.place
    const seed = randomBytes(32)
    const receiver = Keypair.generate().publicKey.toBase58()
    const payer = Keypair.fromSeed(seed).publicKey.toBase58()
    await callNode(nodes.solana, 'surfnet_setAccount', [payer, { lamports: LAMPORTS }])
    return {
      world: { seed: [...seed], receiver, amount, webSocketUrl: wsUrl(this.place, networks.solana, key) },
      balance: async () =>
        String(((await callNode(nodes.solana, 'getBalance', [receiver])) as { value: number }).value),
    }
  }
}

/** The parts of a configuration that flows read. */
interface WrittenConfig {
  readonly networks: Readonly<Record<string, { readonly upstreams: readonly { readonly url: string }[] }>>
}

const configOf = (nodes: Readonly<Record<ClientFamily, Pick<Anvil | Surfpool, 'url' | 'wsUrl'>>>): string => {
  const written = (family: ClientFamily) => {
    const answers: Answers = {
      network: family,
      family,
      node: nodes[family].url,
      store: 'sqlite:./tollgate.db',
      listen: '127.0.0.1:0',
      methods: 'all',
    }
    const config = parse(startingConfig(answers, '')) as WrittenConfig
    Object.assign(config.networks[family]!.upstreams[0]!, { wsUrl: nodes[family].wsUrl })
    return config
  }
  const [evm, solana] = [written('evm'), written('solana')]
  return stringify({
    ...evm,
    admin: { host: '127.0.0.1', port: 0 },
    networks: { ...evm.networks, ...solana.networks },
    contracts: ['ethereum', 'solana'],
    log: { level: 'error' },
  })
}
