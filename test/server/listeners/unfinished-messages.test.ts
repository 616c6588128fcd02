import { once } from 'node:events'
import { connect } from 'node:net'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { openSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
/** A quarter of the memory for bodies is two messages and a half. */
const LIMITS = { maxBodyBytes: 400_000, maxPendingBodyBytes: 4 * MEGABYTE }
const HALF = 300_000

/** A WebSocket's TCP connection that sends these bytes, and what it was sent. */
const sendBytes = (url: string, path: string, bytes: Buffer) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => {})
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
  )
  socket.write(bytes)
  return {
    socket,
    /** The code of a close frame, once one came behind the handshake. */
    closeCode: () => {
      const wire = Buffer.concat(received)
      const at = wire.indexOf('\r\n\r\n') + 4
      return at > 4 && wire[at] === 0x88 ? wire.readUInt16BE(at + 2) : undefined
    },
    isAnswered: () => Buffer.concat(received).includes('"result"'),
  }
}

/** Sends the first bytes of a message of one frame. */
const beginMessage = (url: string, path: string, first = Buffer.alloc(HALF, 0x20), length = 400_000) => {
  // RFC 6455, section 5.2: a whole text message, masked with zeros, whose length stands in eight
  // bytes.
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 6)
  return sendBytes(url, path, Buffer.concat([head, first]))
}

/** A frame of one byte behind which its message goes on. */
const shortFrame = (opcode: number): Buffer => Buffer.from([opcode, 0x81, 0, 0, 0, 0, 0x20])
/** The first frames of a message. */
const shortFrames = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => shortFrame(at === 0 ? 1 : 0)))

test('unfinished messages of an account take no more memory than its bodies may, and none from others', async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url] } }, limits: LIMITS })
  const begun: ReturnType<typeof beginMessage>[] = []
  try {
    const greedy = await gateway.addKey()
    for (let index = 0; index < 6; index++) begun.push(beginMessage(gateway.url, `/eth/ws/v3/${greedy}`))
    const closed = () => begun.map(({ closeCode }) => closeCode()).filter((code) => code !== undefined)
    // Three fit. If the pieces of all six arrive by turns, as on Node 24, none gets whole.
    await expectSoon(() => closed().length >= 3, true)
    expect([...new Set(closed())]).toEqual([1013])
    const other = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    const long = JSON.stringify({ ...STORAGE_CALL, more: 'x'.repeat(HALF) })
    expect(JSON.parse(await other.ask(long))).toHaveProperty('result')
    await other.close()
    for (const { socket } of begun) socket.destroy()
    const again = await openSocket(`${gateway.url}/eth/ws/v3/${greedy}`)
    expect(JSON.parse(await again.ask(long))).toHaveProperty('result')
    await again.close()
  } finally {
    for (const { socket } of begun) socket.destroy()
    await gateway.stop()
    await node.stop()
  }
})

test('frames of an unfinished message count with the memory that they take, however short they are', async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url] } }, limits: LIMITS })
  const begun: ReturnType<typeof sendBytes>[] = []
  try {
    const path = `/eth/ws/v3/${await gateway.addKey()}`
    // 21 KB each, but 0.36 MB of memory: two fit.
    for (let index = 0; index < 4; index++) begun.push(sendBytes(gateway.url, path, shortFrames(3_000)))
    const closed = () => begun.map(({ closeCode }) => closeCode()).filter((code) => code !== undefined)
    await expectSoon(() => closed().length >= 2, true)
    expect([...new Set(closed())]).toEqual([1013])
  } finally {
    for (const { socket } of begun) socket.destroy()
    await gateway.stop()
    await node.stop()
  }
})

test('they count as well behind a message for which the gateway closes', async () => {
  const gateway = await startTestGateway({ networks: { eth: { urls: ['http://127.0.0.1:1'] } }, limits: LIMITS })
  const begun: ReturnType<typeof sendBytes>[] = []
  try {
    const path = `/eth/ws/v3/${await gateway.addKey()}`
    const binary = Buffer.from([0x82, 0x80, 0, 0, 0, 0])
    const bytes = Buffer.concat([binary, shortFrames(3_000)])
    for (let index = 0; index < 4; index++) begun.push(sendBytes(gateway.url, path, bytes))
    // Without an answer to its close frame, ws would wait for half a minute.
    await expectSoon(() => begun.filter(({ socket }) => socket.closed).length >= 2, true, 10_000)
    expect(begun.map(({ closeCode }) => closeCode())).toEqual([1003, 1003, 1003, 1003])
  } finally {
    for (const { socket } of begun) socket.destroy()
    await gateway.stop()
  }
})

/** As go-ethereum's client sends a transaction with six blobs. */
test('a message of 1,600 frames of a kilobyte is answered', async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  const limits = { maxBodyBytes: 4 * MEGABYTE, maxPendingBodyBytes: 16 * MEGABYTE }
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url] } }, limits })
  try {
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    const message = JSON.stringify({ ...STORAGE_CALL, more: 'x'.repeat(1_600 * 1_024) })
    for (let at = 0; at < message.length; at += 1_024)
      socket.socket.send(message.slice(at, at + 1_024), { fin: at + 1_024 >= message.length })
    expect(JSON.parse((await socket.received(1))[0]!)).toHaveProperty('result')
    await socket.close()
  } finally {
    await gateway.stop()
    await node.stop()
  }
})

const LONG = 4 * MEGABYTE
const PIECE = 131_072

test('of an account whose messages of 4 MiB arrive by turns, the first finishes and the newest are refused', async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  const limits = { maxBodyBytes: LONG, maxPendingBodyBytes: 32 * MEGABYTE }
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url] } }, limits })
  const begun: ReturnType<typeof beginMessage>[] = []
  try {
    const path = `/eth/ws/v3/${await gateway.addKey()}`
    const call = JSON.stringify(STORAGE_CALL)
    const message = Buffer.alloc(LONG, 0x20)
    message.write(call, LONG - call.length)
    // The share is 8 MiB: two messages, or a third of each.
    for (let index = 0; index < 6; index++) {
      begun.push(beginMessage(gateway.url, path, message.subarray(0, PIECE), LONG))
      await once(begun[index]!.socket, 'data')
    }
    for (let at = PIECE; at < LONG; at += PIECE) {
      for (const { socket } of begun) if (socket.writable) socket.write(message.subarray(at, at + PIECE))
      await new Promise(setImmediate)
    }
    await expectSoon(() => begun[0]!.isAnswered(), true)
    expect(begun[5]!.closeCode()).toBe(1013)
    // The refused messages' room is free again at once.
    const again = await openSocket(`${gateway.url}${path}`)
    expect(JSON.parse(await again.ask(String(message)))).toHaveProperty('result')
    await again.close()
  } finally {
    for (const { socket } of begun) socket.destroy()
    await gateway.stop()
    await node.stop()
  }
})

test('pings are no part of a message: a client that sends little else for days stays connected', async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [node.url] } }, limits: LIMITS })
  try {
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    const ping = Buffer.alloc(125)
    // Twice the bytes that the account's unfinished messages may have.
    for (let bytes = 0; bytes < 2 * MEGABYTE; bytes += ping.length) socket.socket.ping(ping)
    expect(JSON.parse(await socket.ask(STORAGE_CALL))).toHaveProperty('result')
    await socket.close()
  } finally {
    await gateway.stop()
    await node.stop()
  }
})
