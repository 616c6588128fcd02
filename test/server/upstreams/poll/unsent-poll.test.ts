import { Head } from '../../../../src/server/networks/head.js'
import { HealthPoller } from '../../../../src/server/upstreams/poll/health-poller.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { quietUpstream } from '../../../support/upstream.js'

/** The state of a node of which `polls` polls were silent for a reason. */
const stateAfter = async (reason: string, polls: number): Promise<string> => {
  const nowMs = () => performance.now()
  const upstream = quietUpstream({ nowMs: 0 }, 'node-1')
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
  return upstream.health.state
}

test.each(['upstream_queue_full', 'upstream_queue_slow', 'transport_closed'])(
  'polls that the gateway did not send (%s) say nothing about the node',
  async (reason) => {
    expect(await stateAfter(reason, 4)).toBe('up')
  },
)

test('polls that the node did not answer take it out', async () => {
  expect(await stateAfter('timed_out', 4)).toBe('down')
})
