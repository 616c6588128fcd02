import { Socket, type SocketConstructorOpts } from 'node:net'
import { platform } from 'node:os'

/** What is read at once; the bytes are copied out before anything else is read. */
const shared = Buffer.allocUnsafeSlow(65_536)

/** What node's sockets rest on. */
interface ReadHandle {
  useUserBuffer?: unknown
}
type HandleOwner = { _handle?: ReadHandle | null }

/** On Windows a read under way owns its buffer, so no two connections could have the same. */
const canShare = platform() !== 'win32'

/**
 * Makes what moves an accepted connection, on which nothing was read yet, to a socket that reads into one buffer, the same for all, and
 * gives `onBytes` a copy of what came; it returns `undefined` when that cannot be, and the connection stays as it is.
 *
 * For each read of an ordinary socket node makes a buffer of 64 KiB, gives most of it back, and takes it through a stream: a tenth of what
 * refusing a call costs. It offers `onread` instead, but for sockets that connect only; so the handle of the accepted one, which is no
 * documented property, goes to a socket made with `onread`. A node that has none is served in the ordinary way.
 */
export const sharedReads = (onBytes: (socket: Socket, bytes: Buffer) => void) => {
  const onread = {
    buffer: shared,
    // Called as a method of the socket: one function for all, because ten thousand idle connections are to weigh little.
    callback(this: Socket, length: number): boolean {
      onBytes(this, Buffer.from(shared.subarray(0, length)))
      return true
    },
  }
  return (accepted: Socket): Socket | undefined => {
    const owner = accepted as unknown as HandleOwner
    const { _handle: handle } = owner
    if (!canShare || typeof handle?.useUserBuffer !== 'function') return undefined
    const options = { handle, allowHalfOpen: accepted.allowHalfOpen, onread }
    const socket = new Socket(options as SocketConstructorOpts)
    // What is left of the accepted one has nothing to close, and its server counts it no more.
    owner._handle = null
    accepted.destroy()
    return socket
  }
}
