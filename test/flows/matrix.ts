import { inspect, isDeepStrictEqual } from 'node:util'
import { Keypair, LAMPORTS_PER_SOL, SystemProgram, Transaction } from '@solana/web3.js'
import { privateKeyToAccount } from 'viem/accounts'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { createEvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { createSolanaFixture } from '../../src/tools/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { vault } from '../../src/tools/demo/vault-artifact.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'
import {
  type ClientFamily,
  type ClientRow,
  type ClientSubjects,
  type ClientTransport,
  everydayCalls,
  transports,
} from './client-row.js'

/** The second account that anvil makes. */
const PRIVATE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const CHAIN_ID = 31_337

let anvil: Anvil
let surfpool: Surfpool
let gateway: TestGateway
let key: string
let subjects: Readonly<Record<ClientFamily, ClientSubjects>>
let nodes: Readonly<Record<ClientFamily, string>>

const evmSubjects = async (): Promise<ClientSubjects> => {
  const world = await createEvmFixture(anvil.url)
  const account = privateKeyToAccount(PRIVATE_KEY)
  let nonce = 0
  return {
    address: world.contractAddress,
    hash: world.deployHash,
    position: world.mappingPosition,
    callData: vault.selectors.limit,
    owner: '',
    mint: '',
    signed: () =>
      account.signTransaction({
        type: 'eip1559',
        chainId: CHAIN_ID,
        nonce: nonce++,
        to: account.address,
        gas: 21_000n,
        maxFeePerGas: 10_000_000_000n,
      }),
  }
}

const solanaSubjects = async (): Promise<ClientSubjects> => {
  const { owner, mint, tokenAccount } = await createSolanaFixture(surfpool)
  const payer = Keypair.generate()
  await surfpool.call('surfnet_setAccount', [payer.publicKey.toBase58(), { lamports: LAMPORTS_PER_SOL }])
  let lamports = 1
  return {
    address: tokenAccount,
    hash: '',
    position: '',
    callData: '',
    owner,
    mint,
    signed: async () => {
      const { value } = (await surfpool.call('getLatestBlockhash', [])) as { value: { blockhash: string } }
      const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: value.blockhash })
      const transfer = { fromPubkey: payer.publicKey, toPubkey: payer.publicKey, lamports: lamports++ }
      transaction.add(SystemProgram.transfer(transfer)).sign(payer)
      return transaction.serialize().toString('base64')
    },
  }
}

const start = async (): Promise<void> => {
  ;[anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
  nodes = { evm: anvil.url, solana: surfpool.url }
  subjects = { evm: await evmSubjects(), solana: await solanaSubjects() }
  gateway = await startTestGateway({
    networks: { evm: { urls: [anvil.url] }, solana: { family: 'solana', urls: [surfpool.url] } },
    contracts: [{ name: 'ethereum' }, { name: 'solana' }],
  })
  key = await gateway.addKey()
}

const stop = async (): Promise<void> => {
  await gateway?.stop()
  await Promise.all([anvil?.stop(), surfpool?.stop()])
}

/**
 * Returns a result that stays the same: a value that changes from call to call becomes a fact about
 * it.
 */
const steady = (call: string, result: unknown): unknown => {
  if (call === 'getSlot') return Number(result) > 0
  if (call === 'eth_sendRawTransaction') return /^0x[0-9a-f]{64}$/.test(String(result))
  if (call === 'sendTransaction') return /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(String(result))
  if (typeof result !== 'object' || result === null || !('context' in result)) return result
  return call === 'getLatestBlockhash' ? Object.keys(result) : (result as { readonly value?: unknown }).value
}

/** Returns the steady result of a call. A batch on Solana has several results. */
const steadyAll = (call: string, result: unknown): unknown =>
  Array.isArray(result) ? result.map((one) => steady(call, one)) : steady(call, result)

const addressOf = (transport: ClientTransport, family: ClientFamily) =>
  (transport === 'http' ? httpUrl : wsUrl)(gateway, family, key)

/**
 * Returns what the node itself answers. Surfpool takes no batches, so a single call is made there
 * in place of a batch.
 */
const truthOf = async (direct: Awaited<ReturnType<ClientRow['connect']>>, family: ClientFamily, call: string) => {
  if (call !== 'batch' || family === 'evm') return steadyAll(call, await direct.ask(call, subjects[family]))
  const alone = steady(call, await direct.ask('getTokenAccountBalance', subjects[family]))
  return [alone, alone]
}

/** Returns whether the gateway's log has the call as answered, and a batch as one request. */
const isLogged = (call: string, lines: readonly Record<string, unknown>[]): boolean => {
  const answered = lines.filter(({ outcome, method }) => outcome === 'ok' && method !== undefined)
  if (call !== 'batch') return answered.some(({ method }) => method === call)
  const requestIds = answered.map(({ requestId }) => requestId)
  return new Set(requestIds).size < requestIds.length
}

/**
 * Makes every call over a transport. Returns how the results differ from those that the same client
 * gets from the node itself.
 */
const differencesOf = async (row: ClientRow, transport: ClientTransport): Promise<readonly string[]> => {
  const { family } = row
  // Surfpool's WebSockets have no calls, so the truth is what a node says over HTTP.
  const direct = await row.connect('http', nodes[family])
  const client = await row.connect(transport, addressOf(transport, family))
  const differences: string[] = []
  try {
    for (const call of everydayCalls[family].filter((one) => row.reasonOf(transport, one) === undefined)) {
      const truth = await truthOf(direct, family, call)
      const before = gateway.logLines.length
      const found = await client.ask(call, subjects[family]).then(
        (result) => steadyAll(call, result),
        (error: Error) => error.message,
      )
      if (!isDeepStrictEqual(found, truth)) differences.push(`${call}: ${inspect(found)}, not ${inspect(truth)}`)
      // A line is written after its reply; one of the call before may stand among these.
      const notLogged = () =>
        isLogged(call, gateway.logLines.slice(before)) ? [] : [`${call}: not in the gateway's log`]
      await expectSoon(notLogged, [])
      // anvil replies before it mines. The next question must find the block.
      if (call === 'eth_sendRawTransaction')
        await expectSoon(() => callNode(anvil.url, 'txpool_status', []), { pending: '0x0', queued: '0x0' })
    }
  } finally {
    await client.close()
    await direct.close()
  }
  return differences
}

const isReachable = (row: ClientRow, transport: ClientTransport): boolean =>
  everydayCalls[row.family].some((call) => row.reasonOf(transport, call) === undefined)

/**
 * Runs the cells of clients against a gateway in front of anvil and surfpool, a test for each
 * client and transport.
 */
export const testClients = (rows: readonly ClientRow[]): void => {
  beforeAll(start)
  afterAll(stop)
  const cases = rows.flatMap((row) => transports.map((transport) => ({ row, transport, ...row })))
  test.each(cases.filter(({ row, transport }) => isReachable(row, transport)))(
    '$name on $family over $transport does through the gateway what it does on the node',
    async ({ row, transport }) => {
      expect(await differencesOf(row, transport)).toEqual([])
    },
  )
}
