import { jest } from '@jest/globals'
import { NodeHeadHints } from '../../../../src/server/subscriptions/sources/node-head-hints.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { fakeTimeouts } from '../../../support/fake-timeouts.js'
import { startedEach } from '../../../support/started.js'
import { startStreamFixture } from '../../../support/stream-nodes.js'

const fixture = startedEach(() => startStreamFixture(3))
/** No time limit ends: however long the machine halts this process. */
beforeEach(fakeTimeouts)
afterEach(() => {
  jest.useRealTimers()
})

test('each new head of any node is a hint, also after a node returned', async () => {
  const hints: unknown[][] = []
  const head = '{"number":"0x1","hash":"0xab"}'
  const stop = new NodeHeadHints(fixture.nodes).onHint(({ upstream, blockHash, header }) =>
    hints.push([upstream.name, blockHash, String(header)]),
  )
  await expectSoon(() => fixture.fakes.map(({ calls }) => calls.length), [1, 1, 1])
  expect(fixture.fakes[0]!.calls[0]).toMatchObject({ method: 'eth_subscribe', params: ['newHeads'] })
  for (const fake of fixture.fakes) {
    const count = hints.length
    fake.notify(head, '1')
    await expectSoon(() => hints.length, count + 1)
  }
  expect(hints).toEqual([
    ['a', '0xab', head],
    ['b', '0xab', head],
    ['c', '0xab', head],
  ])
  fixture.fakes[0]!.cut()
  await expectSoon(() => fixture.fakes[0]!.calls.length, 2, 5_000)
  fixture.fakes[0]!.notify('{"number":"0x2"}', '2')
  await expectSoon(() => hints[3]?.slice(0, 2), ['a', undefined])
  stop()
  await expectSoon(
    () => fixture.fakes.map(({ calls }) => calls.at(-1)!.method),
    ['eth_unsubscribe', 'eth_unsubscribe', 'eth_unsubscribe'],
  )
})
