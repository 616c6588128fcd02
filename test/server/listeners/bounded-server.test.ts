import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listenOn } from '../../../src/runtime/listen-on.js'
import { createBoundedServer } from '../../../src/server/listeners/private/bounded-server.js'
import { joinedReads } from '../../../src/server/listeners/private/server.js'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const HOST = '127.0.0.1'
let stop: () => Promise<void>
afterEach(() => stop())

/** A connection to a bounded server. */
const connectTo = async (answer: Answer) => {
  const listening = await listenOn(createBoundedServer(answer, 10), { host: HOST, port: 0 })
  stop = listening.stop
  const socket = connect(Number(new URL(listening.url).port), HOST)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}
const requests = (count: number) =>
  Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`).join('')

test('requests of one packet begin in turns of their own, one after the other, and are answered in order', async () => {
  let turn = 0
  let isOver = false
  const next = () => {
    turn++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  const begun: number[] = []
  const socket = await connectTo(({ url }, response) => {
    begun.push(turn)
    response.end(`<${url}>`)
  })
  socket.write(requests(16))
  let received = ''
  while (!received.includes('</15>')) received += String((await once(socket, 'data'))[0])
  isOver = true
  socket.destroy()
  expect(received.match(/<\/\d+>/g)).toEqual(Array.from({ length: 16 }, (_, at) => `</${at}>`))
  expect(new Set(begun).size).toBe(16)
})

test('a connection that sends a thousand requests ahead is cut', async () => {
  let begun = 0
  const socket = await connectTo(() => {
    begun++
  })
  socket.resume().write(requests(1_000))
  await once(socket, 'close')
  expect(begun).toBeLessThanOrEqual(1)
})

test('a client that reads nothing of its answer for a minute is cut, and one that waits for it is not', async () => {
  const PIECE = Buffer.alloc(65_536)
  const asked: ServerResponse[] = []
  const socket = await connectTo((_, response) => void asked.push(response))
  const untilAsked = async (count: number): Promise<Socket> => {
    while (asked.length < count) await new Promise((resolve) => setImmediate(resolve))
    return asked[count - 1]!.socket!
  }
  socket.write(requests(1))
  const served = await untilAsked(1)
  expect(served.timeout).toBe(60_000)
  served.emit('timeout')
  asked[0]!.end('after a while')
  expect(String((await once(socket, 'data'))[0])).toContain('after a while')
  socket.pause().write(requests(1))
  await untilAsked(2)
  // More than the system keeps for an unread connection.
  for (let pieces = 0; pieces < 500; pieces++) asked[1]!.write(PIECE)
  // From Node 26 on a response has its pieces until the turn ends.
  await new Promise((resolve) => setImmediate(resolve))
  const cut = once(asked[1]!, 'close')
  served.emit('timeout')
  await cut
  socket.destroy()
})

test('who asks while a read runs, or in the pause behind it, shares the next read', async () => {
  stop = async () => {}
  const ends: ((text: string) => void)[] = []
  const read = joinedReads(() => new Promise<string>((resolve) => void ends.push(resolve)), 1)
  const reads = async (count: number) => {
    while (ends.length < count) await new Promise((resolve) => setImmediate(resolve))
    return ends.length
  }
  const first = [read(), read()]
  expect(await reads(1)).toBe(1)
  const second = Array.from({ length: 100 }, read)
  ends[0]!('first')
  expect(await Promise.all(first)).toEqual(['first', 'first'])
  second.push(read())
  expect(await reads(2)).toBe(2)
  ends[1]!('second')
  expect(new Set(await Promise.all(second))).toEqual(new Set(['second']))
  expect(ends).toHaveLength(2)
})

test('a read that fails is followed by another', async () => {
  stop = async () => {}
  let reads = 0
  const read = joinedReads(async () => {
    if (++reads === 1) throw new Error('not now')
    return reads
  }, 1)
  await expect(read()).rejects.toThrow('not now')
  expect(await read()).toBe(2)
})
