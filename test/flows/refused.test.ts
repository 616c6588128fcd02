import { address, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import { Connection, PublicKey } from '@solana/web3.js'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, http } from 'viem'
import { Web3 } from 'web3'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { createSolanaFixture, type SolanaFixture } from '../../src/tools/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { ADDRESS, startTestGateway, type TestGateway } from '../support/gateway.js'

/**
 * What unmodified clients make of the gateway's refusals: which they repeat, and what their callers
 * get to read.
 */
let anvil: Anvil
let surfpool: Surfpool
let world: SolanaFixture
let gateway: TestGateway
/** The gateway's time while it is held. */
let heldMs: number | undefined
const open: (() => unknown)[] = []

beforeAll(async () => {
  ;[anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
  world = await createSolanaFixture(surfpool)
  gateway = await startTestGateway({
    networks: { evm: { urls: [anvil.url] }, solana: { family: 'solana', urls: [surfpool.url] } },
    plans: {
      // Six storage values a second.
      core: { dailyCredits: 3_000_000, creditsPerSecond: 500, burstSeconds: 1 },
      poor: { dailyCredits: 79, creditsPerSecond: 500, burstSeconds: 1 },
    },
    ports: { nowMs: () => heldMs ?? Date.now() },
  })
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([anvil.stop(), surfpool.stop()])
})

/** The outcomes of the calls that `work` caused, in order. */
const outcomesOf = async (work: () => Promise<unknown>) => {
  const before = gateway.logLines.length
  await work()
  // Other lines, of upstreams and of credits that run out, come when they come.
  return gateway.logLines.slice(before).flatMap(({ outcome }) => outcome ?? [])
}

/**
 * More calls than a second has credits for: the second begins to pass when one of them
 * was refused, however long that takes.
 */
const outcomesWhenThrottled = async (work: () => Promise<unknown>) => {
  const before = gateway.logLines.length
  heldMs = Date.now()
  const looking = setInterval(() => {
    if (gateway.logLines.slice(before).some(({ outcome }) => String(outcome).startsWith('throttled')))
      heldMs = undefined
  }, 5)
  try {
    return await outcomesOf(work)
  } finally {
    clearInterval(looking)
    heldMs = undefined
  }
}

const urlFor = async (network: 'evm' | 'solana', plan: string) =>
  httpUrl(gateway, network, await gateway.addKey({}, { plan }))

const staticProvider = (url: string) => {
  const provider = new JsonRpcProvider(url, 31337, { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 })
  open.push(() => provider.destroy())
  return provider
}

describe('more credits a second than the plan has', () => {
  test('viem waits and gets all its answers', async () => {
    const client = createPublicClient({ transport: http(await urlFor('evm', 'core')) })
    // A client's first call is slow: what follows it comes at once.
    await client.getChainId()
    const outcomes = await outcomesWhenThrottled(async () => {
      // Nine slots: it asks the same question only once at a time.
      const slots = Array.from({ length: 9 }, (_, slot) => client.getStorageAt({ address: ADDRESS, slot: `0x${slot}` }))
      expect(await Promise.all(slots)).toEqual(Array(9).fill(`0x${'0'.repeat(64)}`))
    })
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(9)
    expect(outcomes).toContain('throttled-evm')
  })

  test('ethers waits and gets all its answers', async () => {
    const provider = staticProvider(await urlFor('evm', 'core'))
    const outcomes = await outcomesWhenThrottled(async () => {
      const numbers = await Promise.all(Array.from({ length: 9 }, () => provider.send('eth_blockNumber', [])))
      expect(numbers).toEqual(Array(9).fill('0x0'))
    })
    expect(outcomes).toContain('throttled-evm')
  })

  test('@solana/web3.js waits and gets all its answers', async () => {
    const connection = new Connection(await urlFor('solana', 'core'))
    // It prints a line for every time it waits.
    const { error } = console
    console.error = () => {}
    open.push(() => {
      console.error = error
    })
    const outcomes = await outcomesWhenThrottled(async () => {
      const account = new PublicKey(world.tokenAccount)
      const balances = await Promise.all(Array.from({ length: 5 }, () => connection.getTokenAccountBalance(account)))
      expect(balances.map(({ value }) => value.amount)).toEqual(Array(5).fill('5000000'))
    })
    expect(outcomes).toContain('throttled-solana')
  })
})

describe('the daily credits are used up, which no waiting helps', () => {
  const exhausted = ['daily-credits-exhausted']

  test('viem asks once and says why', async () => {
    const client = createPublicClient({ transport: http(await urlFor('evm', 'poor')) })
    const outcomes = await outcomesOf(() => expect(client.getBlockNumber()).rejects.toThrow(/daily credits exhausted/))
    expect(outcomes).toEqual(exhausted)
  })

  test('ethers asks once', async () => {
    const provider = staticProvider(await urlFor('evm', 'poor'))
    const outcomes = await outcomesOf(() =>
      expect(provider.send('eth_blockNumber', [])).rejects.toMatchObject({ code: 'SERVER_ERROR' }),
    )
    expect(outcomes).toEqual(exhausted)
  })

  test('web3.js asks once and passes the error on', async () => {
    const { eth } = new Web3(await urlFor('evm', 'poor'))
    const outcomes = await outcomesOf(() =>
      expect(eth.getBlockNumber()).rejects.toMatchObject({ cause: { code: -33000 } }),
    )
    expect(outcomes).toEqual(exhausted)
  })

  test('@solana/kit asks once and reports the status', async () => {
    const rpc = createSolanaRpc(await urlFor('solana', 'poor'))
    const outcomes = await outcomesOf(() =>
      expect(rpc.getTokenAccountBalance(address(world.tokenAccount)).send()).rejects.toMatchObject({
        context: { statusCode: 402 },
      }),
    )
    expect(outcomes).toEqual(exhausted)
  })

  test('@solana/web3.js asks once and says why', async () => {
    const connection = new Connection(await urlFor('solana', 'poor'))
    const outcomes = await outcomesOf(() =>
      expect(connection.getTokenAccountBalance(new PublicKey(world.tokenAccount))).rejects.toThrow(
        /402.*daily credits exhausted/,
      ),
    )
    expect(outcomes).toEqual(exhausted)
  })
})

describe('a key that is none', () => {
  const badKey = `tgk_${'z'.repeat(43)}`

  test('every client asks once', async () => {
    const evm = httpUrl(gateway, 'evm', badKey)
    const solana = httpUrl(gateway, 'solana', badKey)
    const asks = {
      viem: () => createPublicClient({ transport: http(evm) }).getBlockNumber(),
      ethers: () => staticProvider(evm).send('eth_blockNumber', []),
      web3: () => new Web3(evm).eth.getBlockNumber(),
      kit: () => createSolanaRpc(solana).getTokenAccountBalance(address(world.tokenAccount)).send(),
      'web3.js 1': () => new Connection(solana).getTokenAccountBalance(new PublicKey(world.tokenAccount)),
    }
    for (const [name, ask] of Object.entries(asks)) {
      const outcomes = await outcomesOf(() => expect(ask()).rejects.toThrow())
      expect([name, ...outcomes]).toEqual([name, 'unauthorized'])
    }
  })
})

describe('a subscription that a key may not open', () => {
  // Elsewhere kit looks for the words of a code in its own table, and throws where nobody catches.
  const { NODE_ENV } = process.env
  beforeAll(() => {
    process.env.NODE_ENV = 'production'
  })
  afterAll(() => {
    process.env.NODE_ENV = NODE_ENV
  })

  test('@solana/kit throws an error with its code', async () => {
    const key = await gateway.addKey({ allowedMethods: ['getTokenAccountBalance'] })
    const subscriptions = createSolanaRpcSubscriptions(wsUrl(gateway, 'solana', key))
    const { signal } = new AbortController()
    const subscribed = subscriptions
      .accountNotifications(address(world.tokenAccount))
      .subscribe({ abortSignal: signal })
    await expect(subscribed).rejects.toMatchObject({ context: { __code: -33102, name: 'allowlist-refused' } })
  })
})
