import type { Duplex, Writable } from 'node:stream'
import * as webSockets from 'ws'

/** The package's reader of frames, missing in its types. */
const { Receiver } = webSockets as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean; readonly maxPayload: number }) => Writable
}

/** Longer messages, and bodies of HTTP, are passed on unread. */
export const MAX_READ_BYTES = 1024 * 1024

/**
 * Reads a copy of the uncompressed WebSocket messages of one side; the frames of callers are
 * masked. Stops at bytes that are not valid frames, and when `saw` returns false.
 */
export const readMessages = (
  socket: Duplex,
  head: Buffer,
  side: 'caller' | 'endpoint',
  saw: (message: string) => boolean,
): void => {
  const receiver = new Receiver({ isServer: side === 'caller', maxPayload: MAX_READ_BYTES })
  const read = (chunk: Buffer) => void receiver.write(chunk)
  const stop = () => socket.off('data', read)
  receiver.on('error', stop)
  receiver.on('message', (data: Buffer) => saw(data.toString()) || stop())
  if (head.length > 0) receiver.write(head)
  socket.on('data', read)
}
