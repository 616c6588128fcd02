import { toBase58 } from '../../../../src/runtime/base58.js'
import type { EventSink, EventStream } from '../../../../src/server/subscriptions/event-stream.js'
import {
  BUILT_IN_DEFAULTS,
  type NodeStreamOptions,
  NodeStreams,
} from '../../../../src/server/subscriptions/sources/node-stream.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { startedEach } from '../../../support/started.js'
import { keepingSink, startStreamFixture } from '../../../support/stream-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'
import { wakeUpOften } from '../../../support/wake-up-often.js'

const KEY = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const DAY_MS = 86_400_000

const fixture = startedEach(() => startStreamFixture(2))
wakeUpOften()

const streamsOf = (
  name: string,
  state: 'latest' | 'once',
  defaults: NodeStreamOptions['defaults'] = BUILT_IN_DEFAULTS,
) => new NodeStreams({ method: `${name}Subscribe`, unsubscribe: `${name}Unsubscribe`, state, defaults }, fixture.nodes)
const opened = async (streams: NodeStreams, params: readonly unknown[], sink: EventSink): Promise<EventStream> => {
  const stream = await streams.open(params, sink, anOwner('account-1'))
  if ('kind' in stream) throw new Error(`not open: ${stream.kind}`)
  return stream
}
const accountAt = (slot: number, lamports: number) => `{"context":{"slot":${slot}},"value":{"lamports":${lamports}}}`
const nodeInUse = () => fixture.fakes.find(({ openCount }) => openCount > 0)!

describe('a shared state', () => {
  test('has one subscription at a node for all subscribers with equal params, and lives on for those who return', async () => {
    const streams = streamsOf('account', 'latest')
    const sinks = [keepingSink(), keepingSink(), keepingSink()]
    const first = await opened(streams, [KEY, { encoding: 'base64', commitment: 'finalized' }], sinks[0]!)
    await opened(streams, [KEY, { encoding: 'base64', commitment: null }], sinks[1]!)
    const node = nodeInUse()
    expect(node.calls.map(({ params }) => params)).toEqual([[KEY, { encoding: 'base64' }]])
    node.notify(accountAt(5, 1))
    await expectSoon(() => sinks[1]!.results, [accountAt(5, 1)])
    await opened(streams, [KEY, { encoding: 'base64' }], sinks[2]!)
    first.close()
    node.notify(accountAt(6, 2))
    await expectSoon(() => sinks[2]!.results, [accountAt(6, 2)])
    expect(sinks[0]!.results).toEqual([accountAt(5, 1)])
    expect(node.calls.length).toBe(1)
  })

  test('sends no config object where it says nothing', async () => {
    await opened(streamsOf('account', 'latest'), [KEY, { commitment: 'finalized' }], keepingSink())
    expect(nodeInUse().calls[0]!.params).toEqual([KEY])
  })

  test('sends all that a config object says, where no defaults are known, in one order', async () => {
    const streams = streamsOf('own', 'latest', {})
    const config = { commitment: 'finalized', a: 1, b: null }
    await opened(streams, [KEY, config], keepingSink())
    await opened(streams, [KEY, { a: 1, commitment: 'finalized' }], keepingSink())
    expect(nodeInUse().calls.map(({ params }) => params)).toEqual([[KEY, { a: 1, commitment: 'finalized' }]])
    await opened(streams, [KEY, { a: 1 }], keepingSink())
    expect(fixture.fakes.flatMap(({ calls }) => calls).length).toBe(2)
  })

  test("passes on the node's own error, and asks no other node about wrong params", async () => {
    for (const fake of fixture.fakes)
      fake.answer(() => ({ error: { code: -32602, message: 'Invalid pubkey format.' } }))
    const refused = await streamsOf('account', 'latest').open(['nope'], keepingSink(), anOwner('account-1'))
    expect(refused).toMatchObject({ kind: 'node-error', code: -32602, message: 'Invalid pubkey format.' })
    expect(fixture.fakes.flatMap(({ calls }) => calls).length).toBe(1)
  })

  test('asks the next node if one refuses the kind or the connection', async () => {
    fixture.fakes[0]!.answer(() => ({ error: { code: -32091, message: 'Subscription rejected' } }))
    await opened(streamsOf('root', 'latest'), [], keepingSink())
    fixture.fakes[1]!.answer(() => ({ error: { code: -32091, message: 'Subscription rejected' } }))
    expect(await streamsOf('root', 'latest').open([], keepingSink(), anOwner('account-1'))).toMatchObject({
      code: -32091,
    })
    fixture.fakes[1]!.answer(() => undefined)
    fixture.fakes[0]!.refuseWith(401)
    fixture.fakes[0]!.cut()
    await opened(streamsOf('slot', 'latest'), [], keepingSink())
  })

  test('is not offered without a WebSocket, and has no node if none can be reached', async () => {
    for (const fake of fixture.fakes) fake.refuseWith(500)
    expect(await streamsOf('slot', 'latest').open([], keepingSink(), anOwner('account-1'))).toEqual({ kind: 'no-node' })
    fixture.nodes.useNodes({ ...fixture.only(0), upstreams: [] })
    expect(await streamsOf('slot', 'latest').open([], keepingSink(), anOwner('account-1'))).toEqual({
      kind: 'not-offered',
    })
  })
})

describe('the latest state', () => {
  test('is read again when another node takes over, and sent only if it is new', async () => {
    const sink = keepingSink()
    fixture.read = () => accountAt(9, 1)
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
    expect(fixture.asked).toEqual([])
    nodeInUse().notify(accountAt(9, 1))
    await expectSoon(() => sink.results.length, 1)
    nodeInUse().cut()
    await expectSoon(() => fixture.asked.length, 1)
    // The answer is that of a node behind the one before.
    fixture.read = () => accountAt(8, 7)
    await expectSoon(() => fixture.fakes.map(({ openCount }) => openCount > 0).filter(Boolean).length, 1)
    nodeInUse().cut()
    await expectSoon(() => fixture.asked.length, 2, 10_000)
    fixture.read = () => accountAt(12, 7)
    await expectSoon(() => fixture.fakes.filter(({ openCount }) => openCount > 0).length, 1)
    nodeInUse().cut()
    await expectSoon(() => sink.results, [accountAt(9, 1), accountAt(12, 7)], 10_000)
    expect(sink.ends).toEqual([])
  })

  test('ends with a reason after a bug', async () => {
    const sink = keepingSink()
    const bug = new Error('unforeseen')
    fixture.read = () => {
      throw bug
    }
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
    nodeInUse().cut()
    await expectSoon(() => sink.ends, ['stream_broken'], 10_000)
    expect(fixture.bugs).toEqual([bug])
  })

  test.each(['null', '7', '{"context":null,"value":null}', '{"context":{"slot":1}}'])(
    'stays as it was while its new node says %s instead of it',
    async (answer) => {
      const sink = keepingSink()
      fixture.read = () => answer
      await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
      nodeInUse().cut()
      await expectSoon(() => fixture.asked.length > 0, true, 10_000)
      fixture.read = () => accountAt(9, 1)
      await expectSoon(() => sink.results, [accountAt(9, 1)], 10_000)
      expect(sink.ends).toEqual([])
    },
  )

  test('of the largest account arrives', async () => {
    const sink = keepingSink()
    const largest = `{"context":{"slot":1},"value":{"data":["${'A'.repeat(13_981_016)}","base64"]}}`
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
    nodeInUse().notify(largest)
    await expectSoon(() => sink.results.map(({ length }) => length), [largest.length])
  })

  test('of an account that is gone is an empty one of the system program', async () => {
    const sink = keepingSink()
    fixture.read = () => '{"context":{"slot":20},"value":null}'
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
    nodeInUse().cut()
    await expectSoon(() => sink.results.length, 1)
    expect(JSON.parse(sink.results[0]!)).toEqual({
      context: { slot: 20 },
      value: {
        data: ['', 'base64'],
        executable: false,
        lamports: 0,
        owner: '1'.repeat(32),
        rentEpoch: 0,
        space: 0,
      },
    })
  })

  test.each([
    ['no encoding', undefined, 129, 'error: data too large for bs58 encoding'],
    ['no encoding', undefined, 128, toBase58(Buffer.alloc(128, 7))],
    ['no encoding', undefined, 0, ''],
    ['base58', 'base58', 129, ['error: data too large for bs58 encoding', 'base58']],
    ['base58', 'base58', 3, [toBase58(Buffer.alloc(3, 7)), 'base58']],
  ])('with %s is read in base64, which a node never refuses, and sent as a node notifies it', async (...row) => {
    const [, encoding, bytes, data] = row
    const sink = keepingSink()
    const account = (data: unknown) =>
      `{"context":{"slot":20},"value":{"data":${JSON.stringify(data)},"rentEpoch":18446744073709551615}}`
    const read = account([Buffer.alloc(bytes, 7).toString('base64'), 'base64'])
    fixture.read = (_method, _name, [, config]) =>
      (config as { encoding?: string } | undefined)?.encoding === 'base64' ? read : undefined
    await opened(streamsOf('account', 'latest'), [KEY, { commitment: 'confirmed', encoding: encoding ?? null }], sink)
    nodeInUse().cut()
    await expectSoon(() => fixture.asked.length, 1, 10_000)
    await expectSoon(() => sink.results, [account(data)])
    // The node then notifies the same state.
    nodeInUse().notify(account(data))
    nodeInUse().notify(accountAt(21, 1))
    await expectSoon(() => sink.results, [account(data), accountAt(21, 1)])
    expect(fixture.asked.length).toBe(1)
  })

  test('has slots that never go back, and the same state of a slot once', async () => {
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0))
    await opened(streamsOf('slot', 'latest'), [], sink)
    const slots = [5, 4, 6, 6, 3, 8]
    for (const slot of slots) nodeInUse().notify(`{"parent":1,"root":1,"slot":${slot}}`)
    await expectSoon(() => sink.results.map((text) => JSON.parse(text).slot), [5, 6, 8])
    const roots = keepingSink()
    await opened(streamsOf('root', 'latest'), [], roots)
    for (const root of [7, 7, 6, 9]) nodeInUse().notify(String(root))
    await expectSoon(() => roots.results, ['7', '9'])
  })

  test('leaves a node that starts anew, and ends without another one', async () => {
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0))
    await opened(streamsOf('root', 'latest'), [], sink)
    nodeInUse().notify('5000')
    nodeInUse().notify('1')
    await expectSoon(() => fixture.fakes[0]!.calls.length, 2)
    fixture.clock.skip(31_000)
    await expectSoon(() => sink.ends, ['no_node'], 5_000)
    expect(sink.results).toEqual(['5000'])
  })

  test('uses a node again that was too far back, once a poll shows that it has caught up', async () => {
    const [a, b] = fixture.fakes
    const { health } = fixture.upstreams[0]!
    const sink = keepingSink()
    const subscribed = () => a!.calls.filter(({ method }) => method === 'rootSubscribe').length
    fixture.nodes.useNodes(fixture.only(0))
    await opened(streamsOf('root', 'latest'), [], sink)
    // The last poll was made before the node was reset.
    Object.assign(health, { head: 5_000n, headAskedMs: fixture.clock.nowMs - 1 })
    a!.notify('5000')
    a!.notify('1')
    await expectSoon(() => a!.calls.length, 2)
    fixture.nodes.useNodes(fixture.only(0, 1))
    await expectSoon(() => b!.calls.length, 1)
    expect(subscribed()).toBe(1)
    Object.assign(health, { head: 4_500n, headAskedMs: fixture.clock.nowMs })
    b!.refuseWith(503)
    b!.cut()
    await expectSoon(subscribed, 2, 5_000)
    a!.notify('5001')
    await expectSoon(() => sink.results, ['5000', '5001'])
    expect(sink.ends).toEqual([])
  })

  test.each([undefined, 41n])(
    'ends if its node stays below it, as one whose chain began anew (polled at %s)',
    async (head) => {
      const sink = keepingSink()
      fixture.nodes.useNodes(fixture.only(0))
      await opened(streamsOf('root', 'latest'), [], sink)
      fixture.upstreams[0]!.health.head = head
      nodeInUse().notify('300')
      nodeInUse().notify('40')
      await expectSoon(() => sink.results, ['300'])
      const later = () => {
        fixture.clock.skip(4_000)
        fixture.nodes.useNodes(fixture.only(0))
        return sink.ends
      }
      await expectSoon(later, ['stream_broken'])
      const next = keepingSink()
      await opened(streamsOf('root', 'latest'), [], next)
      nodeInUse().notify('41')
      await expectSoon(() => next.results, ['41'])
    },
  )

  test.each([
    ['was below it for a moment', undefined, ['301', '300', '302']],
    ['has caught up without an event', 400n, ['302', '301']],
  ])('goes on if its node %s', async (_, head, roots) => {
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0))
    await opened(streamsOf('root', 'latest'), [], sink)
    fixture.upstreams[0]!.health.head = head
    for (const root of roots) nodeInUse().notify(root, '1')
    // The reply to this call comes after the notifications.
    await opened(streamsOf('slot', 'latest'), [], keepingSink())
    for (let time = 0; time < 3; time++) {
      fixture.clock.skip(20_000)
      fixture.nodes.useNodes(fixture.only(0))
    }
    nodeInUse().notify('303', '1')
    await expectSoon(() => sink.results.at(-1), '303')
    expect(sink.ends).toEqual([])
  })

  test.each([
    ['goes on if its node has caught up', accountAt(1_100, 1), [], [accountAt(1_000, 1), accountAt(1_200, 3)]],
    ['goes on from what has changed there', accountAt(1_100, 2), [], [accountAt(1_000, 1), accountAt(1_100, 2)]],
    ['ends if its node is still below it', accountAt(998, 2), ['stream_broken'], [accountAt(1_000, 1)]],
  ])('of an account is read after a late event of a node that is not polled, and %s', async (...row) => {
    const [, read, ends, results] = row
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0))
    fixture.read = () => read
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64' }], sink)
    nodeInUse().notify(accountAt(1_000, 1))
    nodeInUse().notify(accountAt(998, 2))
    // The reply to this call comes after the notifications.
    await opened(streamsOf('slot', 'latest'), [], keepingSink())
    const check = () => {
      fixture.clock.skip(11_000)
      fixture.nodes.useNodes(fixture.only(0))
    }
    check()
    check()
    await expectSoon(() => fixture.asked, ['a getAccountInfo'])
    for (let time = 0; time < 3; time++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      check()
    }
    if (ends.length === 0) nodeInUse().notify(accountAt(1_200, 3), '1')
    await expectSoon(() => sink.results.slice(0, 2), results)
    await expectSoon(() => [sink.ends, fixture.asked], [ends, ['a getAccountInfo']])
  })

  test('moves from a node that falls behind, is cordoned, or is gone after a reload', async () => {
    const sink = keepingSink()
    await opened(streamsOf('slot', 'latest'), [], sink)
    const [first, second] = nodeInUse() === fixture.fakes[0] ? [0, 1] : [1, 0]
    fixture.clock.skip(5_000)
    fixture.upstreams[first]!.health.setBehind('lag')
    await expectSoon(
      () => fixture.fakes[first]!.calls.map(({ method }) => method),
      ['slotSubscribe', 'slotUnsubscribe'],
    )
    expect(fixture.fakes[second]!.calls.length).toBe(1)
    fixture.upstreams[first]!.health.setBehind(undefined)
    fixture.upstreams[second]!.health.cordon(true)
    fixture.clock.skip(5_000)
    // The stream has moved when it has left the other node.
    await expectSoon(() => [first, second].map((index) => fixture.fakes[index]!.calls.length), [3, 2])
    fixture.upstreams[second]!.health.cordon(false)
    fixture.nodes.useNodes(fixture.only(second))
    await expectSoon(() => fixture.fakes[second]!.calls.length, 3)
    expect(fixture.fakes[first]!.upgrades.length).toBe(1)
    fixture.fakes[second]!.notify('{"slot":3}')
    await expectSoon(() => sink.results, ['{"slot":3}'])
  })

  test('stays where its node stays at a reload', async () => {
    const sink = keepingSink()
    await opened(streamsOf('slot', 'latest'), [], sink)
    const node = nodeInUse()
    fixture.nodes.useNodes(fixture.only(0, 1))
    node.notify('{"slot":3}')
    await expectSoon(() => sink.results, ['{"slot":3}'])
    expect(fixture.fakes.flatMap(({ calls }) => calls).length).toBe(1)
  })

  test('ends when no node is left for half a minute', async () => {
    const sink = keepingSink()
    await opened(streamsOf('slot', 'latest'), [], sink)
    for (const fake of fixture.fakes) fake.refuseWith(503)
    nodeInUse().cut()
    await expectSoon(() => fixture.fakes.every(({ openCount }) => openCount === 0), true)
    fixture.clock.skip(29_000)
    expect(sink.ends).toEqual([])
    // The stream may notice the loss only after the clock was put forward.
    const later = () => {
      fixture.clock.skip(2_000)
      return sink.ends
    }
    await expectSoon(later, ['no_node'], 5_000)
  })

  test('ends although the clock is set back by a day while no node is left', async () => {
    const sink = keepingSink()
    await opened(streamsOf('slot', 'latest'), [], sink)
    const other = fixture.fakes.find(({ openCount }) => openCount === 0)!
    for (const fake of fixture.fakes) fake.refuseWith(503)
    nodeInUse().cut()
    // The stream has noticed the loss when it turns to the other node.
    await expectSoon(() => other.upgrades.length > 0, true)
    fixture.clock.setForward(-DAY_MS)
    const later = () => {
      fixture.clock.skip(4_000)
      return sink.ends
    }
    await expectSoon(later, ['no_node'], 5_000)
  })
})

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
  const upstreams = ['a', 'b'].map((name) => quietUpstream(fixture.clock, name, { callsPerSecond: 1 }))
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
