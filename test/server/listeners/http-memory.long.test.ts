import { setTimeout as wait } from 'node:timers/promises'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH } from '../../support/gateway.js'
import { startGatewayProcess } from '../../support/measured-gateway.js'
import { started } from '../../support/started.js'

const MEGABYTE = 1_048_576
const ANSWER_BYTES = 50 * MEGABYTE

/** The pieces of an answer of 50 MB, made as they are sent. */
function* pieces(first: string, piece: string, last: string) {
  yield first
  for (let sent = 0; sent < ANSWER_BYTES; sent += piece.length) yield piece
  yield last
}
const log = `{"address":"0x${'aa'.repeat(20)}","data":"0x${'00'.repeat(5_600)}","blockNumber":"0x1","logIndex":"0x0"}`

const receipt = callOf('eth_getTransactionReceipt', [HASH])
const logs = callOf('eth_getLogs', [{}])

/** Reads an answer to its end, at the client's own pace; returns its length. */
const ask = async (url: string, call: object, pauseMs: number): Promise<number> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) })
  let [length, reads] = [0, 0]
  for await (const chunk of response.body!) {
    length += (chunk as Uint8Array).length
    if (pauseMs > 0 && reads++ % 40 === 0) await wait(pauseMs)
  }
  return length
}

describe('the memory of a gateway', () => {
  let isSmall = false

  const upstream = started(() =>
    startFakeUpstream(({ json }) => {
      if (isSmall) return { resultText: `["${'s'.repeat(MEGABYTE / 16)}"]` }
      if (json.method === 'eth_getLogs') {
        return { stream: pieces(`{"jsonrpc":"2.0","id":1,"result":[${log}`, `,${log}`, ']}') }
      }
      return { stream: pieces('{"jsonrpc":"2.0","id":1,"result":"', 'r'.repeat(MEGABYTE / 4), '"}') }
    }),
  )

  // A process each: what one answer leaves behind for the garbage collector is not the next one's
  // growth.
  test.each([
    ['handed on while it arrives', receipt, 0],
    ['handed on to a slow reader', receipt, 20],
    ['held until it is counted', logs, 0],
  ])('grows by less than 64 MB for an answer of 50 MB that is %s', async (name, call, pauseMs) => {
    const gateway = await startGatewayProcess(upstream.url)
    // Warm: code compiled, buffers of a usual size taken.
    isSmall = true
    for (let round = 0; round < 40; round++) for (const small of [receipt, logs]) await ask(gateway.url, small, 0)
    isSmall = false
    await wait(200)
    await gateway.peak()
    const before = await gateway.peak()
    expect(await ask(gateway.url, call, pauseMs)).toBeGreaterThan(ANSWER_BYTES)
    const growth = Math.round(((await gateway.peak()) - before) / MEGABYTE)
    await gateway.stop()
    console.log(`${name}: resident memory grew by ${growth} MB`)
    expect(growth).toBeLessThan(64)
  })
})
