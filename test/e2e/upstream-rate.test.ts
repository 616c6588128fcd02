import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { startedEach } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const ADDRESS = `0x${'5f'.repeat(20)}`

let nodes: { readonly limited: FakeUpstream; readonly dead: FakeUpstream; readonly partner: FakeUpstream }
/** Stands still unless a test moves it: what was used up comes back with time only. */
let nowMs: number

beforeEach(async () => {
  nowMs = Date.now()
  const [limited, dead, partner] = await Promise.all(
    Array.from({ length: 3 }, () => startFakeUpstream(() => ({ resultText: '"0x2a"' }))),
  )
  nodes = { limited: limited!, dead: dead!, partner: partner! }
  await dead!.stop()
})
const gateway = startedEach(() =>
  startTestGateway({
    networks: {
      eth: { upstreams: [{ name: 'limited', url: nodes.limited.url, callsPerSecond: 20 }] },
      broken: {
        upstreams: [{ name: 'dead', url: nodes.dead.url }],
        partner: { name: 'helpful', url: nodes.partner.url, callsPerSecond: 20 },
      },
    },
    limits: { drainTimeoutMs: 100 },
    ports: { nowMs: () => nowMs },
  }),
)
afterEach(async () => {
  for (const node of [nodes.limited, nodes.partner]) await node.stop()
})

type Answer = { readonly result?: string; readonly error?: { readonly code: number; readonly data: object } }

/** Asks for so many slots in one batch. */
const askMany = async (key: string, count: number, network: string): Promise<Answer[]> => {
  const calls = Array.from({ length: count }, (_, slot) => ({
    ...callOf('eth_getStorageAt', [ADDRESS, `0x${(slot + 1).toString(16)}`, 'latest']),
    id: slot + 1,
  }))
  return (await post(`${gateway.url}/${network}/v3/${key}`, calls)).json
}
const answered = (answers: readonly Answer[]) => answers.filter(({ result }) => result !== undefined).length

const failover = () => gateway.addKey({}, { plan: 'growth', isFailoverOn: true })

test.each(['eth', 'broken'])('one account cannot use up what a provider takes: %s', async (network) => {
  const [greedy, modest] = [await failover(), await failover()]
  const refused = (await askMany(greedy, 60, network)).flatMap(({ error }) => error ?? [])
  expect(refused.length).toBeGreaterThanOrEqual(45)
  // It is told that it asked for too much, not that no node is there.
  for (const { code, data } of refused)
    expect([code, data]).toEqual([
      -32_005,
      expect.objectContaining({ name: 'throttled-evm', callsPerSecond: 20, retryAfterMs: expect.any(Number) }),
    ])
  expect(answered(await askMany(modest, 2, network))).toBe(2)
  const single = await post(
    `${gateway.url}/${network}/v3/${greedy}`,
    callOf('eth_getStorageAt', [ADDRESS, '0xff', 'latest']),
  )
  expect([single.status, single.headers.get('x-credits-cost')]).toEqual([429, '0'])
  nowMs += single.json.error.data.retryAfterMs as number
  expect(answered(await askMany(greedy, 1, network))).toBe(1)
  expect(answered(await askMany(modest, 1, network))).toBe(1)
})

/** The results of a node whose chain has one block. */
const youngChain = (method: string): string => {
  const block = { number: '0x0', hash: `0x${'01'.repeat(32)}`, parentHash: `0x${'00'.repeat(32)}`, timestamp: '0x0' }
  if (method === 'eth_blockNumber') return '"0x0"'
  if (method === 'eth_getBlockByNumber') return JSON.stringify(block)
  return method === 'eth_getBlockByHash' ? 'null' : '"0x2a"'
}

test('nor can one that resumes from blocks that no node has', async () => {
  const [greedy, modest] = [await failover(), await failover()]
  const { limited } = nodes
  limited.setScript(({ json }) => ({ resultText: youngChain(json.method) }))
  const asked = () => limited.requests.filter(({ json }) => json.method === 'eth_getBlockByHash').length
  const socket = await openSocket(`${gateway.url}/eth/ws/v3/${greedy}`)
  for (let id = 1; id <= 60; id++) {
    const after = { blockHash: `0x${id.toString(16).padStart(64, 'f')}` }
    socket.send(callOf('eth_subscribe', ['newHeads', { after }], id))
  }
  await expectSoon(() => asked() >= 10, true)
  // Time for further questions.
  for (let call = 0; call < 40; call++) await post(`${gateway.url}/eth/v3/${greedy}`, callOf('eth_none', []))
  expect(asked()).toBeLessThanOrEqual(15)
  // The tokens that the polls of the follower took come back.
  nowMs += (limited.requests.length - asked()) * 50
  expect(answered(await askMany(modest, 2, 'eth'))).toBe(2)
  // Its subscriptions wait for half a minute, and the next messages are read after them.
  socket.socket.terminate()
})
