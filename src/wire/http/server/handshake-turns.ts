import type { Socket } from 'node:net'
import { OwnerTurns } from '../../../runtime/turns/owner-turns.js'
import { ClientHello } from './client-hello.js'

/** Handshakes begun in a turn: 0.7 ms with a key on P-256, 1.5 ms with RSA of 2,048 bits. */
const AT_ONCE = 4
/** Longest time in which connections are only accepted; then handshakes begin for as long. */
const ACCEPT_MS = 50
/** Connections that wait; one that closes keeps its place until its turn. */
const MAX_WAITING = 16_384

export interface HandshakeTurnsOptions {
  /** Limit for a handshake to begin. */
  readonly timeoutMs: number
  /** The unit that takes turns, by the address of a connection. */
  readonly sourceOf: (address: string) => string
  /** Begins the handshake of a paused socket, within this turn of the event loop. */
  readonly begin: (socket: Socket) => void
  readonly afterTurn: (action: () => void) => void
  readonly stopwatchMs: () => number
}

/**
 * Begins the TLS handshakes of accepted connections, a few in a turn of the event loop. Sources
 * take turns, one handshake each.
 *
 * Only accepted connections have turns, and libuv accepts one in a turn of the event loop. So for a
 * short time, turns in which connections come begin no handshakes. A connection behind a thousand
 * of another source is then accepted soon, and has the next turn.
 *
 * Bounds  the server's bound on connections; a source has at most half of all that wait
 */
export class HandshakeTurns {
  private readonly waiting = new OwnerTurns<ClientHello>()
  private isEnding = false
  private hasAccepted = false
  /** Since when every turn has accepted connections. */
  private acceptingSinceMs: number | undefined

  constructor(private readonly options: HandshakeTurnsOptions) {}

  /** Takes over an accepted socket, which has read nothing. */
  add(socket: Socket): void {
    this.hasAccepted = true
    this.endTurn()
    new ClientHello(socket, this.options.timeoutMs, this.wait)
  }

  private readonly wait = (hello: ClientHello): void => {
    const source = this.options.sourceOf(hello.socket.remoteAddress ?? '')
    if (this.waiting.isFull(source, MAX_WAITING)) return void hello.socket.destroy()
    this.waiting.add(source, hello)
    this.endTurn()
  }

  private endTurn(): void {
    if (this.isEnding) return
    this.isEnding = true
    this.options.afterTurn(this.turn)
  }

  private readonly turn = (): void => {
    const { hasAccepted } = this
    this.isEnding = false
    this.hasAccepted = false
    if (!this.onlyAccepts(hasAccepted)) this.beginSome()
    // A turn after the last connection, which notices that none came.
    if (hasAccepted || this.waiting.length > 0) this.endTurn()
  }

  private onlyAccepts(hasAccepted: boolean): boolean {
    const nowMs = this.options.stopwatchMs()
    this.acceptingSinceMs = hasAccepted ? (this.acceptingSinceMs ?? nowMs) : undefined
    if (this.acceptingSinceMs === undefined) return false
    return (nowMs - this.acceptingSinceMs) % (2 * ACCEPT_MS) < ACCEPT_MS
  }

  private beginSome(): void {
    for (let begun = 0; begun < AT_ONCE; ) {
      const hello = this.waiting.take()
      if (hello === undefined) return
      if (hello.socket.destroyed) continue
      this.options.begin(hello.release())
      begun++
    }
  }
}
