import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { openSocket, refusedUpgrade } from '../../support/web-socket.js'

/**
 * A masked text frame, as a client that writes its own WebSocket sends it; for texts under 126
 * bytes.
 */
const frame = (text: string): Buffer => {
  const mask = randomBytes(4)
  const body = Buffer.from(text).map((byte, index) => byte ^ mask[index % 4]!)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, body])
}
/** A masked text frame of blanks, for lengths that take two bytes. */
const longFrame = (length: number): Buffer => {
  const head = Buffer.from([0x81, 0xfe, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(length, 2)
  return Buffer.concat([head, Buffer.alloc(length, 0x20)])
}
/** A close frame with a code, behind the handshake. */
const closeFrame = (code: number): RegExp =>
  new RegExp(`\\r\\n\\r\\n\x88.${String.fromCharCode(code >> 8, code & 0xff)}`)
/** More than the system keeps for a reader that pauses. */
const OFFERED_BYTES = 64_000_000
const handshake = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`

describe('the end of a WebSocket', () => {
  let upstream: FakeUpstream
  let gateway: TestGateway
  let isStopped: boolean
  beforeEach(async () => {
    isStopped = false
    upstream = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
    gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      limits: { drainTimeoutMs: 20_000 },
    })
  })
  afterEach(async () => {
    if (!isStopped) await gateway.stop()
    await upstream.stop()
  })
  const path = async () => `/eth/ws/v3/${await gateway.addKey()}`

  test('a drain answers what is in flight, takes nothing more, closes with 1001, and readyz says so at once', async () => {
    const [busy, idle] = [
      await openSocket(gateway.url + (await path())),
      await openSocket(gateway.url + (await path())),
    ]
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    upstream.setScript(() => mayAnswer.then(() => ({ resultText: '"0x1"' })))
    busy.send(callOf('eth_blockNumber', [], 'in flight'))
    const overHttp = post(url, callOf('eth_getTransactionReceipt', [HASH], 'over http'))
    while (upstream.requests.length < 2) await wait(5)
    isStopped = true
    const stopped = gateway.stop()
    expect((await fetch(`${gateway.adminUrl}/readyz`)).status).toBe(503)
    busy.send(callOf('eth_chainId', [], 'too late'))
    expect((await idle.closed).code).toBe(1001)
    answer()
    expect((await busy.closed).code).toBe(1001)
    expect(busy.messages).toEqual(['{"jsonrpc":"2.0","id":"in flight","result":"0x1"}'])
    const reply = await overHttp
    expect([reply.status, reply.json.id]).toEqual([200, 'over http'])
    await stopped
    await expect(post(url, STORAGE_CALL)).rejects.toThrow('fetch failed')
  })

  test.each<[string, Error | undefined, RegExp]>([
    ['is opened, and closed with 1001', undefined, closeFrame(1001)],
    ['is refused with 503 if the store is away', new StoreAway('away'), /^HTTP\/1\.1 503 .*ledger_unavailable/s],
  ])('an upgrade whose key is looked up when a drain begins %s', async (_, error, answer) => {
    const text = handshake(await path())
    const find = gateway.accounts.findByKeyHash
    let found = () => {}
    const isFound = new Promise<void>((resolve) => (found = resolve))
    const finding = jest.spyOn(gateway.accounts, 'findByKeyHash').mockImplementation(async (hash) => {
      await isFound
      if (error !== undefined) throw error
      return find(hash)
    })
    const connection = rawConnection(gateway.url)
    connection.write(text)
    await expectSoon(() => finding.mock.calls.length, 1)
    isStopped = true
    const stopped = gateway.stop()
    // The drain looks more than once for what is left.
    await wait(100)
    found()
    expect(await connection.until(answer)).toMatch(answer)
    connection.socket.destroy()
    await stopped
  })

  test('a client that ignores being closed gets nothing more done', async () => {
    const connection = rawConnection(gateway.url)
    connection.write(handshake(await path()))
    await connection.until(/\r\n\r\n/)
    connection.write(frame('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'))
    await connection.until(/"result":"0x1"\}/)
    await gateway.accounts.revokeKey(gateway.last.keyId)
    await connection.until(/unauthorized/)
    for (let round = 0; round < 20; round++) connection.write(frame('{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}'))
    await wait(100)
    expect(upstream.requests.length).toBe(1)
    connection.socket.destroy()
  })

  test('a call is not charged that is in flight when its key is revoked', async () => {
    upstream.setScript(({ json }) => (json.method === 'eth_chainId' ? { resultText: '"0x1"' } : { hang: true }))
    const connection = rawConnection(gateway.url)
    connection.write(handshake(await path()))
    await connection.until(/\r\n\r\n/)
    const { accountId, keyId } = gateway.last
    const url = `${gateway.url}/eth/v3/${await gateway.addKey({ accountId })}`
    await post(url, callOf('eth_chainId'))
    const remaining = async () => (await post(url, callOf('eth_none'))).headers.get('x-credits-remaining')
    const before = await remaining()
    const asked = upstream.requests.length
    connection.write(frame(JSON.stringify(STORAGE_CALL)))
    await expectSoon(() => upstream.requests.length, asked + 1)
    await gateway.accounts.revokeKey(keyId)
    // The client answers with no close frame.
    await connection.until(/unauthorized/)
    await expectSoon(() => upstream.abortedCount, 1)
    expect(await remaining()).toBe(before)
    connection.socket.destroy()
  })

  test.each<[string, number, Buffer, Buffer]>([
    ['a broken frame', 1002, Buffer.from([0x83, 0x00]), Buffer.alloc(65_536)],
    ['a binary message', 1003, Buffer.from([0x82, 0x80, 0, 0, 0, 0]), longFrame(60_000)],
  ])('a client that goes on sending after %s is closed, and soon no longer read', async (_, code, cause, more) => {
    const connection = rawConnection(gateway.url, { allowHalfOpen: true })
    const { socket } = connection
    connection.write(handshake(await path()))
    await connection.until(/\r\n\r\n/)
    connection.write(cause)
    await connection.until(closeFrame(code))
    const send = () => {
      while (socket.bytesWritten < OFFERED_BYTES && socket.write(more));
    }
    socket.on('drain', send)
    send()
    // ws waits 30 seconds for the client's close frame.
    await expectSoon(() => socket.closed, true, 10_000)
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(OFFERED_BYTES / 2)
  })

  test('a call sent together with the handshake is answered', async () => {
    const connection = rawConnection(gateway.url)
    connection.write(
      Buffer.concat([Buffer.from(handshake(await path())), frame('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}')]),
    )
    expect(await connection.until(/"0x1"\}/)).toContain('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
    connection.socket.destroy()
  })

  test('a frame that breaks the protocol, or is no UTF-8, ends that connection only', async () => {
    const other = await openSocket(gateway.url + (await path()))
    for (const [bytes, code] of [
      [Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
      [frame('').fill(0, 0), 1002],
    ] as const) {
      const connection = rawConnection(gateway.url)
      connection.write(handshake(await path()))
      await connection.until(/\r\n\r\n/)
      connection.write(bytes)
      await connection.until(closeFrame(code))
      connection.socket.destroy()
    }
    expect(await other.ask(callOf('eth_chainId'))).toContain('0x1')
    await other.close()
  })

  test('one account cannot open more connections than its plan has, whatever key it uses', async () => {
    await gateway.stop()
    gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      plans: { pair: { dailyCredits: 1_000, creditsPerSecond: 1_000, maxConnections: 2 } },
    })
    const one = await gateway.addKey({}, { plan: 'pair' })
    const { accountId } = gateway.last
    const two = await gateway.addKey({ accountId })
    const url = (key: string) => `${gateway.url}/eth/ws/v3/${key}`
    const results = await Promise.allSettled([one, two, one, two, one].map((key) => openSocket(url(key))))
    const open = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(open).toHaveLength(2)
    expect((await refusedUpgrade(url(two))).status).toBe(429)
    await open[0]!.close()
    // The gateway may notice it later than the client.
    const opensAgain = () =>
      openSocket(url(two)).then(
        async (socket) => {
          await socket.close()
          return true
        },
        () => false,
      )
    await expectSoon(opensAgain, true)
    await open[1]!.close()
  })

  test('keeps the origin and the source that a key lists', async () => {
    const key = await gateway.addKey({ allowedOrigins: ['https://app.example'], allowedContracts: [ADDRESS] })
    const url = `${gateway.url}/eth/ws/v3/${key}`
    expect((await refusedUpgrade(url, { origin: 'https://evil.example' })).status).toBe(403)
    const socket = await openSocket(url, { origin: 'https://app.example' })
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x1')
    expect(JSON.parse(await socket.ask(callOf('eth_getLogs', [{}]))).error.code).toBe(-33102)
    await socket.close()
  })
})
