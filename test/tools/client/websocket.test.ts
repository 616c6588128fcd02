import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { jest } from '@jest/globals'
import { WebSocket } from 'ws'
import { EvmClient } from '../../../generated/client/src/index.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startServer } from './answering-server.js'

const HASH = `0x${'0'.repeat(64)}` as const

describe('a WebSocket that breaks', () => {
  test('fails the calls in flight at once, and is opened again by the next', async () => {
    const server = await startServer((text) => {
      const { id, method } = JSON.parse(text) as { id: number; method: string }
      if (method === 'eth_getTransactionReceipt') return 'silence'
      return method === 'eth_chainId' ? 'drop' : { text: `{"jsonrpc":"2.0","id":${id},"result":"0x36"}` }
    })
    const client = new EvmClient({ url: server.wsUrl })
    const waiting = client.eth_getTransactionReceipt(HASH)
    const outcomes = Promise.allSettled([waiting, client.eth_chainId()])
    const lost = { status: 'rejected', reason: { name: 'transport-error', reason: 'connection' } }
    expect(await outcomes).toMatchObject([lost, lost])
    expect(await Promise.all([client.eth_blockNumber(), client.eth_blockNumber()])).toEqual(['0x36', '0x36'])
    expect(server.sockets()).toBe(2)
    client.close()
    await server.close()
  })

  test('says the status of a refused handshake, and waits longer after each', async () => {
    let asked = 0
    const refusing = createServer().on('upgrade', (_, socket) => {
      asked += 1
      socket.on('error', () => {})
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    })
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
    const { port } = refusing.address() as AddressInfo
    const client = new EvmClient({ url: `ws://127.0.0.1:${port}/ws/v3/secret-key` })
    const started = performance.now()
    for (const _ of [1, 2, 3])
      await expect(client.eth_blockNumber()).rejects.toMatchObject({ reason: 'refused', httpStatus: 401 })
    // 100 ms before the second attempt, 200 before the third.
    expect(performance.now() - started).toBeGreaterThan(280)
    await expectSoon(() => asked, 3)
    await expect(client.eth_blockNumber({ timeoutMs: 20 })).rejects.toMatchObject({ reason: 'timeout' })
    client.close()
    await new Promise((resolve) => refusing.close(resolve))
  })
})

describe('a WebSocket that died silently', () => {
  const now = performance.now.bind(performance)
  let laterMs = 0
  beforeEach(() => {
    laterMs = 0
    jest.spyOn(performance, 'now').mockImplementation(() => now() + laterMs)
  })
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('is given up once a gateway would have answered, and no sooner', async () => {
    const server = await startServer((text) => {
      const { id, method } = JSON.parse(text) as { id: number; method: string }
      const isDead = server.sockets() === 1 && method !== 'eth_chainId'
      return isDead ? 'silence' : { text: `{"jsonrpc":"2.0","id":${id},"result":"0x36"}` }
    })
    const client = new EvmClient({ url: server.wsUrl })
    await client.eth_chainId()
    laterMs = 3_600_000
    const waiting = client.eth_getTransactionReceipt(HASH)
    const lost = expect(waiting).rejects.toMatchObject({ reason: 'connection', method: 'eth_getTransactionReceipt' })
    // The time limit of a caller proves nothing.
    for (const _ of [1, 2])
      await expect(client.eth_blockNumber({ timeoutMs: 20 })).rejects.toMatchObject({ reason: 'timeout' })
    expect([await client.eth_chainId(), server.sockets()]).toEqual(['0x36', 1])
    await expect(client.eth_blockNumber({ timeoutMs: 20 })).rejects.toMatchObject({ reason: 'timeout' })
    laterMs += 15_000
    expect([await client.eth_blockNumber(), server.sockets()]).toEqual(['0x36', 2])
    await lost
    client.close()
    await server.close()
  })
})

/** A WebSocket whose error says nothing, as in a browser. */
class SilentSocket extends WebSocket {
  override addEventListener(type: never, listener: (event: object) => void): void {
    super.addEventListener(type, (event: object) => listener(type === 'error' ? {} : event))
  }
}

test.each([
  [
    401,
    { code: -33100, message: 'Unauthorized', data: { name: 'unauthorized' } },
    { reason: 'refused', httpStatus: 401 },
  ],
  [401, undefined, { reason: 'connection' }],
  [503, { code: -33200, message: 'Try again', data: { name: 'ledger-unavailable' } }, { reason: 'connection' }],
])('a browser asks over HTTP why a handshake failed: %d, %j', async (status, error, reason) => {
  const server = await startServer(() => ({ status, text: JSON.stringify({ jsonrpc: '2.0', id: null, error }) }))
  server.refuseSockets()
  const client = new EvmClient({ url: server.wsUrl, webSocket: SilentSocket as never })
  await expect(client.eth_blockNumber()).rejects.toMatchObject(reason)
  expect(server.received).toEqual([expect.not.stringContaining('"id"')])
  client.close()
  await server.close()
})

test('a closed client ends a handshake that hangs', async () => {
  const accepted: Socket[] = []
  const mute = createTcpServer((socket) => accepted.push(socket.resume()))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const client = new EvmClient({ url: `ws://127.0.0.1:${(mute.address() as AddressInfo).port}/ws/v3/KEY` })
  const call = expect(client.eth_blockNumber()).rejects.toMatchObject({ reason: 'closed' })
  await expectSoon(() => accepted.length, 1)
  client.close()
  await call
  await expectSoon(() => accepted[0]!.closed, true)
  await new Promise((resolve) => mute.close(resolve))
})

const REFUSAL = { text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"Internal error"}}' }
test.each([
  ['break with a WebSocket', 'drop', 'wsUrl', false],
  ['break with a batch over HTTP', 'drop', 'httpUrl', true],
  ['are refused with a batch over a WebSocket', REFUSAL, 'wsUrl', true],
  ['are refused with a batch over HTTP', REFUSAL, 'httpUrl', true],
] as const)('calls that %s have errors of their own methods', async (_, answer, url, batch) => {
  const server = await startServer((text) => (text.includes('eth_blockNumber') ? answer : 'silence'))
  const client = new EvmClient({ url: server[url], batch })
  const outcomes = await Promise.allSettled([client.eth_getTransactionReceipt(HASH), client.eth_blockNumber()])
  // The client decides by a call's method whether to repeat it.
  const reasons = [{ method: 'eth_getTransactionReceipt' }, { method: 'eth_blockNumber' }]
  expect(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason)).toMatchObject(reasons)
  client.close()
  await server.close()
})

test('params that no JSON can hold fail their call, and the connection stays', async () => {
  const server = await startServer((text) => ({ text: `{"jsonrpc":"2.0","id":${JSON.parse(text).id},"result":"0x1"}` }))
  const client = new EvmClient({ url: server.wsUrl })
  await client.eth_blockNumber()
  await expect(client.eth_getTransactionReceipt(1n as never)).rejects.toThrow(TypeError)
  const wrong = { method: 'eth_getTransactionReceipt', params: [1n as never] } as const
  await expect(client.batch([wrong])).rejects.toThrow(TypeError)
  expect(await client.eth_blockNumber()).toBe('0x1')
  expect(server.sockets()).toBe(1)
  client.close()
  await server.close()
})

test('a limit that no timer can hold is no limit', async () => {
  const server = await startServer((text) => ({ text: `{"jsonrpc":"2.0","id":${JSON.parse(text).id},"result":"0x1"}` }))
  const client = new EvmClient({ url: server.wsUrl, timeoutMs: Number.POSITIVE_INFINITY })
  expect(await client.eth_blockNumber()).toBe('0x1')
  expect(await client.eth_blockNumber({ timeoutMs: 2 ** 31 })).toBe('0x1')
  client.close()
  await server.close()
})

test('a member of a batch that is neither a result nor an error fails alone', async () => {
  const server = await startServer((text) => {
    const [first, second] = JSON.parse(text) as { id: number }[]
    return { text: `[{"jsonrpc":"2.0","id":${first!.id}},{"jsonrpc":"2.0","id":${second!.id},"result":"0x1"}]` }
  })
  const client = new EvmClient({ url: server.wsUrl })
  const replies = await client.batch([
    { method: 'eth_getTransactionReceipt', params: [HASH] },
    { method: 'eth_blockNumber', params: [] },
  ])
  const error = { reason: 'bad-answer', method: 'eth_getTransactionReceipt' }
  expect(replies).toMatchObject([{ error }, { result: '0x1' }])
  client.close()
  await server.close()
})

test('a batch that is refused under the id of its first call fails, and no other', async () => {
  const server = await startServer((text) => {
    const calls = JSON.parse(text) as { id: number }[]
    const error = { code: -32600, message: 'Invalid Request' }
    return calls.length === 2 ? 'silence' : { text: JSON.stringify({ jsonrpc: '2.0', id: calls[0]!.id, error }) }
  })
  const client = new EvmClient({ url: server.wsUrl })
  const batchOf = (length: number) =>
    client.batch(Array.from({ length }, () => ({ method: 'eth_blockNumber', params: [] }) as const))
  const older = Promise.allSettled([batchOf(2)])
  await expect(batchOf(3)).rejects.toMatchObject({ name: 'node-error', code: -32600 })
  client.close()
  expect(await older).toMatchObject([{ reason: { reason: 'closed' } }])
  await server.close()
})
