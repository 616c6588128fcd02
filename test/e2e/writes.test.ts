import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { operatorDocument, operatorMethod, writeMethod } from '../support/operator-document.js'
import { temporaryFolder } from '../support/started.js'

const folder = temporaryFolder()
const file = join(folder, 'writes.json')

/** Replies of a node to a write. Only the last one proves that the node did not take it. */
const behaviours = {
  takes: { resultText: '"0x2a"' },
  refuses: { raw: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"nonce too low"}}' },
  // For a read, these words are a reason to ask another node.
  isBehind: { raw: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"internal error"}}' },
  cuts: { destroy: true },
  fails: { raw: 'sorry', status: 500 },
  babbles: { raw: 'no JSON' },
  isLimited: { raw: 'slow down', status: 429 },
} as const satisfies Record<string, FakeReply>
type Behaviour = keyof typeof behaviours
const names = Object.keys(behaviours) as Behaviour[]

let nodes: FakeUpstream[]
let gateway: TestGateway
let url: string

beforeAll(async () => {
  const limits = { timeoutMs: 500, timeoutError: 'upstream-timeout' }
  const methods = [
    writeMethod('eth_send'),
    writeMethod('eth_sendToAll', { 'x-broadcast': true }),
    writeMethod('eth_sendSoon', { 'x-limits': limits }),
    operatorMethod('eth_newFilter', { 'x-effect': 'stateful' }),
  ]
  writeFileSync(file, JSON.stringify(operatorDocument(methods)))
  nodes = await Promise.all([0, 1, 2].map(() => startFakeUpstream(() => behaviours.takes)))
  // The first address refuses connections, so a call to it surely was not sent.
  const gone = await startFakeUpstream(() => behaviours.takes)
  await gone.stop()
  gateway = await startTestGateway({
    networks: { eth: { urls: [gone.url, ...nodes.map((node) => node.url)] } },
    contracts: [file],
  })
  url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
})
afterAll(async () => {
  await gateway?.stop()
  for (const node of nodes) await node.stop()
})

const requestCounts = () => nodes.map(({ requests }) => requests.length)

describe('a write', () => {
  // Runs before the other tests: nodes that hang there keep requests, which end some time later.
  test('to all nodes goes on when its caller leaves, and is charged', async () => {
    for (const node of nodes) node.setScript(() => ({ ...behaviours.takes, delayMs: 60 }))
    const before = requestCounts()
    const aborted = nodes.map(({ abortedCount }) => abortedCount)
    const body = JSON.stringify(callOf('eth_sendToAll'))
    const { port, pathname } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await expectSoon(
      requestCounts,
      before.map((count) => count + 1),
    )
    socket.destroy()
    const observed = () => {
      const line = gateway.logLines.find(({ method }) => method === 'eth_sendToAll')
      return [line?.outcome, line?.costCredits]
    }
    await expectSoon(observed, ['ok', 70])
    expect(gateway.logLines.filter(({ message }) => message === 'bug')).toEqual([])
    expect(nodes.map(({ abortedCount }) => abortedCount)).toEqual(aborted)
  })

  test('is sent to no second node unless the first surely did not take it, and its answer says what became of it', async () => {
    const chosen = fc.tuple(...nodes.map(() => fc.constantFrom(...names)))
    await fc.assert(
      fc.asyncProperty(chosen, async (does) => {
        for (const [index, node] of nodes.entries()) node.setScript(() => behaviours[does[index]!])
        const before = requestCounts()
        const { json, headers } = await post(url, callOf('eth_send'))
        const asked = requestCounts().flatMap((count, index) => {
          expect(count - before[index]!).toBeLessThanOrEqual(1)
          return count > before[index]! ? [does[index]!] : []
        })
        const arrived = asked.filter((behaviour) => behaviour !== 'isLimited')
        expect(arrived.length).toBeLessThanOrEqual(1)
        const [behaviour] = arrived
        const isCharged = headers.get('x-credits-cost') === '70'
        if (behaviour === 'takes') expect([json.result, isCharged]).toEqual(['0x2a', true])
        else if (behaviour === 'refuses') expect([json.error.message, isCharged]).toEqual(['nonce too low', true])
        else if (behaviour === 'isBehind') expect([json.error.message, isCharged]).toEqual(['internal error', true])
        else {
          const reason = behaviour === undefined ? 'no_upstream' : 'write_outcome_unknown'
          expect([json.error.data.reason, isCharged]).toEqual([reason, false])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('that a node keeps silent about is not asked of another one, and not said to have failed', async () => {
    for (const node of nodes) node.setScript(() => ({ hang: true }))
    const before = requestCounts()
    const { json, status } = await post(url, callOf('eth_sendSoon'))
    expect([status, json.error.data.reason]).toEqual([504, 'write_outcome_unknown'])
    const asked = requestCounts().reduce((sum, count, index) => sum + count - before[index]!, 0)
    expect(asked).toBe(1)
  })

  test('is never one question with another, however alike they are', async () => {
    let waiting: (() => void)[] = []
    const answer = async (): Promise<FakeReply> => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return behaviours.takes
    }
    for (const node of nodes) node.setScript(answer)
    const replies = [post(url, callOf('eth_send')), post(url, callOf('eth_send'))]
    while (waiting.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const go of waiting) go()
    waiting = []
    for (const reply of replies) expect((await reply).json.result).toBe('0x2a')
  })
})

test('what lives in one node only is refused with the reason, before a node is asked', async () => {
  const before = requestCounts()
  const { json, headers } = await post(url, callOf('eth_newFilter'))
  expect(json.error).toMatchObject({ code: -32601, message: expect.stringContaining('one node only') })
  expect([headers.get('x-credits-cost'), requestCounts()]).toEqual(['0', before])
})
