import { AnswerRoom } from '../../../../src/server/listeners/websocket/message-queue.js'

const MEGABYTE = 1_048_576
const limits = { maxMessagesInFlight: 100, maxBufferedBytes: 64 * MEGABYTE }
const nothing = { waitingBytes: 0, waitingReplies: 0 }
/** Returns how many messages are answered at once before the first of them is answered. */
const placesOf = (room: AnswerRoom, waiting = nothing): number => {
  let inFlight = waiting.waitingReplies
  while (room.hasRoom(inFlight, waiting)) inFlight++
  return inFlight - waiting.waitingReplies
}

describe('the room for the answers to a WebSocket', () => {
  test('is sixteen messages until an answer was seen', () => {
    expect(placesOf(new AnswerRoom(() => limits))).toBe(16)
  })

  test('is all messages in flight once answers are small', () => {
    const room = new AnswerRoom(() => limits)
    for (let answers = 0; answers < 8; answers++) room.record(200)
    expect(placesOf(room)).toBe(100)
  })

  test('is a quarter of the bytes that may wait, of answers as large as the last ones', () => {
    const room = new AnswerRoom(() => limits)
    room.record(4 * MEGABYTE)
    expect(placesOf(room)).toBe(4)
    room.record(200)
    expect(placesOf(room)).toBe(5)
  })

  test('is less by what waits for the client', () => {
    const room = new AnswerRoom(() => limits)
    room.record(MEGABYTE)
    expect(placesOf(room, { waitingBytes: 10 * MEGABYTE, waitingReplies: 10 })).toBe(6)
    expect(placesOf(room, { waitingBytes: 16 * MEGABYTE, waitingReplies: 16 })).toBe(0)
  })

  test('is there for one message, however large its answer', () => {
    const room = new AnswerRoom(() => limits)
    room.record(200 * MEGABYTE)
    expect(placesOf(room)).toBe(1)
  })
})
