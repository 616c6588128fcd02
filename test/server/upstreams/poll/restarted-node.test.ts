import { Head } from '../../../../src/server/networks/head.js'
import { HealthPoller } from '../../../../src/server/upstreams/poll/health-poller.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { quietUpstream } from '../../../support/upstream.js'

const FIRST = 1_000
const undo: (() => void)[] = []
afterEach(() => {
  for (const action of undo.splice(0)) action()
})

/** Two nodes that are polled all the time; a node without a number does not answer. */
const pollTwo = async () => {
  const nowMs = () => performance.now()
  const clock = {
    get nowMs() {
      return performance.now()
    },
  }
  const nodes = ['restarted', 'other'].map((name) => quietUpstream(clock, name))
  const [restarted, other] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  const numbers = new Map<string, number | undefined>(nodes.map(({ name }) => [name, FIRST]))
  const facts = { nowMs, maxLag: 5, reach: 2, blockTimeMs: undefined }
  const head = new Head(
    async () => undefined,
    async () => {},
    nodes,
    facts,
  )
  const heads = new Set<number>()
  const asked = new Map<string, number>()
  const poller = new HealthPoller({
    family: 'evm',
    pool: new Pool(nodes, nowMs),
    head,
    chain: undefined,
    ask: async ({ name }, method) => {
      if (head.known !== undefined) heads.add(Number(head.known.number))
      asked.set(name, (asked.get(name) ?? 0) + 1)
      const number = numbers.get(name)
      if (number === undefined) return { kind: 'silent', reason: 'econnrefused' }
      return { kind: 'result', value: method === 'eth_blockNumber' ? `0x${number.toString(16)}` : null }
    },
    nowMs,
    pollMs: 5,
    onBlock: () => {},
  })
  poller.start()
  undo.push(() => poller.stop())
  await expectSoon(() => [restarted.health.head, other.health.head], [BigInt(FIRST), BigInt(FIRST)])
  const polledAgain = async (times: number) => {
    const until = asked.get(restarted.name)! + times
    await expectSoon(() => asked.get(restarted.name)! >= until, true)
  }
  const states = () => restarted.changes.map(({ to }) => to)
  return { restarted, numbers, head, heads, polledAgain, states }
}

test('a node that restarts between two polls, far behind, lowers no head', async () => {
  const { restarted, numbers, head, heads, polledAgain, states } = await pollTwo()
  numbers.set('restarted', 0)
  await expectSoon(() => restarted.health.state, 'behind')
  await polledAgain(10)
  expect([[...heads], states()]).toEqual([[FIRST], ['behind']])
  numbers.set('restarted', FIRST)
  await expectSoon(() => restarted.health.state, 'up')
  // Its head counts again.
  numbers.set('other', FIRST + 5)
  await polledAgain(10)
  expect(head.known?.number).toBe(BigInt(FIRST))
})

test('a node that answers a call after an outage, before a poll has read its head, is not up before', async () => {
  const { restarted, numbers, heads, states } = await pollTwo()
  const { health } = restarted
  numbers.set('restarted', undefined)
  await expectSoon(() => health.state, 'down')
  // The last resort of a call that the other node could not answer.
  health.begin()
  health.answered(5)
  numbers.set('restarted', 0)
  await expectSoon(() => health.state, 'behind')
  expect([[...heads], states()]).toEqual([[FIRST], ['down', 'behind']])
})

test('a network that was rolled back as a whole has its new head after a poll of each node', async () => {
  const { numbers, head, polledAgain } = await pollTwo()
  for (const name of numbers.keys()) numbers.set(name, FIRST / 2)
  await polledAgain(10)
  expect(head.known?.number).toBe(BigInt(FIRST / 2))
})
