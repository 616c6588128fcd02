import { readFileSync } from 'node:fs'
import { createPublicClient, webSocket } from 'viem'
import { EventSocket, type SocketMessage } from '../../../src/tools/conform/event-socket.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startedEach } from '../../support/started.js'
import { type HeadEvent, HeadLaw } from '../../support/stream-law.js'

const WITHIN_MS = 20_000
const FOR_GOOD_MS = 600_000
const HASH = /^0x[0-9a-f]{64}$/

const mock = startedEach(() => {
  const limits = { dailyCredits: 100_000_000, creditsPerSecond: 1_000_000 }
  return startMock({ port: 0, seed: 'test', blockTimeMs: 150, ...limits, env: {} })
})

const nodeOf = (network: string) => mock.nodes.find((node) => node.network === network)!.url.replace('http', 'ws')
const places = {
  node: () => nodeOf('ethereum-mainnet'),
  gateway: () => mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!.webSocket,
}
const ask = async (method: string, params: readonly unknown[], headers: Record<string, string> = {}) => {
  const { http } = mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return ((await (await fetch(http, { method: 'POST', headers, body })).json()) as { result: never }).result
}
const fault = (wanted: string) => ask('eth_blockNumber', [], { 'X-Mock-Fault': wanted })

/** Holds the heads of a subscription to the law. */
const headsOf = async (url: string) => {
  const socket = await EventSocket.open(url)
  await socket.ask('eth_subscribe', ['newHeads'])
  let read = 0
  const law = new HeadLaw()
  const take = () => {
    for (const { params, method } of socket.messages.slice(read))
      if (method === 'eth_subscription') law.event(params?.result as HeadEvent)
    read = socket.messages.length
    return law
  }
  return { take, close: () => socket.close() }
}

test('heads stay exact where the node skips, doubles and replaces those it announces', async () => {
  const [raw, exact] = [await headsOf(places.node()), await headsOf(places.gateway())]
  await expectSoon(() => exact.take().events >= 2, true, WITHIN_MS)
  await fault('skip=2; double=3')
  const planned = Number(await ask('eth_blockNumber', []))
  await expectSoon(() => Number(exact.take().last?.number) > planned + 6, true, WITHIN_MS)
  await fault('reorg=3; double=2')
  const later = Number(await ask('eth_blockNumber', []))
  await expectSoon(() => Number(exact.take().last?.number) > later + 3, true, WITHIN_MS)
  await fault(`stall=${FOR_GOOD_MS}`)
  const last = (await ask('eth_blockNumber', [])) as string
  await expectSoon(() => exact.take().last?.number, last, WITHIN_MS)
  const numbers = Array.from({ length: 12 }, (_, index) => Number(last) - index).filter((one) => one >= planned)
  const hashes = new Map<number, string>()
  for (const number of numbers) {
    const block = (await ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false])) as HeadEvent
    hashes.set(number, block.hash)
  }
  exact.take().atRest(hashes)
  expect(exact.take().broken).toEqual([])
  // What the node announced breaks the law: a gateway that passed it on would, too.
  const said = raw.take().broken.join('\n')
  expect(said).toContain('has no delivered parent')
  expect(said).toContain('came twice')
  raw.close()
  exact.close()
})

test.each(['node', 'gateway'] as const)('viem watches pending transactions over the %s', async (place) => {
  const client = createPublicClient({ transport: webSocket(places[place](), { keepAlive: false }) })
  const hashes: string[] = []
  const unwatch = client.watchPendingTransactions({ onTransactions: (some) => hashes.push(...some), batch: false })
  await expectSoon(() => hashes.length >= 3, true, WITHIN_MS)
  for (const hash of hashes) expect(hash).toMatch(HASH)
  const sent = await ask('eth_sendRawTransaction', [`0x02${'ab'.repeat(100)}`])
  await expectSoon(() => hashes.includes(sent), true, WITHIN_MS)
  expect(new Set(hashes).size).toBe(hashes.length)
  unwatch()
  const { getRpcClient } = client.transport as unknown as { getRpcClient(): Promise<{ close(): void }> }
  ;(await getRpcClient()).close()
})

test.each(['node', 'gateway'] as const)('whole pending transactions come over the %s', async (place) => {
  const socket = await EventSocket.open(places[place]())
  const { result } = await socket.ask('eth_subscribe', ['newPendingTransactions', true])
  const [event] = await socket.until(1, ({ method }) => method === 'eth_subscription', WITHIN_MS)
  const nowhere = { blockHash: null, blockNumber: null, transactionIndex: null }
  expect(event).toMatchObject({ params: { subscription: result, result: { hash: expect.any(String), ...nowhere } } })
  const { hash } = event!.params!.result as { hash: string }
  expect(await ask('eth_getTransactionByHash', [hash])).toMatchObject({ hash })
  expect(await socket.ask('eth_unsubscribe', [result])).toMatchObject({ result: true })
  expect(await socket.ask('eth_unsubscribe', [result])).toMatchObject({
    error: { code: -32000, message: 'subscription not found' },
  })
  expect(await socket.ask('eth_subscribe', ['nope'])).toMatchObject({
    error: { code: -32601, message: 'no "nope" subscription in eth namespace' },
  })
  socket.close()
})

/** The names of an answer's members, at every depth; agave's version of itself is left out. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const members = Object.entries(value).filter(([name]) => name !== 'apiVersion')
  return Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member)]))
}

interface RecordedFrames {
  readonly node: string
  readonly kind: string
  readonly sent: string
  readonly received: readonly string[]
}

test('the Solana node answers as a recorded one does', async () => {
  const recorded = JSON.parse(
    readFileSync('test/vectors/subscription-frames.json', 'utf8'),
  ) as readonly RecordedFrames[]
  const kinds = /^(account|program|logs|signature|slot)Subscribe|^slotUnsubscribe unknown|^(ping|unknown|getSlot)/
  // Without an encoding surfpool writes base64, and agave a text, as the mock does.
  const left = ['ping without id', 'accountSubscribe no config']
  const wanted = recorded.filter(({ node, kind }) => node === 'surfpool' && kinds.test(kind) && !left.includes(kind))
  expect(wanted.length).toBeGreaterThan(10)
  for (const { kind, sent, received } of wanted) {
    const socket = await EventSocket.open(nodeOf('solana-mainnet'))
    const { method, params = [] } = JSON.parse(sent)
    const messages = received.map((text) => JSON.parse(text) as SocketMessage)
    const reply = messages.find(({ id }) => id !== undefined)!
    const { id: _, ...answer } = await socket.ask(method, withCommitment(params))
    const { id: _id, ...recordedAnswer } = reply
    const isRefused = reply.error !== undefined
    expect([kind, isRefused ? answer : shapeOf(answer)]).toEqual([
      kind,
      isRefused ? recordedAnswer : shapeOf(recordedAnswer),
    ])
    const event = messages.find((message) => message.method !== undefined)
    if (event !== undefined && !kind.includes('Received')) {
      const [got] = await socket.until(1, (message) => message.method !== undefined, WITHIN_MS)
      expect([kind, got!.method, shapeOf(got)]).toEqual([kind, event.method, shapeOf(event)])
    }
    socket.close()
  }
})

/** Nothing is final in the first seconds of a mock. */
const withCommitment = (params: readonly unknown[]): readonly unknown[] =>
  params.map((param) =>
    typeof param === 'object' && param !== null && 'commitment' in param
      ? { ...param, commitment: 'processed' }
      : param,
  )

test('a signature is received, then decided, once each and behind the reply', async () => {
  const socket = await EventSocket.open(nodeOf('solana-mainnet'))
  const config = { commitment: 'confirmed', enableReceivedNotification: true }
  const { result: id } = await socket.ask('signatureSubscribe', ['5'.repeat(87), config])
  const events = await socket.until(2, ({ method }) => method === 'signatureNotification', WITHIN_MS)
  expect(socket.messages[0]).toMatchObject({ result: id })
  const values = events.map(({ params }) => (params!.result as { value: unknown }).value)
  expect(values).toEqual(['receivedSignature', { err: null }])
  const { error } = await socket.ask('signatureUnsubscribe', [id])
  expect(error).toEqual({ code: -32602, message: 'Invalid subscription id.' })
  socket.close()
})
