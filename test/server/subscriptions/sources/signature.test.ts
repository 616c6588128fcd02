import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { KEY, stateStreams } from '../../../support/state-streams.js'
import { keepingSink, opened } from '../../../support/stream-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'

const DAY_MS = 86_400_000
/** agave's error for a call that searches the history of transactions, which it does not keep. */
const NO_HISTORY = -32_011

const { fixture, streamsOf, nodeInUse } = stateStreams()

describe('a signature', () => {
  const FINAL = '{"context":{"slot":7},"value":{"err":null}}'
  const status = (confirmationStatus: string | null, err: unknown = null) =>
    JSON.stringify({ context: { slot: 9 }, value: [{ slot: 7, confirmations: null, err, confirmationStatus }] })
  const NONE = '{"context":{"slot":9},"value":[null]}'
  const finalAt = (commitment: string) => [KEY, { commitment, enableReceivedNotification: true }]

  test('is notified once, after "receivedSignature", and then it is over', async () => {
    const [sink, late] = [keepingSink(), keepingSink()]
    fixture.read = () => NONE
    fixture.nodes.useNodes(fixture.only(0))
    const streams = streamsOf('signature', 'once')
    await opened(streams, finalAt('processed'), sink)
    const received = '{"context":{"slot":6},"value":"receivedSignature"}'
    nodeInUse().notify(received)
    nodeInUse().notify(FINAL)
    nodeInUse().notify(FINAL)
    await expectSoon(() => sink.ends, ['finished'])
    expect(sink.results).toEqual([received, FINAL])
    await opened(streams, finalAt('processed'), late)
    expect(nodeInUse().calls.filter(({ method }) => method === 'signatureSubscribe').length).toBe(2)
  })

  test('that was confirmed before is notified all the same, and one that no node notified later', async () => {
    const err = { InstructionError: [0, { Custom: 6001 }] }
    fixture.read = () => status('confirmed', err)
    const [sink, waiting] = [keepingSink(), keepingSink()]
    await opened(streamsOf('signature', 'once'), finalAt('confirmed'), sink)
    await expectSoon(() => sink.ends, ['finished'])
    expect(sink.results.map((text) => JSON.parse(text))).toEqual([{ context: { slot: 7 }, value: { err } }])
    await opened(streamsOf('signature', 'once'), [KEY], waiting)
    await expectSoon(() => fixture.asked.length, 2)
    fixture.nodes.useNodes(fixture.reconnected())
    fixture.clock.skip(10_000)
    fixture.read = () => status(null)
    await expectSoon(() => waiting.ends, ['finished'], 5_000)
    expect(fixture.fakes.flatMap(({ upgrades }) => upgrades).length).toBeLessThanOrEqual(2)
  })

  test('is asked for less and less often while it does not land', async () => {
    fixture.read = () => NONE
    await opened(streamsOf('signature', 'once'), [KEY], keepingSink())
    await expectSoon(() => fixture.asked.length, 1)
    const askedAfter = async (ms: number) => {
      fixture.clock.skip(ms)
      fixture.nodes.useNodes(fixture.only(0, 1))
      await new Promise((resolve) => setTimeout(resolve, 50))
      return fixture.asked.length
    }
    expect([await askedAfter(10_000), await askedAfter(10_000)]).toEqual([2, 2])
    expect([await askedAfter(10_000), await askedAfter(30_000)]).toEqual([3, 3])
    await askedAfter(600_000)
    await askedAfter(600_000)
    await askedAfter(600_000)
    const before = fixture.asked.length
    expect([await askedAfter(300_000), await askedAfter(30_000)]).toEqual([before, before + 1])
  })

  test('is asked for again although the clock is set back by a day', async () => {
    fixture.read = () => NONE
    await opened(streamsOf('signature', 'once'), [KEY], keepingSink())
    await expectSoon(() => fixture.asked.length, 1)
    await new Promise<void>((resolve) => setImmediate(resolve))
    fixture.clock.setForward(-DAY_MS)
    const later = () => {
      fixture.clock.skip(4_000)
      return fixture.asked.length > 1
    }
    await expectSoon(later, true, 5_000)
  })

  test('that was confirmed while no node was there is notified after the failover', async () => {
    const sink = keepingSink()
    fixture.read = () => NONE
    await opened(streamsOf('signature', 'once'), finalAt('finalized'), sink)
    await expectSoon(() => fixture.asked.length, 1)
    fixture.read = () => status('finalized')
    nodeInUse().cut()
    await expectSoon(() => sink.ends, ['finished'])
    expect(sink.results).toEqual([FINAL])
  })

  test('is read again from another node if one does not tell its status', async () => {
    const sink = keepingSink()
    fixture.read = (_, name) => (name === fixture.asked[0]![0] ? undefined : status('finalized'))
    await opened(streamsOf('signature', 'once'), [KEY], sink)
    await expectSoon(() => sink.ends, ['finished'], 15_000)
    expect(new Set(fixture.asked).size).toBe(2)
  })

  test('is read from a node that keeps no history as far as the node knows it', async () => {
    fixture.nodes.useNodes(fixture.only(0))
    let recent = NONE
    fixture.read = (_method, _name, params) => (params.length > 1 ? NO_HISTORY : recent)
    const sink = keepingSink()
    await opened(streamsOf('signature', 'once'), [KEY], sink)
    await expectSoon(() => fixture.asked.length, 2)
    for (let second = 0; second < 5; second++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      fixture.nodes.useNodes(fixture.only(0))
    }
    expect(fixture.asked.length).toBe(2)
    recent = status('finalized')
    fixture.clock.skip(10_000)
    await expectSoon(() => sink.ends, ['finished'])
    expect([sink.results, fixture.asked.length]).toEqual([[FINAL], 3])
  })

  // A null once threw an error in a reading that nothing awaits, which ended the process.
  test.each(['null', '"up"', '{}', '{"context":null,"value":[null]}', '{"context":{},"value":null}'])(
    'is read again from another node if one says %s instead of its status',
    async (answer) => {
      const sink = keepingSink()
      fixture.read = (_, name) => (name === fixture.asked[0]![0] ? answer : status('finalized'))
      await opened(streamsOf('signature', 'once'), [KEY], sink)
      await expectSoon(() => sink.ends, ['finished'], 15_000)
      expect(sink.results).toEqual([FINAL])
    },
  )

  test('whose final event comes before the reply is over at once', async () => {
    fixture.read = () => NONE
    for (const fake of fixture.fakes)
      fake.answer(({ id, method }) =>
        method === 'signatureSubscribe'
          ? {
              raw: [
                `{"jsonrpc":"2.0","method":"signatureNotification","params":{"result":${FINAL},"subscription":4}}`,
                `{"jsonrpc":"2.0","result":4,"id":${id}}`,
              ],
            }
          : undefined,
      )
    const sink = keepingSink()
    await opened(streamsOf('signature', 'once'), [KEY], sink)
    await expectSoon(() => sink.ends, ['finished'])
    expect(sink.results).toEqual([FINAL])
  })
})

test('a node that the account may not ask at the moment keeps the stream', async () => {
  // Subscribing takes the only call of the account.
  const upstreams = ['a', 'b'].map((name) => quietUpstream(fixture.clock, name, { rate: new CallRate(1) }))
  const limited = { ...fixture.only(0, 1), pool: new Pool(upstreams, () => 0) }
  fixture.nodes.useNodes(limited)
  const sink = keepingSink()
  await opened(streamsOf('signature', 'once'), [KEY], sink)
  for (let check = 0; check < 5; check++) {
    fixture.nodes.useNodes(limited)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  expect([fixture.asked, sink.ends]).toEqual([[], []])
  expect(fixture.fakes.flatMap(({ calls }) => calls).map(({ method }) => method)).toEqual(['signatureSubscribe'])
})
