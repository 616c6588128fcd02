import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Keypair } from '@solana/web3.js'
import { privateKeyToAddress } from 'viem/accounts'
import { parse, stringify } from 'yaml'
import type { Answers } from '../../src/cli/operate/config/questions.js'
import { startingConfig } from '../../src/cli/operate/config/starting-config.js'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { createEvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { vault } from '../../src/tools/demo/vault-artifact.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { createServeFolder, type ServeFolder, type ServeProcess, startServe } from '../support/serve-process.js'
import type { ClientFamily, ClientTransport } from './client-row.js'
import type { FlowRow } from './flow-rows.js'

const PROGRAMS = join('test', 'flows', 'programs')
const CHILD_LIMIT_MS = 90_000
const TEN_ETHER = `0x${(10n ** 19n).toString(16)}`
const LAMPORTS = 1_000_000_000
const SIGNATURE_LAMPORTS = '5000'

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

/** Addresses of a local node. */
type LocalNode = Pick<Anvil | Surfpool, 'url' | 'wsUrl'>

/** The end of a flow's process, its output, and the output of a flow that works. */
export interface FlowEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly expected: string
}

/** The gateway's process, on the plans that `tollgate init` writes, before anvil and surfpool. */
export class FlowWorld {
  private cells = 0

  private constructor(
    private readonly anvil: Anvil,
    private readonly surfpool: Surfpool,
    private readonly vaultAddress: string,
    private readonly files: ServeFolder,
    private readonly gateway: ServeProcess,
  ) {}

  static async start(): Promise<FlowWorld> {
    const [anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
    const { contractAddress } = await createEvmFixture(anvil.url)
    await callNode(anvil.url, 'evm_setIntervalMining', [1])
    const files = createServeFolder(configOf({ evm: anvil, solana: surfpool }))
    return new FlowWorld(anvil, surfpool, contractAddress, files, await startServe(files.configFile))
  }

  async stop(): Promise<void> {
    await this.gateway.stop()
    await Promise.all([this.anvil.stop(), this.surfpool.stop()])
    this.files.remove()
  }

  /** Runs a flow with an account and a key on plan core, and a wallet, that nobody else uses. */
  async run({ family, program }: FlowRow, transport: ClientTransport, flow: string): Promise<FlowEnd> {
    const { key } = await this.files.createKey(family)
    const amount = String(1_000_000 + ++this.cells)
    const { world, balance } = await (family === 'evm' ? this.evm(amount) : this.solana(amount, key))
    const url = (transport === 'http' ? httpUrl : wsUrl)(this.gateway, family, key)
    const end = await runProgram([join(PROGRAMS, program), flow, url, JSON.stringify(world)])
    const landed = flow.startsWith('send') ? await balance() : undefined
    const expected = JSON.stringify(expectedOf(family, amount)[flow])
    const isMissing = landed !== undefined && landed !== amount
    return { ...end, expected: isMissing ? `${amount} at the receiver, not ${landed}` : `${expected}\n` }
  }

  private async evm(amount: string) {
    const privateKey = `0x${randomBytes(32).toString('hex')}` as const
    const receiver = `0x${randomBytes(20).toString('hex')}`
    await callNode(this.anvil.url, 'anvil_setBalance', [privateKeyToAddress(privateKey), TEN_ETHER])
    const { vaultAddress } = this
    const codes = { vaultBytecode: vault.bytecode, refuserBytecode: REFUSER }
    return {
      world: { privateKey, receiver, vault: vaultAddress, ...codes, amount },
      balance: async () =>
        String(BigInt((await callNode(this.anvil.url, 'eth_getBalance', [receiver, 'latest'])) as string)),
    }
  }

  private async solana(amount: string, key: string) {
    const seed = randomBytes(32)
    const receiver = Keypair.generate().publicKey.toBase58()
    const payer = Keypair.fromSeed(seed).publicKey.toBase58()
    await this.surfpool.call('surfnet_setAccount', [payer, { lamports: LAMPORTS }])
    return {
      world: { seed: [...seed], receiver, amount, webSocketUrl: wsUrl(this.gateway, 'solana', key) },
      balance: async () => String(((await this.surfpool.call('getBalance', [receiver])) as { value: number }).value),
    }
  }
}

const configOf = (nodes: Readonly<Record<ClientFamily, LocalNode>>): string => {
  const written = (family: ClientFamily) => {
    const answers: Answers = {
      network: family,
      family,
      node: nodes[family].url,
      store: 'sqlite:./tollgate.db',
      listen: '127.0.0.1:0',
      methods: 'all',
    }
    const config = parse(startingConfig(answers, '')) as { networks: Record<string, { upstreams: object[] }> }
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

const expectedOf = (family: ClientFamily, amount: string): Readonly<Record<string, object>> => {
  const both = { batch: { answers: 50 }, burst: { answers: 30 } }
  if (family === 'solana')
    return {
      ...both,
      read: { hasSlot: true, hasBlockhash: true, balance: String(LAMPORTS) },
      send: { isConfirmed: true },
      fail: { isTold: true },
      poll: { isFound: true },
      fee: { fee: SIGNATURE_LAMPORTS },
      watch: { hasSlots: true, lamports: amount },
    }
  return {
    ...both,
    read: { chainId: 31_337, hasHead: true, limit: '1234' },
    send: { isMined: true },
    deploy: { limit: '1234', reason: 'closed' },
    poll: { amounts: [amount] },
    filter: { amounts: [amount] },
    fee: { hasFee: true, nonce: 0 },
    watch: { hasBlocks: true, amounts: [amount], hasPending: true },
  }
}

const runProgram = async (args: readonly string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const options = { env, timeout: CHILD_LIMIT_MS, killSignal: 'SIGKILL' } as const
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  return { code, signal, ...printed }
}
