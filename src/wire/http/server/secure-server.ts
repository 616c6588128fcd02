import { constants } from 'node:crypto'
import type { Socket } from 'node:net'
import { createSecureContext, createServer, DEFAULT_CIPHERS, type SecureContextOptions, type Server } from 'node:tls'
import { stopwatchMs } from '../../../runtime/system-ports.js'
import { joinPausedReads } from '../paused-reads.js'
import { HandshakeTurns } from './handshake-turns.js'

const GROUPS = 'X25519:P-256'
/** A hybrid with a post-quantum key exchange, which OpenSSL knows from 3.5 on (Node 24). */
const NEWER_GROUPS = `X25519MLKEM768:${GROUPS}`

const hasNewerGroups = (): boolean => {
  try {
    createSecureContext({ ecdhCurve: NEWER_GROUPS })
    return true
  } catch {
    return false
  }
}

/**
 * What a client may choose. Its first message waits for a turn. Its second one does not, and those
 * of a thousand connections may come in one turn of the event loop, so it must take little time.
 *
 * On P-384 it takes 0.8 ms, with an RSA key exchange 0.3 ms. A renegotiation takes as long as a
 * handshake.
 */
const choicesOfClients = (): SecureContextOptions => ({
  ciphers: `${DEFAULT_CIPHERS}:!kRSA`,
  ecdhCurve: hasNewerGroups() ? NEWER_GROUPS : GROUPS,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
})

export interface SecureServerOptions {
  /** Limit for a handshake to begin, and again for it to end. */
  readonly timeoutMs: number
  readonly sourceOf: (address: string) => string
  /** Receives a stream whose handshake is complete. */
  readonly onSecure: (stream: Socket) => void
}

/** A tls.Server that does not listen, and the turns in which it takes accepted sockets. */
export class SecureServer {
  private readonly server: Server
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

  /** Sets the certificate of new connections. Errors: throws if it cannot be used. */
  setCertificate(certificate: Pick<SecureContextOptions, 'cert' | 'key'>): void {
    this.server.setSecureContext({ ...choicesOfClients(), ...certificate })
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
