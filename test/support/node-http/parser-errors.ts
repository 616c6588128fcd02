import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseSocket } from '../../../src/wire/http/server/refuse-socket.js'
import { fail } from '../../../src/wire/jsonrpc/reply.js'

const PARSER_ERRORS: Readonly<Record<string, 'headers-too-large' | 'request-timeout'>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/**
 * Answers what node's HTTP parser refuses: 400, 408 and 431 with a JSON-RPC body like every other
 * error.
 */
export const answerParserError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  // In the middle of an earlier request's answer another one would be read as part of it; node's
  // own handler looks at the same field.
  const isAnswering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
  if (error.code === 'ECONNRESET' || isAnswering) {
    socket.destroy()
    return
  }
  const name = PARSER_ERRORS[error.code ?? '']
  refuseSocket(socket, name === undefined ? fail('invalid-request', { reason: 'broken_http' }) : fail(name))
}
