import { address, createSolanaRpc } from '@solana/kit'
import { createPublicClient, http } from 'viem'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { createEvmFixture, type EvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { createSolanaFixture, type SolanaFixture } from '../../src/tools/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { connectSolana, httpUrl } from '../support/addresses.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'

/** What clients get beyond a plain result: large numbers, errors of nodes, prices of batches. */
let anvil: Anvil
let surfpool: Surfpool
let evm: EvmFixture
let solana: SolanaFixture
let gateway: TestGateway
let key: string
let url: string

const MAX_U64 = 18_446_744_073_709_551_615n

beforeAll(async () => {
  ;[anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
  evm = await createEvmFixture(anvil.url)
  solana = await createSolanaFixture(surfpool)
  gateway = await startTestGateway({
    networks: { evm: { urls: [anvil.url] }, solana: { family: 'solana', urls: [surfpool.url] } },
  })
  key = await gateway.addKey()
  url = httpUrl(gateway, 'solana', key)
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([anvil.stop(), surfpool.stop()])
})

describe('viem', () => {
  const connect = (batch: boolean) =>
    createPublicClient({ transport: http(httpUrl(gateway, 'evm', key), batch ? { batch } : {}) })

  test('sends concurrent calls as one HTTP request with batch: true, each charged by itself', async () => {
    const client = connect(true)
    const before = gateway.logLines.length
    await Promise.all([client.getBlockNumber({ cacheTime: 0 }), client.getTransactionReceipt({ hash: evm.deployHash })])
    const lines = gateway.logLines.slice(before).filter(({ method }) => method !== undefined)
    expect(lines.map(({ method, costCredits }) => [method, costCredits]).sort()).toEqual([
      ['eth_blockNumber', 80],
      ['eth_getTransactionReceipt', 80],
    ])
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('throws its own error for a receipt that does not exist', async () => {
    const missing = connect(false).getTransactionReceipt({ hash: `0x${'ab'.repeat(32)}` })
    await expect(missing).rejects.toMatchObject({ name: 'TransactionReceiptNotFoundError' })
  })
})

describe('@solana/kit', () => {
  test('gets the largest unsigned 64-bit integer as it is', async () => {
    const rpc = createSolanaRpc(url)
    const filter = { mint: address(solana.mint) }
    const { value } = await rpc
      .getTokenAccountsByOwner(address(solana.owner), filter, { encoding: 'jsonParsed' })
      .send()
    const large = value.find(({ pubkey }) => pubkey === solana.largeTokenAccount)
    expect(large?.account).toHaveProperty('rentEpoch', MAX_U64)
    const balance = await rpc.getTokenAccountBalance(address(solana.largeTokenAccount)).send()
    expect(balance.value).toMatchObject({ amount: '9007199254740993', decimals: 6 })
  })

  test('reads parts of accounts, and what is final', async () => {
    const readAll = async (rpc: ReturnType<typeof createSolanaRpc>) => {
      const slice = { encoding: 'base64', dataSlice: { offset: 64, length: 8 } } as const
      const [owner, mint] = [address(solana.owner), { mint: address(solana.mint) }]
      const balance = rpc.getTokenAccountBalance(address(solana.tokenAccount), { commitment: 'finalized' })
      return [(await balance.send()).value, (await rpc.getTokenAccountsByOwner(owner, mint, slice).send()).value]
    }
    expect(await readAll(createSolanaRpc(url))).toEqual(await readAll(createSolanaRpc(surfpool.url)))
  })

  test('throws the error of the node for an account that does not exist', async () => {
    const failure = (rpc: ReturnType<typeof createSolanaRpc>) =>
      rpc
        .getTokenAccountBalance(address('11111111111111111111111111111112'))
        .send()
        .catch((error: { context: Record<string, unknown> }) => error.context)
    const truth = await failure(createSolanaRpc(surfpool.url))
    expect(truth).toMatchObject({ __code: -32602 })
    expect(await failure(createSolanaRpc(url))).toEqual(truth)
  })
})

test.each(['http', 'websocket'] as const)(
  'the generated client over %s reads what the node says, without a digit changed',
  async (transport) => {
    const client = connectSolana(transport, gateway, 'solana', key)
    const params = [solana.owner, { mint: solana.mint }, { encoding: 'jsonParsed' }] as const
    const text = await client.rawResult('getTokenAccountsByOwner', params)
    const answer = await fetch(surfpool.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params }),
    })
    const withoutItsSlot = (json: string) => json.replace(/"slot":\d+/, '"slot":0')
    expect(withoutItsSlot(await answer.text())).toContain(withoutItsSlot(text))
    expect(text).toContain(`"rentEpoch":${MAX_U64}`)
    client.close()
  },
)
