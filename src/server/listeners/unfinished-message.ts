import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { BodyBudget, BodyOwner } from '../../wire/http/server/body-budget.js'
import { LINGER_MS } from '../../wire/http/server/refuse-socket.js'

/** So much of a message is not counted: nearly all are shorter. */
const UNCOUNTED_BYTES = 65_536

/**
 * Counts what has come of one WebSocket's message that is not whole, as a part of the memory that unfinished bodies may
 * take. Where there is none left, nothing more is read: `close` tells the client why, and soon the connection is cut.
 *
 * `stream`  what the socket speaks through; ws is its first reader, so what ended a message is over when it is read here
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
    // Of a connection that is not read nobody hears that its client left.
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
