import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'

/**
 * Answers a caller's request with what the one that it is passed on with is answered; if that
 * breaks off, so does the caller's.
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
 * Joins a caller's WebSocket with the one that is being opened for it, byte by byte; the end of
 * either is the end of both.
 */
export const passOnSocket = (socket: Duplex, head: Buffer, onward: ClientRequest): void => {
  // A socket that is not read does not tell that its caller left.
  const early = new PassThrough()
  early.write(head)
  socket.pipe(early)
  const giveUp = () => onward.destroy()
  socket.on('error', giveUp).on('end', giveUp).on('close', giveUp)
  onward.on('error', () => socket.destroy())
  onward.on('response', (answer) => {
    // Its body is read without its framing, so the end of the connection has to tell where it ends.
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

/** The head of an answer as it came, without the fields that `left` names and with others. */
const headOf = (answer: IncomingMessage, left = /^$/, added: readonly string[] = []): string => {
  const fields = answer.rawHeaders.flatMap((name, index, all) =>
    index % 2 === 0 && !left.test(name) ? [`${name}: ${all[index + 1]}`] : [],
  )
  return [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`, ...fields, ...added, '', ''].join('\r\n')
}
