import { httpUrl } from '../support/addresses.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'

test("a key's credits per second hold over HTTP; its last use is known once the gateway wrote it, at the latest on its drain", async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  const files = createServeFolder(serveConfig({ main: evmNetwork(node.url) }))
  try {
    const slow = await files.createKey('main')
    await files.json('key', 'set', slow.id, '--credits-per-second', '255')
    const idle = await files.createKey('main')
    const gateway = await startServe(files.configFile)
    const ask = () => post(httpUrl(gateway, 'main', slow.key), callOf('eth_blockNumber'))
    const startedMs = Date.now()
    // 3 × 80 of 255 credits a second; a fourth within the second does not fit.
    const replies = await Promise.all([ask(), ask(), ask(), ask()])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429])
    const refused = replies.find(({ status }) => status === 429)!
    expect(refused.json.error).toMatchObject({ code: -32005, data: { creditsPerSecond: 255 } })
    await gateway.stop()
    const [key] = await files.json('key', 'list', '--account', slow.account)
    expect(Date.parse(key.lastUsedAt)).toBeGreaterThanOrEqual(startedMs)
    expect(await files.json('key', 'list', '--account', idle.account)).toMatchObject([{ lastUsedAt: null }])
  } finally {
    await node.stop()
    files.remove()
  }
})
