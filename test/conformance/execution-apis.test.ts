import { httpUrl, wsUrl } from '../support/addresses.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'
import { executionCalls, memberText, type RecordedCall } from './vector-files.js'

const items = executionCalls()

/**
 * What the gateway refuses before a node does: with the same code and message, but for the argument
 * that some nodes name before it.
 */
const REFUSED = ['eth_getLogs/filter-error-invalid-blockHash-and-range', 'eth_getStorageAt/get-storage-invalid-key']

describe('what Ethereum\u2019s execution APIs ask and answer, with the shipped contract', () => {
  let node: FakeUpstream
  let gateway: TestGateway
  let url: string
  let socket: TestSocket
  let now: RecordedCall
  beforeAll(async () => {
    node = await startFakeUpstream(({ json }) =>
      json.method === now.method ? { raw: now.responseRaw.replace(/"id":\d+/, '"id":1') } : { resultText: '"0x36"' },
    )
    gateway = await startTestGateway({
      networks: { eth: { urls: [node.url], contracts: ['ethereum'], checkAnswers: 1 } },
    })
    const key = await gateway.addKey()
    url = httpUrl(gateway, 'eth', key)
    socket = await openSocket(wsUrl(gateway, 'eth', key))
  })
  afterAll(async () => {
    await socket.close()
    await gateway.stop()
    await node.stop()
  })

  test.each(items.map((item) => [item.name, item] as const))('%s', async (name, item) => {
    now = item
    const answers = [(await post(url, item.requestRaw)).text, await socket.ask(item.requestRaw)]
    const [id, result, error] = [
      memberText(item.requestRaw, 'id'),
      memberText(item.responseRaw, 'result'),
      memberText(item.responseRaw, 'error'),
    ]
    if (REFUSED.includes(name)) {
      const { code, message } = JSON.parse(error!)
      const bare = message.replace(/^invalid argument \d+: /, '')
      for (const answer of answers) expect(JSON.parse(answer).error).toMatchObject({ code, message: bare })
      return
    }
    const expected = `{"jsonrpc":"2.0","id":${id},${result === undefined ? `"error":${error}` : `"result":${result}`}}`
    expect(answers).toEqual([expected, expected])
  })

  test('no answer of a right node is an alarm', async () => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    expect(text.match(/^tollgate_answer_violations_total\{.*/gm)).toBeNull()
  })
})
