import type { WebSocket } from 'ws'

/**
 * Answers the peer's pings. While the peer does not read, one answer is under way, and then the
 * newest ping is answered, as RFC 6455, section 5.5.3, allows. The ws package answers each ping,
 * and queues the answers without a bound.
 *
 * The socket must have been made with `autoPong: false`.
 */
export const answerPings = (socket: WebSocket): void => {
  let isUnderWay = false
  let newest: Buffer | undefined
  const answer = (data: Buffer): void => {
    isUnderWay = true
    socket.pong(data, undefined, () => {
      isUnderWay = false
      const next = newest
      newest = undefined
      if (next !== undefined && socket.readyState === socket.OPEN) answer(next)
    })
  }
  socket.on('ping', (data) => {
    if (!isUnderWay) answer(data)
    // A copy, because the data is a part of all the bytes that were read.
    else newest = Buffer.from(data)
  })
}
