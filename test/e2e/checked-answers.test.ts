import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { createEvmFixture, type EvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { evmExamples, solanaExamples } from '../../src/tools/demo/examples.js'
import { createSolanaFixture, type SolanaFixture } from '../../src/tools/demo/solana-fixture.js'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl } from '../support/addresses.js'
import { deployEmitter } from '../support/emitter.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { passTo, startProxy } from '../support/proxy.js'

let anvil: Anvil
let surfpool: Surfpool
let evm: EvmFixture
let solana: SolanaFixture
let broken: FakeUpstream
let alone: FakeUpstream
let gateway: TestGateway
let key: string

/** Topics that break the contract. The text must not be logged. */
const SECRET = 'not for the log'
const breakLogs = () =>
  passTo(anvil.url, ({ method }, answer) =>
    method === 'eth_getLogs'
      ? { ...answer, result: answer.result.map((log: object) => ({ ...log, topics: SECRET })) }
      : undefined,
  )

beforeAll(async () => {
  ;[anvil, surfpool] = await Promise.all([startAnvil({ args: ['--gas-limit', '2000000000'] }), startSurfpool()])
  evm = await createEvmFixture(anvil.url)
  solana = await createSolanaFixture(surfpool)
  broken = await startProxy(anvil.url)
  alone = await startProxy(anvil.url)
  const upstreams = [
    { name: 'broken', url: broken.url },
    { name: 'good', url: anvil.url },
  ]
  gateway = await startTestGateway({
    networks: {
      evm: { urls: [anvil.url] },
      solana: { family: 'solana', urls: [surfpool.url] },
      // A second attempt at a slow call would add to the calls that the test counts.
      pair: { upstreams, cache: false, hedging: false },
      alone: { upstreams: [{ name: 'alone', url: alone.url }], cache: false },
      unchecked: { upstreams: [{ name: 'alone', url: alone.url }], cache: false, checkAnswers: 0 },
    },
    plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
  })
  key = await gateway.addKey()
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([broken.stop(), alone.stop()])
  await Promise.all([anvil.stop(), surfpool.stop()])
})

const ask = (network: string, method: string, params: readonly unknown[] = []) =>
  post(httpUrl(gateway, network, key), callOf(method, [...params]))
const violations = async (network: string) => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return [
    ...text.matchAll(/^tollgate_answer_violations_total\{network="(\w+)",upstream="(\w+)",method="(\w+)"\} (\d+)$/gm),
  ]
    .filter(([, name]) => name === network)
    .map(([, , upstream, method, count]) => [upstream, method, Number(count)])
}

describe('what real nodes answer', () => {
  test('anvil: keeps the contract', async () => {
    const emitter = await deployEmitter(anvil.url)
    const { transactionHash, blockHash } = await emitter.emitTicks(100)
    const calls: [string, unknown[]][] = [
      ...evmExamples(evm).map(({ method, params }): [string, unknown[]] => [method, [...params]]),
      ['eth_getLogs', [{ blockHash }]],
      ['eth_getLogs', [{ fromBlock: 'pending' }]],
      ['eth_getTransactionReceipt', [transactionHash]],
      ['eth_getTransactionReceipt', [`0x${'12'.repeat(32)}`]],
      ['eth_getStorageAt', [evm.contractAddress, '0x77']],
    ]
    for (const [method, params] of calls) expect((await ask('evm', method, params)).json).toHaveProperty('result')
    expect(await violations('evm')).toEqual([])
  })

  test('surfpool: keeps the contract', async () => {
    const { owner, mint, tokenAccount, largeTokenAccount } = solana
    const calls: [string, unknown[]][] = [
      ...solanaExamples(solana).map(({ method, params }): [string, unknown[]] => [method, [...params]]),
      ...['base64', 'base64+zstd', 'jsonParsed'].map((encoding): [string, unknown[]] => [
        'getTokenAccountsByOwner',
        [owner, { mint }, { encoding }],
      ]),
      ['getTokenAccountsByOwner', [owner, { mint }, { encoding: 'base58', dataSlice: { offset: 0, length: 8 } }]],
      ['getTokenAccountsByOwner', [mint, { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }]],
      ['getTokenAccountBalance', [tokenAccount, { commitment: 'processed' }]],
      ['getTokenAccountBalance', [largeTokenAccount]],
    ]
    for (const [method, params] of calls) expect((await ask('solana', method, params)).json).toHaveProperty('result')
    expect(await violations('solana')).toEqual([])
  })
})

describe('an upstream whose answers break the contract', () => {
  const filter = (toBlock = 'latest') => [{ address: evm.contractAddress, fromBlock: 'earliest', toBlock }]

  test('is not believed: another one is asked, and after five it is not asked for that method any more', async () => {
    const truth = (await ask('evm', 'eth_getLogs', filter())).json.result
    broken.setScript(breakLogs())
    // A repeated call counts once.
    for (let call = 0; call < 10; call++)
      expect((await ask('pair', 'eth_getLogs', filter())).json.result).toEqual(truth)
    expect(await violations('pair')).toEqual([['broken', 'eth_getLogs', 1]])
    for (let call = 0; call < 40; call++)
      expect((await ask('pair', 'eth_getLogs', filter(`0x${(call + 100).toString(16)}`))).json.result).toEqual(truth)
    expect(await violations('pair')).toEqual([['broken', 'eth_getLogs', 5]])
    const asked = broken.requests.filter(({ json }) => json.method === 'eth_getLogs').length
    expect(asked).toBeLessThanOrEqual(5 + 10)
    // The gateway asks it for other methods as before.
    const before = broken.requests.length
    for (let call = 0; call < 10; call++) await ask('pair', 'eth_getTransactionReceipt', [evm.deployHash])
    expect(broken.requests.length).toBeGreaterThan(before + 2)
  })

  test('is logged with the path in the contract, and nothing of the data', () => {
    const lines = gateway.logLines.filter(({ message }) => message === 'answer breaks the contract')
    expect(lines[0]).toEqual({
      level: 'warn',
      message: 'answer breaks the contract',
      network: 'pair',
      upstream: 'broken',
      method: 'eth_getLogs',
      schemaPath: '#/components/schemas/Log/properties/topics/type',
    })
    expect(JSON.stringify(gateway.logLines)).not.toContain(SECRET)
  })

  test('is passed on when there is no other upstream, bytes unchanged, and counted', async () => {
    alone.setScript(breakLogs())
    for (let call = 0; call < 8; call++) {
      const { json, headers } = await ask('alone', 'eth_getLogs', filter(`0x${(call + 100).toString(16)}`))
      expect([json.result[0].topics, headers.get('x-credits-cost')]).toEqual([SECRET, '255'])
    }
    expect(await violations('alone')).toEqual([['alone', 'eth_getLogs', 8]])
  })

  test('is not noticed where nothing is checked', async () => {
    expect((await ask('unchecked', 'eth_getLogs', filter())).json.result[0].topics).toBe(SECRET)
    expect(await violations('unchecked')).toEqual([])
  })
})
