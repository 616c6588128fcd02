import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'

/**
 * Fields about the connection to the endpoint. The caller's is another one, which ends earlier.
 * Source  RFC 9110, section 7.6.1
 */
const CONNECTION_FIELDS = /^(connection|keep-alive)$/i

/**
 * Proxies a request: answers the caller with the answer to `onward`, and breaks off if that does.
 * `unanswered` is called if no answer has begun; by default it breaks off, too.
 */
export const passOnRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  onward: ClientRequest,
  unanswered: (error: Error) => void = () => request.socket.destroy(),
): void => {
  onward.on('error', (error) => {
    if (response.headersSent) request.socket.destroy()
    else if (!response.closed) unanswered(error)
  })
  response.on('close', () => onward.destroy())
  onward.on('response', (answer) => {
    // The rest of a body that the endpoint did not wait for is not read.
    if (!request.complete) response.shouldKeepAlive = false
    response.writeHead(answer.statusCode!, answer.statusMessage, fieldsOf(answer, CONNECTION_FIELDS).flat())
    answer.on('close', () => answer.complete || request.socket.destroy())
    answer.pipe(response)
  })
  request.pipe(onward)
}

/**
 * Calls `take` for each request for a WebSocket. Offers of other protocols, such as h2c, are
 * ignored: the server reads the request again without them.
 * Source  RFC 9110, section 7.8
 */
export const onWebSocket = (
  server: Server,
  take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void => {
  server.on('upgrade', (request, socket, head) => {
    if (request.method === 'GET' && /\bwebsocket\b/i.test(request.headers.upgrade!)) return take(request, socket, head)
    socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]))
    server.emit('connection', socket)
  })
}

/** A request's head without the fields that offer another protocol. */
const withoutOffer = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): string => {
  const fields = rawHeaders.flatMap((name, index, all) => {
    if (index % 2 === 1 || /^(upgrade|http2-settings)$/i.test(name)) return []
    const value = all[index + 1]!
    if (name.toLowerCase() !== 'connection') return `${name}: ${value}`
    const kept = value.split(',').filter((token) => !/^\s*(upgrade|http2-settings)\s*$/i.test(token))
    return kept.length === 0 ? [] : `${name}: ${kept.join(',')}`
  })
  return [`${method} ${url} HTTP/${httpVersion}`, ...fields, '', ''].join('\r\n')
}

/**
 * Connects a caller's WebSocket with the one being opened for it, byte by byte; either end closes
 * both. `unanswered` is called if the endpoint sends no answer; by default it closes the socket.
 */
export const passOnSocket = (
  socket: Duplex,
  head: Buffer,
  onward: ClientRequest,
  unanswered: (error: Error) => void = () => socket.destroy(),
): void => {
  // A socket that is not being read does not report that the caller left.
  const early = new PassThrough()
  early.write(head)
  socket.pipe(early)
  let isAwaited = true
  const giveUp = () => {
    isAwaited = false
    onward.destroy()
  }
  socket.on('error', giveUp).on('end', giveUp).on('close', giveUp)
  onward.on('error', (error) => {
    if (isAwaited) unanswered(error)
    else socket.destroy()
  })
  onward.on('response', (answer) => {
    isAwaited = false
    // The body is piped without its framing, so the connection's end must mark its end.
    socket.write(headOf(answer, /^(connection|keep-alive|transfer-encoding)$/i, ['Connection: close']))
    answer.on('close', () => answer.complete || socket.destroy())
    answer.pipe(socket)
  })
  onward.on('upgrade', (answer, further, first) => {
    isAwaited = false
    socket.off('end', giveUp)
    socket.write(headOf(answer))
    if (first.length > 0) socket.write(first)
    further.on('error', () => socket.destroy())
    socket.on('close', () => further.destroy())
    further.on('close', () => socket.destroy())
    further.pipe(socket)
    early.pipe(further)
  })
  onward.end()
}

/** The fields of an answer, as [name, value], but those whose names match `left`. */
const fieldsOf = ({ rawHeaders }: IncomingMessage, left: RegExp): (readonly [string, string])[] =>
  rawHeaders.flatMap((name, index, all) => (index % 2 === 0 && !left.test(name) ? [[name, all[index + 1]!]] : []))

/** Formats an answer's head without the fields that match `left`, plus the fields of `added`. */
const headOf = (answer: IncomingMessage, left = /^$/, added: readonly string[] = []): string => {
  const fields = fieldsOf(answer, left).map((field) => field.join(': '))
  return [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...fields, ...added, '', ''].join('\r\n')
}
