import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { OpenConnections } from '../open-connections.js'

/** Enough for a few people and their tools: a page takes a stream and a few more. */
export const MAX_CONNECTIONS = 1_000
/** Time a client has to send a whole request. */
const REQUEST_TIMEOUT_MS = 30_000
/** Time it has for the head, also of its first request. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 5_000
/** Node looks for overdue clients so often. By its own 30 s a limit of 10 s would be one of 40. */
const TIMEOUT_LOOK_MS = 2_500

/**
 * Creates a node:http server for a listener that few people use. It bounds how long clients take,
 * and the number of connections: one that no good token or session used has the least claim (see
 * OpenConnections).
 */
export const createBoundedServer = (
  maxConnections: number,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server => {
  /** The number of requests that each connection carries. */
  const carried = new WeakMap<Socket, number>()
  const connections = new OpenConnections({
    maxConnections: () => maxConnections,
    isIdle: (socket) => (carried.get(socket) ?? 0) === 0,
  })
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_LOOK_MS,
  }
  const server = createServer(options, (request, response) => {
    const { socket } = request
    connections.received(socket)
    carried.set(socket, (carried.get(socket) ?? 0) + 1)
    response.once('close', () => carried.set(socket, carried.get(socket)! - 1))
    answer(request, response)
  })
  server.prependListener('connection', (socket: Socket) => {
    if (connections.makeRoom()) connections.add(socket)
    else socket.destroy()
  })
  return server
}
