import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { MessageFeed } from '../../../../src/server/listeners/websocket/message-feed.js'
import { FrameReader } from '../../../../src/wire/websocket/frame-reader.js'
import { expectSoon } from '../../../support/expect-soon.js'

const LINE_BYTES = 100
/** Most messages that begin in one turn, with those of the piece that fills it. */
const MOST_OF_A_TURN = 40

/** A message that has one long frame. */
const IN_ONE = { continued: 0, left: Number.POSITIVE_INFINITY, read: () => {} }

/** A socket whose messages are lines of 100 bytes. */
const aSocket = (owner: string, seen: string[], frames: Pick<FrameReader, keyof typeof IN_ONE> = IN_ONE) => {
  const stream = new Duplex({ read: () => {}, write: (_bytes, _encoding, done) => done() })
  const socket = Object.assign(new EventEmitter(), {
    isPaused: false,
    pause: () => {
      socket.isPaused = true
      stream.pause()
    },
    resume: () => {
      socket.isPaused = false
      stream.resume()
    },
  })
  let amid = ''
  stream.on('data', (bytes: Buffer) => {
    frames.read(bytes)
    const lines = (amid + bytes.toString()).split('\n')
    amid = lines.pop()!
    for (const line of lines) {
      seen.push(line.trim())
      socket.emit('message', Buffer.from(line))
    }
  })
  const feed = new MessageFeed(socket as unknown as WebSocket, stream, owner, frames)
  return { stream, socket, feed }
}
/** RFC 6455, section 5.2: masked frames behind which their message goes on, of one byte each. */
const shortFrames = (count: number) => {
  const frames = Buffer.alloc(count * 7, ' ')
  for (let at = 0; at < frames.length; at += 7) frames.set([0x01, 0x81, 0, 0, 0, 0], at)
  return frames
}
/** As long as pieces that grow to the longest: 2, 4 and 8 KiB. */
const longFrame = Buffer.concat([Buffer.from([0x01, 0xfe, 0x37, 0xf8, 0, 0, 0, 0]), Buffer.alloc(0x37f8, ' ')])
const linesOf = (owner: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${owner} ${at}`)
const written = (lines: readonly string[]) => lines.map((line) => `${line.padEnd(LINE_BYTES - 1)}\n`).join('')

test('messages that arrive together begin in many turns of the event loop, in their order', async () => {
  const seen: string[] = []
  const { stream } = aSocket('one', seen)
  const lines = linesOf('one', 1_000)
  stream.push(written(lines))
  for (let before = 0; seen.length < lines.length; before = seen.length) {
    await nextTurn()
    expect(seen.length - before).toBeLessThan(MOST_OF_A_TURN)
  }
  expect(seen).toEqual(lines)
})

test('so do those behind the end of a long one', async () => {
  const seen: string[] = []
  const { stream } = aSocket('one', seen)
  const lines = linesOf('one', 1_000)
  const long = 'x'.repeat(200_000)
  stream.push(`${long}\n${written(lines)}`)
  /** Short messages in the rest of the piece in which the long one ends. */
  const rest = 16_384 / LINE_BYTES
  for (let before = 0; seen.length <= lines.length; before = seen.length) {
    await nextTurn()
    expect(seen.length - before).toBeLessThan(rest + MOST_OF_A_TURN)
  }
  expect(seen).toEqual([long, ...lines])
})

test.each([
  ['of one byte', Buffer.alloc(0)],
  ['of one byte behind a long one', longFrame],
])('of a message in frames %s, a few hundred are read in a turn', async (_, before) => {
  const frames = new FrameReader()
  const { stream } = aSocket('one', [], frames)
  stream.push(Buffer.concat([before, shortFrames(5_000)]))
  for (let last = 0; frames.continued < 5_000; last = frames.continued) {
    await nextTurn()
    expect(frames.continued - last).toBeLessThan(600)
  }
})

test("another account's message does not wait for those of one that has many", async () => {
  const seen: string[] = []
  const sockets = Array.from({ length: 10 }, () => aSocket('one', seen))
  for (const { stream } of sockets) stream.push(written(linesOf('one', 1_000)))
  await nextTurn()
  aSocket('other', seen).stream.push(written(['other 0']))
  await expectSoon(() => seen.includes('other 0'), true)
  expect(seen.indexOf('other 0')).toBeLessThan(8 * MOST_OF_A_TURN)
})

test('bytes wait while messages have no room, and go on behind them', async () => {
  const seen: string[] = []
  const { stream, socket, feed } = aSocket('one', seen)
  const lines = linesOf('one', 300)
  socket.on('message', () => {
    if (seen.length === 50) feed.pause()
  })
  stream.push(written(lines.slice(0, 200)))
  stream.push(written(lines.slice(200)))
  await expectSoon(() => seen.length >= 50, true)
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  // The rest of a piece.
  expect(seen.length).toBeLessThan(50 + MOST_OF_A_TURN)
  feed.resume()
  await expectSoon(() => seen.length, 300)
  expect(seen).toEqual(lines)
})

test('a socket that closed gets no more', async () => {
  const seen: string[] = []
  const { stream } = aSocket('one', seen)
  stream.push(written(linesOf('one', 1_000)))
  await nextTurn()
  stream.destroy()
  await nextTurn()
  const { length } = seen
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  expect(seen).toHaveLength(length)
  expect(length).toBeLessThan(1_000)
})
