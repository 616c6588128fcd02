import type { Duplex } from 'node:stream'

/** RFC 6455, section 5.5.1: a close frame of two bytes, not masked. */
const CLOSE_FRAME = [0x88, 2]

/** The connections of callers' WebSockets, by network. */
export class OpenSockets {
  private readonly sockets = new Map<Duplex, string>()

  add(network: string, socket: Duplex): void {
    this.sockets.set(socket, network)
    socket.on('close', () => this.sockets.delete(socket))
  }

  /** Closes the WebSockets of a network with a code. */
  cut(network: string, code: number): void {
    for (const [socket, of] of this.sockets)
      if (of === network) socket.end(Buffer.from([...CLOSE_FRAME, code >> 8, code & 0xff]))
  }
}
