import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkConfig } from '../../../../src/server/config/config.js'
import { connectNodes } from '../../../../src/server/gateway/connected-network.js'
import { askBytes } from '../../../../src/server/pipeline/forward/ask-node.js'
import { EvmFollower } from '../../../../src/server/subscriptions/follow/follower.js'
import type { FollowedBlock, FollowStep } from '../../../../src/server/subscriptions/followed-block.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { connectUpstream } from '../../../../src/server/upstreams/transport/connect.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { FaultyNodes, type NodeFault } from '../../../support/faulty-nodes.js'
import { NO_EVENTS } from '../../../support/follow-run.js'
import { seededRandom } from '../../../support/seeded-random.js'
import { started } from '../../../support/started.js'
import { LOGS_A_BLOCK } from '../../../support/twin-chains.js'

const FAULTS: readonly NodeFault[] = ['killed', 'frozen', 'lagging', 'lying', 'garbage', 'empty', 'cut']

const faulty = started(() => FaultyNodes.start(2, seededRandom(1)), 60_000)
const nodes = started(() => {
  const urls = [...faulty.upstreams({ hasSockets: false }).matchAll(/url: "([^"]+)"/g)].map(([, url]) => url!)
  const budget = new ByteBudget(268_435_456)
  const config = {
    family: 'evm',
    pollMs: 200,
    reach: 2,
    upstreams: urls.map((url, index) => ({
      name: `node-${index}`,
      url,
      weight: 1,
      archive: false,
      gzip: false,
      share: 'off',
    })),
  } as unknown as NetworkConfig
  return connectNodes(config, {
    budget,
    nowMs: Date.now,
    connect: (upstream) =>
      connectUpstream(upstream, {
        maxConnections: 64,
        maxWaiting: 64,
        maxAnswerBytes: 33_554_432,
        onSharing: () => {},
      }),
    events: { health: () => {}, firstAnswer: () => {} },
    onBlock: () => {},
    onHeadServed: () => {},
  })
}, 60_000)

test('loses no block and no log while nodes are killed, frozen, behind or lying', async () => {
  const { chains } = faulty
  const follower = new EvmFollower(
    { pollMs: 200, verifyLogs: 'bloom' },
    {
      nodes: { pool: nodes.pool, head: nodes.head, hints: undefined },
      ask: askBytes(new ByteBudget(268_435_456)),
      nowMs: Date.now,
      startTimer: (act, waitMs) => {
        const timer = setTimeout(act, waitMs)
        return () => clearTimeout(timer)
      },
      events: NO_EVENTS,
    },
  )
  const got: FollowedBlock[] = []
  const wrong: unknown[] = []
  const start = await follower.join({
    wantsLogs: true,
    step: ({ removed, added }: FollowStep) => {
      if (removed.length > 0) wrong.push(['removed', removed.length])
      for (const block of added) {
        if (block.parentHash !== (got.at(-1) ?? start)?.hash) wrong.push(['unconnected', block.number])
        if (block.logs?.length !== LOGS_A_BLOCK) wrong.push(['logs', block.number, block.logs?.length])
        got.push(block)
      }
    },
    ended: (why) => void wrong.push(why),
  })
  for (const [at, fault] of FAULTS.entries()) {
    await faulty.begin(fault, at % 2)
    for (let block = 0; block < 6; block++) {
      await chains.mine()
      await sleep(300)
    }
    const newest = BigInt(chains.height)
    const tookMs = await expectSoon(() => got.at(-1)?.number, newest, 15_000)
    expect([fault, wrong]).toEqual([fault, []])
    expect(tookMs).toBeLessThan(15_000)
    await faulty.end(fault, at % 2)
    await sleep(1_500)
  }
  expect(got).toHaveLength(chains.height - Number(start!.number))
  follower.close()
}, 240_000)
