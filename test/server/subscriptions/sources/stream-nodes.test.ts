import { StreamTurns } from '../../../../src/server/subscriptions/sources/stream-turns.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startedEach } from '../../../support/started.js'
import { startStreamFixture } from '../../../support/stream-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'

const fixture = startedEach(() => startStreamFixture(1))

test('a clock that is set forward breaks no WebSocket, and one that is set back closes none for good', async () => {
  const { nodes, clock, fakes } = fixture
  const [node] = fakes
  const { socket } = nodes.all[0]!
  let brokenCount = 0
  const listener = { notified: () => {}, broken: () => void brokenCount++ }
  await socket.subscribe('slotSubscribe', [], 'slotUnsubscribe', listener)
  clock.setForward(60_000)
  await expectSoon(() => node!.pingCount, 1, 10_000)
  expect(brokenCount).toBe(0)
  node!.cut()
  await expectSoon(() => brokenCount, 1)
  clock.setForward(-3_600_000)
  await expectSoon(async () => (await nodes.choose('slotSubscribe', new Set(), [anOwner()]))?.socket, socket)
})

test('a node whose chain cannot be checked leaves the payers for the next one', async () => {
  const { nodes, clock, only } = fixture
  const upstreams = [quietUpstream(clock, 'a'), quietUpstream(clock, 'b')]
  const chain = { check: async ({ name }: Upstream) => name === 'b' }
  const [a] = only(0).upstreams
  nodes.useNodes({ pool: new Pool(upstreams, () => clock.nowMs, chain), upstreams: [a!, { ...a!, name: 'b' }] })
  const turns = new StreamTurns(anOwner(), () => [])
  const choose = () => nodes.choose('slotSubscribe', new Set(), turns.payers(anOwner()))
  const names = []
  for (let time = 0; time < 4; time++) names.push((await choose())?.upstream.name)
  expect(names).toEqual(['b', 'b', 'b', 'b'])
})
