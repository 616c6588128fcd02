import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'

/**
 * Proxies a request: answers the caller with the answer to `onward`, and breaks off if that does.
 */
export const passOnRequest = (request: IncomingMessage, response: ServerResponse, onward: ClientRequest): void => {
  onward.on('error', () => request.socket.destroy())
  response.on('close', () => onward.destroy())
  onward.on('response', (answer) => {
    response.writeHead(answer.statusCode!, answer.statusMessage, answer.rawHeaders)
    answer.on('close', () => answer.complete || request.socket.destroy())
    answer.pipe(response)
  })
  request.pipe(onward)
}

/**
 * Connects a caller's WebSocket with the one being opened for it, byte by byte; either end closes
 * both.
 */
export const passOnSocket = (socket: Duplex, head: Buffer, onward: ClientRequest): void => {
  // A socket that is not being read does not report that the caller left.
  const early = new PassThrough()
  early.write(head)
  socket.pipe(early)
  const giveUp = () => onward.destroy()
  socket.on('error', giveUp).on('end', giveUp).on('close', giveUp)
  onward.on('error', () => socket.destroy())
  onward.on('response', (answer) => {
    // The body is piped without its framing, so the connection's end must mark its end.
    socket.write(headOf(answer, /^(connection|keep-alive|transfer-encoding)$/i, ['Connection: close']))
    answer.on('close', () => answer.complete || socket.destroy())
    answer.pipe(socket)
  })
  onward.on('upgrade', (answer, further, first) => {
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

/** Formats an answer's head without the fields that match `left`, plus the fields of `added`. */
const headOf = (answer: IncomingMessage, left = /^$/, added: readonly string[] = []): string => {
  const fields = answer.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && !left.test(name) ? [`${name}: ${all[index + 1]}`] : [],
  )
  return [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...fields, ...added, '', ''].join('\r\n')
}
