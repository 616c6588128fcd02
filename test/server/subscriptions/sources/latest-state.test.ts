import { toBase58 } from '../../../../src/runtime/base58.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { accountAt, KEY, stateStreams } from '../../../support/state-streams.js'
import { keepingSink, opened } from '../../../support/stream-nodes.js'

const DAY_MS = 86_400_000

const { fixture, streamsOf, nodeInUse } = stateStreams()

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

  test.each([
    ['base64', ['', 'base64']],
    ['base64+zstd', ['KLUv/SAAAQAA', 'base64+zstd']],
    ['jsonParsed', ['', 'base64']],
    [undefined, ''],
    ['binary', ''],
  ])('of an account that is gone is an empty one of the system program, in %s', async (encoding, data) => {
    const sink = keepingSink()
    fixture.read = () => '{"context":{"slot":20},"value":null}'
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: encoding ?? null }], sink)
    nodeInUse().cut()
    await expectSoon(() => sink.results.length, 1)
    expect(JSON.parse(sink.results[0]!)).toEqual({
      context: { slot: 20 },
      value: {
        data,
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
    ['binary', 'binary', 3, toBase58(Buffer.alloc(3, 7))],
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

  test('is read whole, as nodes notify it whatever slice was asked for', async () => {
    const sink = keepingSink()
    const asked: unknown[] = []
    fixture.read = (_method, _name, params) => {
      asked.push(params)
      return accountAt(20, 1)
    }
    const dataSlice = { offset: 0, length: 8 }
    await opened(streamsOf('account', 'latest'), [KEY, { encoding: 'base64', dataSlice }], sink)
    expect(nodeInUse().calls.map(({ params }) => params)).toEqual([[KEY, { dataSlice, encoding: 'base64' }]])
    nodeInUse().notify(accountAt(20, 1))
    await expectSoon(() => sink.results, [accountAt(20, 1)])
    nodeInUse().cut()
    await expectSoon(() => asked, [[KEY, { encoding: 'base64' }]])
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

  test.each([
    [undefined, '300', '40'],
    [41n, '300', '40'],
    // Its poll leads to another node than its WebSocket.
    [5_000n, '5000', '40'],
  ])('ends if its node stays below it, as one whose chain began anew (polled at %s)', async (head, newest, below) => {
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0))
    await opened(streamsOf('root', 'latest'), [], sink)
    fixture.upstreams[0]!.health.head = head
    nodeInUse().notify(newest)
    nodeInUse().notify(below)
    await expectSoon(() => sink.results, [newest])
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
  })

  test('moves once to another node if its node sends slots that are far back', async () => {
    const sink = keepingSink()
    fixture.nodes.useNodes(fixture.only(0, 1))
    await opened(streamsOf('root', 'latest'), [], sink)
    const [first, second] = nodeInUse() === fixture.fakes[0] ? [0, 1] : [1, 0]
    fixture.upstreams[first]!.health.head = 5_000n
    fixture.fakes[first]!.notify('5000')
    fixture.fakes[first]!.notify('40')
    await expectSoon(() => sink.results, ['5000'])
    const isAtSecond = () => {
      fixture.clock.skip(4_000)
      fixture.nodes.useNodes(fixture.only(0, 1))
      return fixture.fakes[second]!.openCount > 0 && fixture.fakes[second]!.calls.length > 0
    }
    await expectSoon(isAtSecond, true)
    await expectSoon(() => fixture.fakes[first]!.calls.at(-1)?.method, 'rootUnsubscribe')
    fixture.fakes[second]!.notify('5001')
    await expectSoon(() => sink.results, ['5000', '5001'])
    expect(sink.ends).toEqual([])
  })

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
