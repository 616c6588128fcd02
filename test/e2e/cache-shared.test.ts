import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway, type TestReply } from '../support/gateway.js'
import { startRedis, type TestRedis } from '../support/redis.js'
import { stopwatch } from '../support/stopwatch.js'

const ADDRESS = `0x${'5f'.repeat(20)}`

let redis: TestRedis
let anvil: Anvil
let node: FakeUpstream
const gateways: TestGateway[] = []
const urls: string[] = []

/**
 * Storage slot of the latest question. Questions use new slots, so that no test finds an answer
 * that another test left.
 */
let slot = 0
const storageAt = (url: string, position: number): Promise<TestReply> =>
  post(url, callOf('eth_getStorageAt', [ADDRESS, `0x${position.toString(16)}`, '0x1']))
const servedBy = ({ headers }: TestReply): string | null => headers.get('x-served-by')
const askedOf = (position: number): number =>
  node.requests.filter(({ json }) => json.params?.[1] === `0x${position.toString(16)}`).length

/** Asks one gateway, then the other, with new slots until the answer came over Redis. */
const untilShared = async (): Promise<{ position: number; reply: TestReply }> => {
  const spentMs = stopwatch()
  for (;;) {
    slot += 1
    const first = await storageAt(urls[0]!, slot)
    expect(first.json.result).toMatch(/^0x/)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const reply = await storageAt(urls[1]!, slot)
    expect(reply.text).toBe(first.text)
    if (servedBy(reply) === 'cache') {
      spentMs()
      return { position: slot, reply }
    }
    if (spentMs('go on') > 15_000) throw new Error('the second gateway never had the first one\u2019s answer')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

beforeAll(async () => {
  redis = await startRedis()
  anvil = await startAnvil({ args: ['--slots-in-an-epoch', '1'] })
  await callNode(anvil.url, 'anvil_mine', ['0x10'])
  node = await startFakeUpstream(async ({ body }) => {
    const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return { raw: await response.text() }
  })
  for (const name of ['one', 'other']) {
    // Gateways share answers whatever operators call the network.
    const networks = { [name]: { urls: [node.url], cache: true, pollMs: 100, checkAnswers: 0 } }
    const gateway = await startTestGateway({ networks, cache: { shared: redis.url } })
    gateways.push(gateway)
    urls.push(httpUrl(gateway, name, await gateway.addKey()))
  }
})
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop()
  await node?.stop()
  await anvil?.stop()
  await redis?.stop()
})

test('what one gateway was answered, the other knows; it is charged like any answer', async () => {
  const { position, reply } = await untilShared()
  expect(reply.headers.get('x-credits-cost')).toBe('80')
  expect(askedOf(position)).toBe(1)
})

test.each(['killed', 'frozen'])('%s under load, it fails no call; back again, it is shared again', async (fate) => {
  await untilShared()
  if (fate === 'killed') await redis.kill()
  else redis.freeze()
  for (let round = 0; round < 20; round += 1) {
    slot += 1
    const replies = await Promise.all(urls.flatMap((url) => [storageAt(url, slot), storageAt(url, slot)]))
    for (const { json } of replies) expect(json.result).toMatch(/^0x/)
  }
  if (fate === 'killed') await redis.start()
  else redis.thaw()
  await untilShared()
})

test('the password is in nothing that a gateway logged', () => {
  const lines = gateways.map(({ logLines }) => JSON.stringify(logLines)).join('\n')
  expect(lines).toContain('shared cache')
  expect(lines).not.toContain(redis.password)
})
