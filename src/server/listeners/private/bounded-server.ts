import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { oneJobInTurn } from '../../../runtime/turns/process-budgets.js'
import { sourceName } from '../../accounts/source-range.js'
import { OpenConnections } from '../open-connections.js'

/** Requests of one connection at once. Browsers and Prometheus send one. */
const MAX_REQUESTS = 16

/**
 * Begins the requests of a listener, one in a turn of the event loop. Sources take turns. One read
 * of a socket may bring a thousand pipelined requests, and node:http hands them over at once.
 *
 * Bounds  a connection's requests are answered one after the other; one that sends more than 16
 *         ahead is cut
 */
class RequestTurns {
  private readonly turns = oneJobInTurn()
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

/** Enough for a few people and their tools: a page takes a stream and a few more. */
const MAX_CONNECTIONS = 1_000
const REQUEST_TIMEOUT_MS = 30_000
/** Limit for the head, also of a connection's first request. */
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 5_000
/** The interval of checks for overdue clients. Node's 30 s would turn a limit of 10 s into 40 s. */
const CHECK_TIMEOUTS_MS = 2_500
/** Limit for a client that reads nothing of its answer. */
const WRITE_TIMEOUT_MS = 60_000

/**
 * Creates a node:http server for a listener with few users. It bounds the time that clients take,
 * the requests begun in a turn of the event loop (see RequestTurns), and the number of connections;
 * connections without a good token or session are closed first (see OpenConnections).
 */
export const createBoundedServer = (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  maxConnections = MAX_CONNECTIONS,
): Server => {
  const turns = new RequestTurns(answer)
  const connections = new OpenConnections({
    maxConnections: () => maxConnections,
    isIdle: (socket) => !turns.isBusy(socket),
  })
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
  }
  const server = createServer(options, (request, response) => {
    connections.received(request.socket)
    turns.add(request, response)
  })
  // Node calls this for an idle connection, too. An operation may take long, and writes nothing.
  server.setTimeout(WRITE_TIMEOUT_MS, (socket) => {
    if (socket.writableLength > 0 || !turns.isBusy(socket)) socket.destroy()
  })
  server.prependListener('connection', (socket: Socket) => {
    connections.makeRoom()
    connections.add(socket)
  })
  return server
}
