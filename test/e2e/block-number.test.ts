import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { much } from '../support/runs.js'
import { started } from '../support/started.js'

const BLOCK_SECONDS = 2
const BLOCKS = much(4, 2)
/** Number of calls. A few calls that a pause of this process delays do not matter. */
const CALLS = much(200, 100)

let url: string

const anvil = started(() => startAnvil())
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
const secondsOf = async (tag: string): Promise<number> =>
  Number(((await callNode(anvil.url, 'eth_getBlockByNumber', [tag, false])) as { timestamp: string }).timestamp)

test('on a chain with a beat the number mostly comes from memory, is never an old one and never goes back', async () => {
  let seconds = await secondsOf('latest')
  /**
   * Makes the next block once it is due. anvil itself would make a block early after one that was
   * late, because its process had been paused.
   */
  const keepBeat = async () => {
    if (Date.now() < (seconds + BLOCK_SECONDS) * 1_000) return
    seconds += BLOCK_SECONDS
    await callNode(anvil.url, 'evm_setNextBlockTimestamp', [seconds])
    await callNode(anvil.url, 'evm_mine')
  }
  const count = { cache: 0, upstream: 0 }
  let last = 0
  while (last <= BLOCKS || count.cache + count.upstream < CALLS) {
    await keepBeat()
    const before = Number(await callNode(anvil.url, 'eth_blockNumber'))
    const { number, servedBy } = await blockNumber()
    const after = Number(await callNode(anvil.url, 'eth_blockNumber'))
    count[servedBy as keyof typeof count] += 1
    expect(number).toBeGreaterThanOrEqual(Math.max(before, last))
    expect(number).toBeLessThanOrEqual(after)
    last = number
    await new Promise((resolve) => setTimeout(resolve, 7))
  }
  // The poll may be a tenth of a second late.
  expect(count.cache).toBeGreaterThan(count.upstream / 4)
})
