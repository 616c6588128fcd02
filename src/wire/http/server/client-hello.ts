import type { Socket } from 'node:net'

/** The type of a record with handshake messages, as its first byte. */
const HANDSHAKE = 22
const RECORD_HEADER_BYTES = 5
const MESSAGE_HEADER_BYTES = 4
/** Few clients send as much as 2 KiB, and none sends more before the server answers. */
const MAX_BYTES = 16_384
const NONE = Buffer.alloc(0)

function onError(): void {
  // `close` follows.
}

/**
 * An accepted connection whose TLS handshake has not begun. It reads the client's first message,
 * because the answer takes most of a handshake's CPU time.
 *
 * Bounds  16 KiB; the handshake has to begin within `timeoutMs`
 * Source  RFC 8446, section 5.1
 */
export class ClientHello {
  private bytes: Buffer = NONE
  /** The message as far as its records are whole, and where in `bytes` the next record begins. */
  private message: Buffer = NONE
  private recordAt = 0
  private isWhole = false
  private readonly timer: NodeJS.Timeout

  /** `socket` has read nothing. `onWhole` is called once, when the message is whole. */
  constructor(
    readonly socket: Socket,
    timeoutMs: number,
    private readonly onWhole: (hello: ClientHello) => void,
  ) {
    this.timer = setTimeout(this.leave, timeoutMs).unref()
    socket.on('error', onError).on('data', this.take).on('end', this.leave).on('close', this.forget).resume()
  }

  /** Gives the socket back, paused, with all bytes unread. */
  release(): Socket {
    const { socket, bytes } = this
    socket.off('error', onError).off('data', this.take).off('end', this.leave).off('close', this.forget)
    this.forget()
    socket.pause()
    socket.unshift(bytes)
    return socket
  }

  private readonly take = (piece: Buffer): void => {
    this.bytes = join(this.bytes, piece)
    if (this.bytes.length > MAX_BYTES) return this.leave()
    if (this.isWhole || !this.readRecords()) return
    this.isWhole = true
    this.onWhole(this)
  }

  /** True if the message is whole. True for other bytes, too: OpenSSL refuses them. */
  private readRecords(): boolean {
    const { bytes } = this
    while (this.recordAt < bytes.length) {
      if (bytes[this.recordAt] !== HANDSHAKE) return true
      const start = this.recordAt + RECORD_HEADER_BYTES
      if (start > bytes.length) return false
      const end = start + bytes.readUInt16BE(start - 2)
      if (end > bytes.length) return false
      this.recordAt = end
      this.message = join(this.message, bytes.subarray(start, end))
      if (isMessage(this.message)) return true
    }
    return false
  }

  /** The client left, or takes too long. */
  private readonly leave = (): void => void this.socket.destroy()

  private readonly forget = (): void => {
    clearTimeout(this.timer)
    this.bytes = NONE
    this.message = NONE
  }
}

const join = (one: Buffer, other: Buffer): Buffer => (one.length === 0 ? other : Buffer.concat([one, other]))

const isMessage = (bytes: Buffer): boolean =>
  bytes.length >= MESSAGE_HEADER_BYTES && bytes.length >= MESSAGE_HEADER_BYTES + bytes.readUIntBE(1, 3)
