import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { FairTurns } from '../../../runtime/turns/fair-turns.js'
import { sourceName } from '../../accounts/source-range.js'

/** Requests of one connection at once. Browsers and Prometheus send one. */
const MAX_REQUESTS = 16

/**
 * Begins the requests of a listener, one in a turn of the event loop. Sources take turns. One read
 * of a socket may bring a thousand pipelined requests, and node:http hands them over at once.
 *
 * Bounds  a connection's requests are answered one after the other; one that sends more than 16
 *         ahead is cut
 */
export class RequestTurns {
  private readonly turns = new FairTurns((action) => void setImmediate(action))
  /** For each connection, the request that is being answered, and those behind it. */
  private readonly carried = new WeakMap<Socket, (() => void)[]>()

  constructor(private readonly answer: (request: IncomingMessage, response: ServerResponse) => void) {}

  isBusy(socket: Socket): boolean {
    return (this.carried.get(socket)?.length ?? 0) > 0
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const requests = this.carried.get(socket) ?? []
    this.carried.set(socket, requests)
    if (requests.length >= MAX_REQUESTS) return void socket.destroy()
    const begin = () =>
      this.turns.run(sourceName(socket.remoteAddress ?? ''), () => {
        if (!socket.destroyed) this.answer(request, response)
      })
    requests.push(begin)
    response.once('close', () => {
      requests.shift()
      requests[0]?.()
    })
    if (requests.length === 1) begin()
  }
}
