import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import {
  type CreatedKey,
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const PRICE = 80
const SUBSCRIBING_PRICE = 5
const EVENT_PRICE = 20
const DAILY_CREDITS = 3_000_000

let files: ServeFolder
let gateway: ServeProcess
let caller: CreatedKey

const anvil = started(() => startAnvil())
beforeEach(async () => {
  files = createServeFolder(serveConfig({ main: evmNetwork(anvil.url, ', pollMs: 100') }))
  caller = await files.createKey('main')
  gateway = await startServe(files.configFile)
})
afterEach(async () => {
  await gateway.stop()
  files.remove()
})

const ask = () => post(httpUrl(gateway, 'main', caller.key), callOf('eth_blockNumber'))
const usage = (...options: string[]) => files.json('usage', '--account', caller.account, ...options)

/**
 * Calls without pause from `callers` at once until the gateway is gone; counts how many were
 * answered, how many were lost.
 */
const callUntilGone = (callers: number) => {
  const counts = { answered: 0, lost: 0 }
  const gone = Promise.all(
    Array.from({ length: callers }, async () => {
      for (;;) {
        const reply = await ask().catch(() => undefined)
        if (reply === undefined) break
        expect([reply.status, reply.json.result]).toEqual([200, expect.any(String)])
        counts.answered += 1
      }
      counts.lost += 1
    }),
  )
  return { counts, gone }
}

describe('after kill -9', () => {
  test('the usage is the number of answered calls times the price', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, ask))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
    gateway.child.kill('SIGKILL')
    await gateway.exited
    gateway = await startServe(files.configFile)
    const next = await ask()
    expect(next.headers.get('x-credits-remaining')).toBe(String(DAILY_CREDITS - 51 * PRICE))
    expect(await usage('--by', 'method')).toMatchObject({
      credits: 51 * PRICE,
      calls: 51,
      rows: [{ method: 'eth_blockNumber', calls: 51, credits: 51 * PRICE, errors: 0 }],
    })
  })

  test('each event that was received is paid, and the key loses no more than a block of them', async () => {
    const socket = await openSocket(wsUrl(gateway, 'main', caller.key))
    expect(JSON.parse(await socket.ask(callOf('eth_subscribe', ['newHeads']))).result).toMatch(/^0x/)
    for (let events = 1; events <= 35; events++) {
      await callNode(anvil.url, 'evm_mine')
      await socket.received(1 + events)
    }
    gateway.child.kill('SIGKILL')
    await gateway.exited
    gateway = await startServe(files.configFile)
    const next = await ask()
    const { credits, rows } = await usage('--by', 'method')
    const row = rows.find(({ method }: { method: string }) => method === 'eth_subscription:newHeads')
    expect(row.credits).toBe(row.calls * EVENT_PRICE)
    expect(row.calls).toBeGreaterThanOrEqual(35)
    // A block is what a second took: at most all of them, and half a block before.
    expect(row.calls).toBeLessThanOrEqual(35 + 53)
    expect(credits).toBe(SUBSCRIBING_PRICE + row.credits + PRICE)
    expect(next.headers.get('x-credits-remaining')).toBe(String(DAILY_CREDITS - credits))
  })

  test('in the middle of traffic no answered call is free, and no call is charged that was not on its way back', async () => {
    const { counts, gone } = callUntilGone(8)
    await expectSoon(() => counts.answered > 50, true, 20_000)
    gateway.child.kill('SIGKILL')
    await gone
    const { answered, lost } = counts
    const { credits, calls } = await usage()
    expect(credits).toBe(calls * PRICE)
    expect(calls).toBeGreaterThanOrEqual(answered)
    // Their charge may have been written just before the bytes that nobody sent.
    expect(calls).toBeLessThanOrEqual(answered + lost)
    gateway = await startServe(files.configFile)
    const { headers } = await ask()
    expect(headers.get('x-credits-remaining')).toBe(String(DAILY_CREDITS - credits - PRICE))
  })
})

test('the usage adds up to the balance over methods, errors and refusals, by every grouping', async () => {
  const url = httpUrl(gateway, 'main', caller.key)
  await post(url, [callOf('eth_blockNumber'), callOf('eth_chainId', [], 2), callOf('eth_nothing', [], 3)])
  await post(url, callOf('eth_getLogs', [{ blockHash: `0x${'12'.repeat(32)}` }]))
  await post(url, callOf('eth_getStorageAt', ['0x12']))
  const last = await ask()
  const credits = 80 + 5 + 255 + 80
  expect(last.headers.get('x-credits-remaining')).toBe(String(DAILY_CREDITS - credits))
  for (const by of ['method', 'network', 'key']) {
    const { rows, ...sums } = await usage('--by', by)
    expect([by, sums.credits, sums.calls]).toEqual([by, credits, expect.any(Number)])
    const total = (name: 'credits' | 'calls') =>
      rows.reduce((sum: number, row: Record<string, number>) => sum + row[name]!, 0)
    expect([total('credits'), total('calls')]).toEqual([credits, sums.calls])
  }
  const { rows } = await usage('--by', 'method')
  // A node's own error is an answer, and costs.
  expect(rows).toContainEqual({ method: 'eth_getLogs', calls: 1, credits: 255, errors: 1 })
})
