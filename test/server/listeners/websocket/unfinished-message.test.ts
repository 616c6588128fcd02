import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import type { WebSocket } from 'ws'
import { UnfinishedMessages } from '../../../../src/server/listeners/websocket/unfinished-message.js'
import { BodyBudget, LINGERING } from '../../../../src/wire/http/server/body-budget.js'

const LIMITS = {
  maxBodyBytes: 1_000_000,
  maxPendingBodyBytes: 6_000_000,
  bodyTimeoutMs: 30_000,
  minReadBytesPerSecond: 16_384,
}
const EVERY_MS = 500

/** Watches sockets of one account; `wait` lets time pass for them. */
const watching = () => {
  const budget = new BodyBudget(() => LIMITS)
  const messages = new UnfinishedMessages(budget, () => LIMITS)
  const watch = () => {
    const stream = new PassThrough()
    const pause = () => Object.assign(socket, { isPaused: true })
    const fake = { OPEN: 1, CLOSED: 3, readyState: 1, isPaused: false, pause, terminate: () => {} }
    const socket = Object.assign(new EventEmitter(), fake)
    const refusals: string[] = []
    messages.watch(socket as unknown as WebSocket, stream, 'account', (reason) => {
      refusals.push(reason)
    })
    return { socket, stream, refusals }
  }
  const wait = (ms: number) => {
    for (let waited = 0; waited < ms; waited += EVERY_MS) messages.check(EVERY_MS)
  }
  return { budget, watch, wait }
}
/** RFC 6455, section 5.2: the beginning of a masked text frame of 65,535 bytes, or of a ping. */
const begin = (bytes: number) =>
  Buffer.concat([Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0, 0, 0]), Buffer.alloc(bytes, 0x20)])
/** The beginning of a masked text frame of 999,999 bytes. */
const beginLong = (bytes: number) =>
  Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x0f, 0x42, 0x3f, 0, 0, 0, 0]), Buffer.alloc(bytes, 0x20)])
/** RFC 6455, section 5.2: masked frames of one byte behind which their message goes on. */
const shortFrames = (count: number) => {
  const frames = Buffer.alloc(count * 7)
  for (let at = 0; at < frames.length; at += 7) frames[at + 1] = 0x81
  frames[0] = 0x01
  return frames
}
const PING = Buffer.from([0x89, 0x80, 0, 0, 0, 0])

test('a message that stays unfinished is refused after the time for bodies', () => {
  const { watch, wait } = watching()
  const { stream, refusals } = watch()
  stream.emit('data', begin(10))
  wait(29_500)
  expect(refusals).toEqual([])
  wait(1_500)
  expect(refusals).toEqual(['request_timeout'])
})

test('a client has a second more for each 16 KiB that it sent', () => {
  const { watch, wait } = watching()
  const { stream, refusals } = watch()
  stream.emit('data', begin(65_000))
  wait(33_500)
  expect(refusals).toEqual([])
  wait(1_500)
  expect(refusals).toEqual(['request_timeout'])
})

test('time in which the gateway does not read is not the client’s', () => {
  const { watch, wait } = watching()
  const { socket, stream, refusals } = watch()
  stream.emit('data', begin(10))
  socket.isPaused = true
  wait(120_000)
  expect(refusals).toEqual([])
})

test('a socket without an unfinished message waits for ever, and holds nothing', () => {
  const { budget, watch, wait } = watching()
  const { socket, stream, refusals } = watch()
  stream.emit('data', begin(65_000))
  stream.emit('data', Buffer.alloc(400))
  expect(budget.heldBytes).toBeGreaterThan(65_000)
  socket.emit('message', Buffer.alloc(65_535))
  stream.emit('data', Buffer.alloc(135))
  expect(budget.heldBytes).toBe(0)
  for (let sent = 0; sent < 1_000; sent++) stream.emit('data', PING)
  expect(budget.heldBytes).toBe(0)
  wait(120_000)
  expect(refusals).toEqual([])
})

test('a message counts while the close frame waits for its answer, and has no more time', () => {
  const { budget, watch, wait } = watching()
  const { socket, stream, refusals } = watch()
  socket.readyState = 2
  stream.emit('data', shortFrames(2_000))
  expect(budget.heldBytes).toBeGreaterThan(2_000 * 112)
  wait(120_000)
  expect(refusals).toEqual(['request_timeout'])
  socket.emit('close')
  expect(budget.heldBytes).toBe(0)
  socket.readyState = 3
  stream.emit('data', shortFrames(2_000))
  expect(budget.heldBytes).toBe(0)
})

test('the newest message is refused for an older one, also while too many are being cut', () => {
  const { budget, watch } = watching()
  // The share of an account is two bodies, and so is that of those being cut.
  budget.take(LINGERING, 1_999_999)
  const older = watch()
  const newer = watch()
  for (const { stream } of [older, newer]) stream.emit('data', beginLong(990_000))
  older.stream.emit('data', Buffer.alloc(50_000))
  expect([older.refusals, newer.refusals]).toEqual([[], ['too_many_bodies']])
})
