import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { jest } from '@jest/globals'
import { HandshakeTurns } from '../../../../src/wire/http/server/handshake-turns.js'

const TIMEOUT_MS = 10_000
/** A message of two bytes in one record, and in two. */
const HELLO = Buffer.from([22, 3, 1, 0, 6, 1, 0, 0, 2, 8, 9])
const SPLIT = Buffer.from([22, 3, 1, 0, 3, 1, 0, 0, 22, 3, 1, 0, 3, 2, 8, 9])

/** Turns that a test ends. Connections are named by their sources. */
const turnsByHand = () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const taken: Socket[] = []
  const clock = { ms: 0 }
  const turns = new HandshakeTurns({
    timeoutMs: TIMEOUT_MS,
    sourceOf: (address) => address,
    begin: (socket) => {
      begun.push(socket.remoteAddress ?? '')
      taken.push(socket)
    },
    afterTurn: (end) => void ends.push(end),
    stopwatchMs: () => clock.ms,
  })
  /** Accepts a connection, on which `bytes` have come. */
  const accept = (source: string, bytes: Buffer | null = HELLO): Socket => {
    const socket = Object.assign(new Duplex({ read() {} }), { remoteAddress: source }) as unknown as Socket
    turns.add(socket)
    if (bytes !== null) socket.emit('data', bytes)
    return socket
  }
  /** Ends the turn; returns the sources of the handshakes that began. */
  const endTurn = (): string[] => {
    for (const end of ends.splice(0)) end()
    return begun.splice(0)
  }
  return { accept, endTurn, taken, clock, isIdle: () => ends.length === 0 }
}

describe('TLS handshakes', () => {
  test('begin a few in a turn, and sources take turns, however many one of them has', () => {
    const { accept, endTurn } = turnsByHand()
    for (let count = 0; count < 800; count++) accept('greedy')
    accept('other')
    endTurn()
    expect(endTurn()).toEqual(['greedy', 'other', 'greedy', 'greedy'])
    let turns = 1
    for (let left = 797; left > 0; turns++) left -= endTurn().length
    expect(turns).toBe(201)
  })

  test.each([
    ['one record', HELLO],
    ['two records', SPLIT],
  ])('begin in the turn in which the first message is whole, in %s, if nothing else comes', (_, hello) => {
    const { accept, endTurn, taken, isIdle } = turnsByHand()
    const socket = accept('a', null)
    expect([endTurn(), endTurn(), isIdle()]).toEqual([[], [], true])
    for (const byte of hello.subarray(0, -1)) socket.emit('data', Buffer.of(byte))
    expect(isIdle()).toBe(true)
    socket.emit('data', hello.subarray(-1))
    expect(endTurn()).toEqual(['a'])
    expect(taken[0]).toBe(socket)
    expect(socket.isPaused()).toBe(true)
    expect(socket.read()).toEqual(hello)
    expect(isIdle()).toBe(true)
  })

  test('leave the turns of 50 ms to connections that come without a pause, and take the next 50 ms', () => {
    const { accept, endTurn, clock } = turnsByHand()
    const begunAt: number[] = []
    for (; clock.ms < 200; clock.ms += 10) {
      accept('a')
      if (endTurn().length > 0) begunAt.push(clock.ms)
    }
    expect(begunAt).toEqual([50, 60, 70, 80, 90, 150, 160, 170, 180, 190])
  })

  test('have no turn for connections that closed while they waited', () => {
    const { accept, endTurn } = turnsByHand()
    const left = Array.from({ length: 20 }, () => accept('a'))
    accept('a')
    for (const socket of left.slice(0, 10)) socket.destroy()
    for (const socket of left.slice(10)) socket.emit('end')
    endTurn()
    expect(endTurn()).toEqual(['a'])
    expect(endTurn()).toEqual([])
  })

  test('begin for what is no TLS, which OpenSSL refuses', () => {
    const { accept, endTurn } = turnsByHand()
    accept('a', Buffer.from('GET / HTTP/1.1\r\n\r\n'))
    endTurn()
    expect(endTurn()).toEqual(['a'])
  })

  test('do not begin for a client that sends more than a message has', () => {
    const { accept, endTurn } = turnsByHand()
    const socket = accept('a')
    socket.emit('data', Buffer.alloc(16_384))
    expect(socket.destroyed).toBe(true)
    endTurn()
    expect(endTurn()).toEqual([])
  })

  test('have to begin within the time limit', () => {
    jest.useFakeTimers()
    try {
      const { accept, endTurn } = turnsByHand()
      const sockets = [accept('a', null), accept('a', HELLO.subarray(0, 8)), accept('a')]
      jest.advanceTimersByTime(TIMEOUT_MS - 1)
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
      jest.advanceTimersByTime(1)
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, true])
      endTurn()
      expect(endTurn()).toEqual([])
    } finally {
      jest.useRealTimers()
    }
  })

  test('of one source wait in half of the places at most', () => {
    const { accept } = turnsByHand()
    let refused = 0
    for (let count = 0; count < 10_000; count++) if (accept('a').destroyed) refused++
    expect(refused).toBe(10_000 - 16_384 / 2)
    expect(accept('b').destroyed).toBe(false)
  })
})
