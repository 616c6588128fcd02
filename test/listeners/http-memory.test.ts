import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, HASH } from '../support/gateway.js'

const MEGABYTE = 1_048_576
const ANSWER_BYTES = 50 * MEGABYTE

/** The pieces of an answer of 50 MB, made as they are sent. */
function* pieces(first: string, piece: string, last: string) {
  yield first
  for (let sent = 0; sent < ANSWER_BYTES; sent += piece.length) yield piece
  yield last
}
const log = `{"address":"0x${'aa'.repeat(20)}","data":"0x${'00'.repeat(5_600)}","blockNumber":"0x1","logIndex":"0x0"}`

describe('the memory of a gateway', () => {
  let upstream: FakeUpstream
  let isSmall = false
  let child: ChildProcess
  let lines: AsyncIterator<string>
  const line = async () => JSON.parse((await lines.next()).value)
  const peak = async (): Promise<number> => {
    child.stdin!.write('\n')
    return (await line()).peak
  }

  beforeAll(async () => {
    upstream = await startFakeUpstream(({ json }) => {
      if (isSmall) return { resultText: `["${'s'.repeat(MEGABYTE / 16)}"]` }
      if (json.method === 'eth_getLogs') {
        return { stream: pieces(`{"jsonrpc":"2.0","id":1,"result":[${log}`, `,${log}`, ']}') }
      }
      return { stream: pieces('{"jsonrpc":"2.0","id":1,"result":"', 'r'.repeat(MEGABYTE / 4), '"}') }
    })
    child = spawn(process.execPath, ['--import', 'tsx', 'test/support/gateway-process.ts', upstream.url], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  })
  afterAll(async () => {
    child.stdin!.end()
    await once(child, 'exit')
    await upstream.stop()
  })

  test('grows by less than 64 MB for answers of 50 MB, streamed or counted, read fast or slowly', async () => {
    const { url } = await line()
    const ask = async (call: object, pauseMs: number) => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) })
      let [length, reads] = [0, 0]
      for await (const chunk of response.body!) {
        length += (chunk as Uint8Array).length
        if (pauseMs > 0 && reads++ % 40 === 0) await wait(pauseMs)
      }
      return length
    }
    const receipt = callOf('eth_getTransactionReceipt', [HASH])
    const logs = callOf('eth_getLogs', [{}])
    // Warm: code compiled, buffers of a usual size taken.
    isSmall = true
    for (let round = 0; round < 40; round++) for (const call of [receipt, logs]) await ask(call, 0)
    isSmall = false
    await wait(200)
    await peak()
    const before = await peak()
    const growth: Record<string, number> = {}
    for (const [name, call, pauseMs] of [
      ['streamed', receipt, 0],
      ['streamed to a slow reader', receipt, 20],
      ['counted', logs, 0],
    ] as const) {
      expect(await ask(call, pauseMs)).toBeGreaterThan(ANSWER_BYTES)
      growth[name] = Math.round(((await peak()) - before) / MEGABYTE)
    }
    console.log('growth of resident memory in MB:', growth)
    for (const megabytes of Object.values(growth)) expect(megabytes).toBeLessThan(64)
  })
})
