import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { much } from '../support/runs.js'
import { started } from '../support/started.js'

const BLOCK_SECONDS = 2
const WATCHED_MS = much(9_000, 5_000)

let url: string

const anvil = started(() => startAnvil({ args: ['--block-time', String(BLOCK_SECONDS)] }))
const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: [anvil.url], cache: true, pollMs: 100, blockTimeMs: BLOCK_SECONDS * 1_000 } },
  }),
)
beforeAll(async () => {
  url = httpUrl(gateway, 'main', await gateway.addKey())
})

const blockNumber = async () => {
  const { json, headers } = await post(url, callOf('eth_blockNumber'))
  expect(headers.get('x-credits-cost')).toBe('80')
  return { number: Number(json.result), servedBy: headers.get('x-served-by') }
}

test('on a chain with a beat the number mostly comes from memory, is never an old one and never goes back', async () => {
  const count = { cache: 0, upstream: 0 }
  let last = 0
  for (const endMs = Date.now() + WATCHED_MS; Date.now() < endMs; ) {
    const before = Number(await callNode(anvil.url, 'eth_blockNumber'))
    const { number, servedBy } = await blockNumber()
    const after = Number(await callNode(anvil.url, 'eth_blockNumber'))
    count[servedBy as keyof typeof count] += 1
    expect(number).toBeGreaterThanOrEqual(Math.max(before, last))
    expect(number).toBeLessThanOrEqual(after)
    last = number
    await new Promise((resolve) => setTimeout(resolve, 7))
  }
  // The poll may be a tenth of a second late, and anvil's timestamps are whole seconds.
  expect(count.cache).toBeGreaterThan(count.upstream / 4)
  expect(last).toBeGreaterThan(much(3, 1))
})
