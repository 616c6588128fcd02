import { setTimeout as sleep } from 'node:timers/promises'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import { startWorkers } from '../support/workers.js'

const TRANSACTION = `0x02f86c0180843b9aca00847735940082520894aabbccddeeff00112233445566778899aabbccdd8080c080a0${'11'.repeat(32)}a0${'22'.repeat(32)}`

/** The node answers a while after the caller is cut off; returns what was charged. */
const chargedFor = async (method: string, params: unknown[]): Promise<object[]> => {
  const workers = await startWorkers(2, { more: 'contracts: [ethereum]\nlimits: { drainTimeoutMs: 200 }\n' })
  const { folder, gateway, upstream } = workers
  try {
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    upstream.setScript(async ({ json }) => {
      if (json.method === method) await isAnswered
      return { resultText: `"0x${'ab'.repeat(32)}"` }
    })
    const { account, key } = await folder.createKey('main')
    const lost = post(httpUrl(gateway, 'main', key), callOf(method, params)).catch((error: Error) => error.message)
    await expectSoon(() => upstream.requests.some(({ json }) => json.method === method), true)
    gateway.child.kill('SIGTERM')
    expect(await lost).toBe('fetch failed')
    // Long enough for a gateway that would not wait to settle its charges.
    await sleep(300)
    answer()
    expect(await gateway.exited).toEqual({ code: 0, signal: null })
    return (await folder.json('usage', '--account', account, '--by', 'method')).rows
  } finally {
    await workers.stop()
  }
}

test('a transaction that a node accepts after its caller was cut off at the end of a drain is charged', async () => {
  let rows: object[] = []
  // A busy machine may let the second pass for which the gateway waits for its nodes.
  for (let round = 0; round < 3 && rows.length === 0; round++)
    rows = await chargedFor('eth_sendRawTransaction', [TRANSACTION])
  expect(rows).toMatchObject([{ method: 'eth_sendRawTransaction', calls: 1, credits: 160 }])
})
