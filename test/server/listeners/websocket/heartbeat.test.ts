import { EventEmitter } from 'node:events'
import { BEAT_MS, Heartbeat } from '../../../../src/server/listeners/websocket/heartbeat.js'

const RATE = 16_384
const MEGABYTE = 1_048_576

class FakeSocket extends EventEmitter {
  isPaused = false
  pings = 0
  ping(): void {
    this.pings++
  }
}

/** A client's connection; `beats` counts those until the client is given up, up to 100. */
const open = () => {
  const socket = new FakeSocket()
  const stream = { bytesWritten: 0 }
  const heartbeat = new Heartbeat(socket as never, stream as never, { limits: { minReadBytesPerSecond: RATE } })
  const beats = (): number => {
    for (let count = 1; count <= 100; count++) if (!heartbeat.beat()) return count
    return Number.POSITIVE_INFINITY
  }
  return { socket, stream, heartbeat, beats }
}

test('pings come before a network forgets a connection that was idle for 30 s', () => {
  expect(BEAT_MS).toBeLessThanOrEqual(25_000)
})

test('a client that answers no ping is given up at the next beat', () => {
  const { stream, beats } = open()
  stream.bytesWritten = 200
  expect(beats()).toBe(2)
})

test('one that answers is pinged at each beat, for ever', () => {
  const { socket, stream, heartbeat, beats } = open()
  for (let count = 1; count <= 100; count++) {
    stream.bytesWritten += 50 * MEGABYTE
    expect(heartbeat.beat()).toBe(true)
    expect(socket.pings).toBe(count)
    socket.emit('pong')
  }
  // Bytes read before the last ping give it no time.
  expect(beats()).toBe(2)
})

test.each([0.1, 0.5, 1, 2, 5, 10])('one that reads %d MiB at the least rate has the time for it', (megabytes) => {
  const { socket, stream, heartbeat } = open()
  heartbeat.beat()
  socket.emit('pong')
  stream.bytesWritten = megabytes * MEGABYTE
  heartbeat.beat()
  const readsMs = (stream.bytesWritten / RATE) * 1_000
  for (let elapsedMs = BEAT_MS; elapsedMs <= readsMs; elapsedMs += BEAT_MS) expect(heartbeat.beat()).toBe(true)
  socket.emit('pong')
  expect(heartbeat.beat()).toBe(true)
})

test('one that read much at once, and then left, has no time for it', () => {
  const { socket, stream, heartbeat, beats } = open()
  stream.bytesWritten = 10 * MEGABYTE
  heartbeat.check()
  socket.emit('pong')
  heartbeat.check()
  expect(socket.pings).toBe(1)
  expect(beats()).toBe(2)
})

test('one that is pinged early has its time as well, whenever the next beat is', () => {
  const { stream, heartbeat, beats } = open()
  stream.bytesWritten = MEGABYTE
  heartbeat.check()
  expect(beats() * BEAT_MS).toBeGreaterThan((MEGABYTE / RATE) * 1_000 + BEAT_MS)
})

test('a client that is gone is given up within twelve minutes, however much was sent to it', () => {
  const { stream, beats } = open()
  stream.bytesWritten = 10_000 * MEGABYTE
  expect(beats() * BEAT_MS).toBeLessThan(720_000)
})

test('beats do not count while the gateway does not read the answers', () => {
  const { socket, heartbeat, beats } = open()
  heartbeat.beat()
  socket.isPaused = true
  expect(beats()).toBe(Number.POSITIVE_INFINITY)
  socket.isPaused = false
  expect(beats()).toBe(1)
})
