import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { connectUpstream } from '../../../../src/server/upstreams/transport/connect.js'
import { callStart } from '../../../../src/wire/json/node-messages.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { ask, type RawNode, startRawNode } from '../../../support/raw-node.js'

const sink = { head: () => {}, chunk: () => true, end: () => {}, fail: () => {} }
const body = [callStart(1), '"method":"eth_chainId","params":[]}']

let node: RawNode
beforeEach(async () => {
  node = await startRawNode(() => {})
})
afterEach(() => node.stop())

/** Four connections to a node that does not answer, of which one account may have three. */
const connected = (kind: { share: 'off' | 'batch'; gzip: boolean }) =>
  connectUpstream(
    { url: `http://127.0.0.1:${node.port}`, ...kind },
    { maxConnections: 4, maxWaiting: 100, maxAnswerBytes: 1_000, onSharing: () => {} },
  )

test.each([
  ['alone', { share: 'off', gzip: false }],
  ['alone, by gzip', { share: 'off', gzip: true }],
  ['alone, although it may be shared', { share: 'batch', gzip: false }],
] as const)(
  'a call %s waits for a connection, and for a turn if its account has its share of them',
  async (_, kind) => {
    const transport = connected(kind)
    const account = new AccountShare()
    const exchanges = [1, 2, 3, 4].map(() => transport.exchange(body, sink, false, account))
    expect(exchanges.map(({ waitsFor }) => waitsFor)).toEqual(Array(4).fill('connection'))
    await expectSoon(() => exchanges.map(({ waitsFor }) => waitsFor), [undefined, undefined, undefined, 'turn'])
    for (const exchange of exchanges) exchange.abort()
    expect(exchanges.map(({ waitsFor }) => waitsFor)).toEqual(Array(4).fill(undefined))
    await transport.close()
  },
)

test('calls that share a round trip wait as one', async () => {
  const transport = connected({ share: 'batch', gzip: true })
  const account = new AccountShare()
  const exchanges = [1, 2, 3].map(() => transport.exchange(body, sink, false, account))
  await expectSoon(() => node.calls.length, 3)
  exchanges.push(...[1, 2].map(() => transport.exchange(body, sink, true, account)))
  await new Promise((resolve) => setImmediate(resolve))
  exchanges.push(transport.exchange(body, sink, true, account))
  await new Promise((resolve) => setImmediate(resolve))
  const waiting = exchanges.slice(3)
  expect(waiting.map(({ waitsFor }) => waitsFor)).toEqual(['turn', 'turn', 'turn'])
  exchanges[0]!.abort()
  await expectSoon(() => waiting.map(({ waitsFor }) => waitsFor), [undefined, undefined, 'turn'])
  for (const exchange of exchanges) exchange.abort()
  await transport.close()
})

test('while all connections carry calls, an account without one waits for a turn, and a call of the gateway is sent', async () => {
  const transport = connected({ share: 'off', gzip: false })
  const [greedy, other, third] = [new AccountShare(), new AccountShare(), new AccountShare()]
  const exchanges = [1, 2, 3].map(() => transport.exchange(body, sink, false, greedy))
  await expectSoon(() => node.calls.length, 3)
  exchanges.push(transport.exchange(body, sink, false, other))
  await expectSoon(() => node.calls.length, 4)
  const waiting = transport.exchange(body, sink, false, third)
  expect(waiting.waitsFor).toBe('turn')
  const own = [transport.exchange(body, sink), transport.exchange(body, sink)]
  await expectSoon(() => [node.calls.length, ...own.map(({ waitsFor }) => waitsFor)], [5, undefined, 'turn'])
  // The further connection stays the gateway's.
  node.calls[4]!.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
  await expectSoon(() => [node.calls.length, own[1]!.waitsFor, waiting.waitsFor], [6, undefined, 'turn'])
  node.calls[5]!.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
  exchanges[3]!.abort()
  await expectSoon(() => [node.calls.length, waiting.waitsFor], [7, undefined])
  expect(node.sockets.length).toBe(5)
  for (const exchange of [...exchanges, waiting]) exchange.abort()
  await transport.close()
})

test('a node that takes no connection above the limit fails no call of an account, and says nothing about itself', async () => {
  const transport = connected({ share: 'off', gzip: false })
  const [greedy, other, third] = [new AccountShare(), new AccountShare(), new AccountShare()]
  const calls = [1, 2, 3].map(() => ask(transport, '{}', {}, false, greedy))
  await expectSoon(() => node.calls.length, 3)
  calls.push(ask(transport, '{}', {}, false, other))
  await expectSoon(() => node.calls.length, 4)
  node.refuse()
  const waiting = ask(transport, '{}', {}, false, third)
  const own = ask(transport)
  expect(own.exchange.waitsFor).toBe('connection')
  await expectSoon(() => own.exchange.waitsFor, 'turn')
  expect([own.count(), waiting.exchange.waitsFor, waiting.count()]).toEqual([0, 'turn', 0])
  node.calls[3]!.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')
  await expectSoon(() => [node.calls.length, own.exchange.waitsFor], [5, undefined])
  for (const { exchange } of [...calls, own, waiting]) exchange.abort()
  await transport.close()
})
