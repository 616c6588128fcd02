import type { Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { stopwatchMs } from '../../../runtime/system-ports.js'
import { joinPausedReads } from '../paused-reads.js'
import { HandshakeTurns } from './handshake-turns.js'

export interface SecureServerOptions {
  /** Limit for a handshake to begin, and again for it to end. */
  readonly timeoutMs: number
  readonly sourceOf: (address: string) => string
  /** Receives a stream whose handshake is complete. */
  readonly onSecure: (stream: Socket) => void
}

/** A tls.Server that does not listen, and the turns in which it takes accepted sockets. */
export class SecureServer {
  readonly server: Server
  private readonly turns: HandshakeTurns

  constructor({ timeoutMs, sourceOf, onSecure }: SecureServerOptions) {
    this.server = createServer({ ALPNProtocols: ['http/1.1'], handshakeTimeout: timeoutMs })
    this.server.on('secureConnection', (stream) => {
      joinPausedReads(stream)
      onSecure(stream)
    })
    // Node leaves the socket open if the handshake takes too long.
    this.server.on('tlsClientError', (_error, socket) => socket.destroy())
    const begin = (socket: Socket) => void this.server.emit('connection', socket)
    this.turns = new HandshakeTurns({ timeoutMs, sourceOf, begin, afterTurn: setImmediate, stopwatchMs })
  }

  /** Takes over an accepted socket, which has read nothing. */
  take(accepted: Socket): Socket {
    // No event reports a client that leaves before the handshake (a load balancer's port check).
    // Node has to close its half automatically, or the socket would stay until the handshake times
    // out.
    accepted.allowHalfOpen = false
    this.turns.add(accepted)
    return accepted
  }
}
