import { Head } from '../../../../src/server/networks/head.js'
import { HealthPoller } from '../../../../src/server/upstreams/poll/health-poller.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { timeByTurns } from '../../../support/time-by-turns.js'
import { quietUpstream } from '../../../support/upstream.js'

timeByTurns()

const POLL_MS = 50
const WATCHED_MS = 1_500

/** Polls one node for a while, and says how often it was asked. */
const polls = async (isResting: boolean): Promise<number> => {
  const clock = { nowMs: 1_000_000 }
  const nowMs = () => performance.now()
  const upstream = quietUpstream(clock, 'node-1')
  const pool = new Pool([upstream], nowMs)
  pool.isResting = () => isResting
  const unknown = async () => undefined
  const head = new Head(unknown, unknown as never, [upstream], {
    nowMs,
    maxLag: 5,
    reach: 0,
    blockTimeMs: undefined,
  } as never)
  let asked = 0
  const poller = new HealthPoller({
    family: 'evm',
    pool,
    head,
    chain: undefined,
    ask: async () => {
      asked++
      return { kind: 'node-error' } as never
    },
    nowMs,
    pollMs: POLL_MS,
    onBlock: () => {},
  })
  poller.start()
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS))
  poller.stop()
  return asked
}

test('a node is asked half as often while no call comes', async () => {
  const [busy, resting] = await Promise.all([polls(false), polls(true)])
  expect(resting).toBeGreaterThan(3)
  expect(resting / busy).toBeLessThan(0.6)
})
