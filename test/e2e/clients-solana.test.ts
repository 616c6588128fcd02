import { address, createSolanaRpc } from '@solana/kit'
import { Connection, PublicKey } from '@solana/web3.js'
import { createSolanaFixture, type SolanaFixture } from '../../src/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/demo/surfpool.js'
import { connectSolana, httpUrl } from '../support/addresses.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'

/** Unmodified clients against a real Solana network; the truth is what they read from surfpool itself. */
let surfpool: Surfpool
let world: SolanaFixture
let gateway: TestGateway
let key: string
let url: string

const MAX_U64 = 18_446_744_073_709_551_615n

beforeAll(async () => {
  surfpool = await startSurfpool()
  world = await createSolanaFixture(surfpool)
  gateway = await startTestGateway({ networks: { main: { family: 'solana', urls: [surfpool.url] } } })
  key = await gateway.addKey()
  url = httpUrl(gateway, 'main', key)
})
afterAll(async () => {
  await gateway.stop()
  await surfpool.stop()
})

/** The slot moves on between two questions. */
const withoutSlot = ({ value }: { readonly value: unknown }) => value

describe('@solana/kit', () => {
  const readAll = async (rpc: ReturnType<typeof createSolanaRpc>) => {
    const owner = address(world.owner)
    const mint = { mint: address(world.mint) }
    return {
      balance: withoutSlot(await rpc.getTokenAccountBalance(address(world.tokenAccount)).send()),
      finalized: withoutSlot(
        await rpc.getTokenAccountBalance(address(world.tokenAccount), { commitment: 'finalized' }).send(),
      ),
      parsed: withoutSlot(await rpc.getTokenAccountsByOwner(owner, mint, { encoding: 'jsonParsed' }).send()),
      sliced: withoutSlot(
        await rpc
          .getTokenAccountsByOwner(owner, mint, { encoding: 'base64', dataSlice: { offset: 64, length: 8 } })
          .send(),
      ),
    }
  }

  test('reads with createSolanaRpc(url) what it reads from the node', async () => {
    const truth = await readAll(createSolanaRpc(surfpool.url))
    const before = gateway.logLines.length
    expect(await readAll(createSolanaRpc(url))).toEqual(truth)
    expect(gateway.logLines.slice(before).map(({ method, outcome }) => [method, outcome])).toEqual([
      ['getTokenAccountBalance', 'ok'],
      ['getTokenAccountBalance', 'ok'],
      ['getTokenAccountsByOwner', 'ok'],
      ['getTokenAccountsByOwner', 'ok'],
    ])
  })

  test('gets the largest unsigned 64-bit integer as it is', async () => {
    const rpc = createSolanaRpc(url)
    const filter = { mint: address(world.mint) }
    const { value } = await rpc.getTokenAccountsByOwner(address(world.owner), filter, { encoding: 'jsonParsed' }).send()
    const large = value.find(({ pubkey }) => pubkey === world.largeTokenAccount)
    expect(large?.account).toHaveProperty('rentEpoch', MAX_U64)
    const balance = await rpc.getTokenAccountBalance(address(world.largeTokenAccount)).send()
    expect(balance.value).toMatchObject({ amount: '9007199254740993', decimals: 6 })
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

describe('@solana/web3.js', () => {
  const readAll = async (connection: Connection) => {
    const owner = new PublicKey(world.owner)
    const mint = { mint: new PublicKey(world.mint) }
    return {
      balance: withoutSlot(await connection.getTokenAccountBalance(new PublicKey(world.tokenAccount))),
      parsed: withoutSlot(await connection.getParsedTokenAccountsByOwner(owner, mint)),
      encoded: withoutSlot(await connection.getTokenAccountsByOwner(owner, mint)),
    }
  }

  test('reads with new Connection(url) what it reads from the node', async () => {
    const truth = await readAll(new Connection(surfpool.url))
    expect(truth).toMatchObject({ balance: { amount: '5000000' }, parsed: { length: 2 }, encoded: { length: 2 } })
    expect(await readAll(new Connection(url))).toEqual(truth)
  })
})

describe.each(['http', 'websocket'] as const)('the generated client over %s', (transport) => {
  test('reads from the gateway what the node says, without a digit changed', async () => {
    const client = connectSolana(transport, gateway, 'main', key)
    const params = [world.owner, { mint: world.mint }, { encoding: 'jsonParsed' }] as const
    const text = await client.rawResult('getTokenAccountsByOwner', params)
    const answer = await fetch(surfpool.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params }),
    })
    const withoutItsSlot = (json: string) => json.replace(/"slot":\d+/, '"slot":0')
    expect(withoutItsSlot(await answer.text())).toContain(withoutItsSlot(text))
    expect(text).toContain(`"rentEpoch":${MAX_U64}`)
    const balance = await client.getTokenAccountBalance(world.tokenAccount, { commitment: 'confirmed' })
    expect(balance.value).toMatchObject({ amount: '5000000', uiAmountString: '5' })
    client.close()
  })
})
