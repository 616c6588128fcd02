import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { answerPings } from '../../../src/wire/websocket/answer-pings.js'

/** A socket whose peer reads an answer only when `read` is called. */
const aSocket = () => {
  const pongs: string[] = []
  const unread: (() => void)[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    pong: (data: Buffer, _mask: undefined, taken: () => void) => {
      pongs.push(String(data))
      unread.push(taken)
    },
  })
  answerPings(socket as unknown as WebSocket)
  const ping = (text: string) => socket.emit('ping', Buffer.from(text))
  const read = () => unread.shift()!()
  return { socket, pongs, unread, ping, read }
}

test('a peer that reads gets an answer to each ping', () => {
  const { pongs, ping, read } = aSocket()
  for (const text of ['a', 'b', 'c']) {
    ping(text)
    read()
  }
  expect(pongs).toEqual(['a', 'b', 'c'])
})

test('a peer that does not read makes one answer wait, and then gets that to its newest ping', () => {
  const { pongs, unread, ping, read } = aSocket()
  for (let count = 0; count <= 1_000; count++) ping(`${count}`)
  expect([pongs, unread.length]).toEqual([['0'], 1])
  read()
  expect(pongs).toEqual(['0', '1000'])
  read()
  ping('later')
  expect(pongs).toEqual(['0', '1000', 'later'])
})

test('a socket that closes while an answer is under way gets no more', () => {
  const { socket, pongs, ping, read } = aSocket()
  ping('a')
  ping('b')
  socket.readyState = 3
  read()
  expect(pongs).toEqual(['a'])
})
