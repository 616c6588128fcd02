import { Head } from '../../../../src/server/networks/head.js'
import { HealthPoller } from '../../../../src/server/upstreams/poll/health-poller.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { quietUpstream } from '../../../support/upstream.js'

test('a head is as old as the beginning of the poll that read it', async () => {
  const clock = { nowMs: 1_000_000 }
  const nowMs = () => clock.nowMs
  const upstream = quietUpstream(clock, 'node-1')
  const facts = { nowMs, maxLag: 5, reach: 0, blockTimeMs: undefined }
  const unknown = async () => undefined
  const poller = new HealthPoller({
    family: 'solana',
    pool: new Pool([upstream], nowMs),
    head: new Head(unknown, unknown as never, [upstream], facts as never),
    chain: undefined,
    ask: async () => {
      clock.nowMs += 1_000
      return { kind: 'result', value: 7 }
    },
    nowMs,
    pollMs: 60_000,
    onBlock: () => {},
  })
  poller.start()
  try {
    await expectSoon(() => [upstream.health.head, upstream.health.headAskedMs], [7n, 1_000_000])
  } finally {
    poller.stop()
  }
})
