import { setImmediate as nextTurn } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeReply, type FakeScript, type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { writeMethod } from '../../support/operator-document.js'
import { openSocket } from '../../support/web-socket.js'
import { writtenContract } from '../../support/written-contract.js'

const { jest } = import.meta

/** Time that a node takes for each answer. The stopwatch stands still but for that. */
const NODE_MS = 100
const HEAD = '0x3e8'
const BLOCK = { number: HEAD, hash: HASH, parentHash: HASH, timestamp: '0x1', logsBloom: `0x${'0'.repeat(512)}` }
const RESULTS: Readonly<Record<string, string>> = {
  eth_blockNumber: `"${HEAD}"`,
  eth_getBlockByNumber: JSON.stringify(BLOCK),
  eth_getBlockByHash: JSON.stringify(BLOCK),
  eth_getLogs: '[]',
  eth_getStorageAt: `"0x${'0'.repeat(64)}"`,
}
const REFUSED: FakeReply = { json: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'nonce too low' } } }

const hash = { $ref: '#/components/schemas/Hash32' }
const contract = writtenContract([
  writeMethod('eth_sendToAll', {
    params: [{ name: 'transaction', description: 'A hash.', required: true, schema: hash }],
    'x-broadcast': true,
    'x-reasons': { 'x-contracts': 'Its contract is inside its bytes.' },
    examples: [
      { name: 'one', params: [{ name: 'transaction', value: HASH }], result: { name: 'result', value: HASH } },
    ],
    result: { name: 'result', description: 'A hash.', schema: hash },
  }),
])

let nowMs = 0
let hold: Promise<void> | undefined
let nodes: FakeUpstream[]
let script: FakeScript
let gateway: TestGateway
let keyText: string

/** Between two turns, so that no reading of the turn is from before. */
const pass = async (ms: number) => {
  await nextTurn()
  nowMs += ms
  await nextTurn()
}

beforeAll(async () => {
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const answer = async ({ method }: { method: string }): Promise<FakeReply> => {
    await pass(NODE_MS)
    await hold
    return { resultText: RESULTS[method] ?? 'null' }
  }
  script = ({ json }) => answer(json)
  nodes = await Promise.all([0, 1].map(() => startFakeUpstream(script)))
  const [one, other] = nodes.map(({ url }, index) => ({ name: `node-${index + 1}`, url })) as [object, object]
  gateway = await startTestGateway({
    contracts: [contract.file],
    networks: {
      parts: { upstreams: [{ ...one, maxBlockRange: 1 }] },
      tags: { upstreams: [{ ...one, maxBlockRange: 10_000 }] },
      near: { upstreams: [one], recentBlocks: 128 },
      plain: { upstreams: [one] },
      two: { upstreams: [one, other], hedging: false },
    },
  })
  keyText = await gateway.addKey()
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all(nodes.map((node) => node.stop()))
  contract.remove()
  jest.restoreAllMocks()
})
beforeEach(() => {
  hold = undefined
  for (const node of nodes) node.setScript(script)
})

const urlOf = (network: string) => `${gateway.url}/${network}/v3/${keyText}`
const callsSince = (start: number) => gateway.logLines.slice(start).filter(({ message }) => message === 'call')
const timesOf = ({ outcome, durationMs, upstreamMs }: Record<string, unknown>) => ({
  outcome,
  upstreamMs,
  ownMs: (durationMs as number) - (upstreamMs as number),
})

/** The outcome and times of one call. */
const timed = async (network: string, method: string, params: unknown[]) => {
  const start = gateway.logLines.length
  await post(urlOf(network), callOf(method, params))
  return timesOf(callsSince(start)[0]!)
}

test('a plain call waits for its node', async () => {
  expect(await timed('plain', 'eth_getStorageAt', [ADDRESS, '0x0', 'latest'])).toEqual({
    outcome: 'ok',
    upstreamMs: NODE_MS,
    ownMs: 0,
  })
})

test('logs in more parts than are asked at a time wait for all of them', async () => {
  const { outcome, upstreamMs, ownMs } = await timed('parts', 'eth_getLogs', [{ fromBlock: '0x1', toBlock: '0xc' }])
  expect([outcome, ownMs]).toEqual(['ok', 0])
  expect(upstreamMs).toBeGreaterThan(2 * NODE_MS)
})

test('the newest block, which decides what a near-head network serves, is waited for', async () => {
  const params = [ADDRESS, '0x0', HEAD]
  expect(await timed('near', 'eth_getStorageAt', params)).toEqual({ outcome: 'ok', upstreamMs: 2 * NODE_MS, ownMs: 0 })
  expect(await timed('near', 'eth_getStorageAt', [ADDRESS, '0x0', '0x1'])).toEqual({
    outcome: 'outside-window',
    upstreamMs: NODE_MS,
    ownMs: 0,
  })
})

test.each(['latest', 'finalized'])(
  'the block behind %s, at the end of a range of logs, is waited for',
  async (toBlock) => {
    const { outcome, upstreamMs, ownMs } = await timed('tags', 'eth_getLogs', [{ fromBlock: '0x3e0', toBlock }])
    expect([outcome, upstreamMs, ownMs]).toEqual(['ok', 2 * NODE_MS, 0])
  },
)

test('a transaction that one node refuses early waits for the others', async () => {
  const start = gateway.logLines.length
  const refusals = nodes.map((node) => {
    let refuse = () => {}
    const isTold = new Promise<void>((resolve) => {
      refuse = resolve
    })
    node.setScript(async () => {
      await isTold
      return REFUSED
    })
    return refuse
  })
  const asked = () => nodes.map(({ requests }) => requests.at(-1)?.json.method)
  const reply = post(urlOf('two'), callOf('eth_sendToAll', [HASH]))
  await expectSoon(asked, ['eth_sendToAll', 'eth_sendToAll'])
  refusals[0]!()
  await pass(5 * NODE_MS)
  refusals[1]!()
  await reply
  expect(timesOf(callsSince(start)[0]!)).toEqual({ outcome: 'node_error', upstreamMs: 5 * NODE_MS, ownMs: 0 })
})

test('a follower that leaves has waited for the node', async () => {
  const start = gateway.logLines.length
  const asked = nodes[0]!.requests.length
  let go = () => {}
  hold = new Promise((resolve) => {
    go = resolve
  })
  const leader = post(urlOf('plain'), STORAGE_CALL)
  await expectSoon(() => nodes[0]!.requests.length - asked, 1)
  const follower = await openSocket(`${gateway.url}/plain/ws/v3/${keyText}`)
  follower.send(STORAGE_CALL)
  // The reply to the second message shows that the first was read.
  await follower.ask(callOf('eth_unknown'))
  await pass(5 * NODE_MS)
  await follower.close()
  const cancelled = () => callsSince(start).filter(({ outcome }) => outcome === 'cancelled')
  await expectSoon(() => cancelled().length, 1)
  go()
  await leader
  expect(timesOf(cancelled()[0]!)).toMatchObject({ ownMs: 0 })
  expect(timesOf(callsSince(start).find(({ outcome }) => outcome === 'ok')!)).toMatchObject({ ownMs: 0 })
})

test('a subscription waits for the node that shows its first block', async () => {
  const start = gateway.logLines.length
  const socket = await openSocket(`${gateway.url}/plain/ws/v3/${keyText}`)
  await socket.ask(callOf('eth_subscribe', ['newHeads']))
  const { outcome, upstreamMs, ownMs } = timesOf(callsSince(start)[0]!)
  expect([outcome, ownMs]).toEqual(['ok', 0])
  expect(upstreamMs).toBeGreaterThanOrEqual(NODE_MS)
  await socket.close()
})
