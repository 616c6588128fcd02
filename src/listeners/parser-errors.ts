import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorName } from '../../generated/errors.js'
import { type Failure, fail, httpStatusOf } from '../protocol/reply.js'
import { writeReply } from '../protocol/write-reply.js'

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
}

/** Writes a refusal straight to a socket that has no response object (a broken request, a refused upgrade), and ends it. */
export const refuseSocket = (socket: Duplex, failure: Failure, headers: readonly string[] = []): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const status = httpStatusOf(failure)
  const body = Buffer.concat(writeReply('null', failure).chunks)
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Access-Control-Allow-Origin: *',
    'X-Credits-Cost: 0',
    'Connection: close',
    ...headers,
  ]
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
}

const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Answers what node's HTTP parser refuses: 400, 408 and 431 with a JSON-RPC body like every other error. */
export const answerParserError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // In the middle of an earlier request's answer another one would be read as part of it; node's own handler looks at the same field.
  const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
  if (error.code === 'ECONNRESET' || isAnswering) {
    socket.destroy()
    return
  }
  const name = PARSER_ERRORS[error.code ?? '']
  refuseSocket(socket, name === undefined ? fail('invalid-request', { data: { reason: 'broken_http' } }) : fail(name))
}
