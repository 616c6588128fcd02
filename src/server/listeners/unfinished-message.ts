import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { BodyBudget, BodyOwner } from '../../wire/http/server/body-budget.js'
import { LINGER_MS } from '../../wire/http/server/refuse-socket.js'

/** Messages up to this size are not counted. Nearly all are shorter. */
const UNCOUNTED_BYTES = 65_536

/**
 * Counts the bytes of a WebSocket's unfinished message against the memory for unfinished bodies.
 * When that memory is full, reading stops, `close` tells the client why, and the connection is cut
 * two seconds later.
 *
 * `stream`  the socket's transport; ws reads it first, so `message` comes before the bytes count
 *           here
 */
export const boundUnfinishedMessage = (
  socket: WebSocket,
  stream: Duplex,
  budget: BodyBudget,
  owner: BodyOwner,
  close: () => void,
): void => {
  let bytes = 0
  let countedBytes = 0
  const end = (): void => {
    bytes = 0
    if (countedBytes > 0) budget.giveBack(owner, countedBytes)
    countedBytes = 0
  }
  const refuse = (): void => {
    if (socket.readyState !== socket.OPEN) return
    close()
    socket.pause()
    // A paused connection does not report that its client left.
    setTimeout(() => socket.terminate(), LINGER_MS).unref()
  }
  stream.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= UNCOUNTED_BYTES) return
    if (budget.take(owner, bytes - countedBytes)) countedBytes = bytes
    else refuse()
  })
  socket.on('message', end)
  socket.on('close', end)
}
