import { httpUrl } from '../support/addresses.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'

const RATE = 255
/** Price of eth_blockNumber. */
const PRICE = 80
/**
 * Number of calls made at once. The gateway has to refuse some of them, unless they take a quarter
 * of a minute.
 */
const CALLS = 60

test("a key's credits per second hold over HTTP; its last use is known once the gateway wrote it, at the latest on its drain", async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  const files = createServeFolder(serveConfig({ main: evmNetwork(node.url) }))
  try {
    const slow = await files.createKey('main')
    await files.json('key', 'set', slow.id, '--credits-per-second', String(RATE))
    const idle = await files.createKey('main')
    const gateway = await startServe(files.configFile)
    const ask = () => post(httpUrl(gateway, 'main', slow.key), callOf('eth_blockNumber'))
    const startedMs = Date.now()
    const replies = await Promise.all(Array.from({ length: CALLS }, ask))
    // Credits of one second at the start, and those of the time that all calls took together.
    const credits = RATE + (RATE * (Date.now() - startedMs)) / 1_000
    const answered = replies.filter(({ status }) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(Math.floor(RATE / PRICE))
    expect(answered).toBeLessThanOrEqual(Math.ceil(credits / PRICE))
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(CALLS - answered)
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused.json.error).toMatchObject({ code: -32005, data: { creditsPerSecond: RATE } })
    await gateway.stop()
    const [key] = await files.json('key', 'list', '--account', slow.account)
    expect(Date.parse(key.lastUsedAt)).toBeGreaterThanOrEqual(startedMs)
    expect(await files.json('key', 'list', '--account', idle.account)).toMatchObject([{ lastUsedAt: null }])
  } finally {
    await node.stop()
    files.remove()
  }
})
