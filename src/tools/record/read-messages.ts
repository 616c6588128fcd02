import type { Duplex, Writable } from 'node:stream'
import * as webSockets from 'ws'

/** The package's reader of frames, missing in its types. */
const { Receiver } = webSockets as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean; readonly maxPayload: number }) => Writable
}

/** The side whose messages are read: the frames of callers are masked. */
export type ReadSide = 'caller' | 'endpoint'

/**
 * Reads a copy of the WebSocket messages of one side, uncompressed ones of at most `maxBytes`.
 * Stops at bytes that are not valid frames, and when `saw` returns false.
 */
export const readMessages = (
  socket: Duplex,
  head: Buffer,
  { side, maxBytes }: { readonly side: ReadSide; readonly maxBytes: number },
  saw: (message: string) => boolean,
): void => {
  const receiver = new Receiver({ isServer: side === 'caller', maxPayload: maxBytes })
  const read = (chunk: Buffer) => void receiver.write(chunk)
  const stop = () => socket.off('data', read)
  receiver.on('error', stop)
  receiver.on('message', (data: Buffer) => saw(data.toString()) || stop())
  if (head.length > 0) receiver.write(head)
  socket.on('data', read)
}
