import { anOwner } from '../../../support/event-streams.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { accountAt, KEY, stateStreams } from '../../../support/state-streams.js'
import { keepingSink, opened } from '../../../support/stream-nodes.js'

const { fixture, streamsOf, nodeInUse } = stateStreams()

describe('a shared state', () => {
  test('has one subscription at a node for all subscribers with equal params', async () => {
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
