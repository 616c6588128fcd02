import { Head } from '../../../../src/server/networks/head.js'
import { HealthPoller } from '../../../../src/server/upstreams/poll/health-poller.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { quietTransport, quietUpstream } from '../../../support/upstream.js'

/**
 * The state of a node of which `polls` polls were silent for a reason, and how often its idle
 * connections were doubted.
 */
const stateAfter = async (reason: string, polls: number): Promise<{ state: string; doubts: number }> => {
  const nowMs = () => performance.now()
  let doubts = 0
  const transport = { ...quietTransport, doubtIdle: () => doubts++ }
  const upstream = quietUpstream({ nowMs: 0 }, 'node-1', { transport })
  const unknown = async () => undefined
  let asked = 0
  const poller = new HealthPoller({
    family: 'evm',
    pool: new Pool([upstream], nowMs),
    head: new Head(unknown, unknown as never, [upstream], { nowMs, maxLag: 5, reach: 0 } as never),
    chain: undefined,
    ask: async () => {
      asked++
      return { kind: 'silent', reason }
    },
    nowMs,
    pollMs: 5,
    onBlock: () => {},
  })
  poller.start()
  try {
    await expectSoon(() => asked >= polls, true)
  } finally {
    poller.stop()
  }
  return { state: upstream.health.state, doubts }
}

test.each(['upstream_queue_full', 'upstream_queue_slow', 'transport_closed'])(
  'polls that the gateway did not send (%s) say nothing about the node',
  async (reason) => {
    expect(await stateAfter(reason, 4)).toEqual({ state: 'up', doubts: 0 })
  },
)

test('polls that the node did not answer take it out', async () => {
  expect((await stateAfter('timed_out', 4)).state).toBe('down')
})

test('a poll that timed out casts doubt on idle connections, and one that was refused does not', async () => {
  expect((await stateAfter('timed_out', 1)).doubts).toBe(1)
  expect((await stateAfter('econnrefused', 4)).doubts).toBe(0)
})
