import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorName, errors } from '../../../generated/errors.js'
import { exactJson } from '../../runtime/exact-json.js'
import { type Listening, listenOn } from '../../runtime/listen-on.js'
import { passOnRequest, passOnSocket } from '../../runtime/pass-on.js'
import { FAULT_HEADER, readFaultHeader, type WantedFault } from './fault-header.js'
import { isRecord } from './mock-chain.js'

/** An error as the gateway would send it: from the contract's sample. */
export type SampleError = (name: ErrorName) => {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * Starts the front of the gateway at `target` on 127.0.0.1: requests and WebSockets pass through
 * unchanged, including Host, unless they carry X-Mock-Fault.
 *
 * Errors  the port is taken
 */
export const startFront = async (target: string, port: number, sample: SampleError): Promise<Listening> => {
  const { hostname, port: targetPort } = new URL(target)
  const send = (request: IncomingMessage) => {
    const { [FAULT_HEADER]: _, ...headers } = request.headers
    // A new connection for each request, so that none turns out closed on reuse.
    return httpRequest({
      agent: false,
      host: hostname,
      port: targetPort,
      method: request.method,
      path: request.url,
      headers,
    })
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const wanted = readFaultHeader(request.headers[FAULT_HEADER])
    if (typeof wanted === 'string') return void response.writeHead(400, plainText).end(`${wanted}\n`)
    if (await answerFault(request, response, wanted, sample)) return
    passOnRequest(request, response, send(request))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  server.on('upgrade', (request, socket, head) => passOnSocket(socket, head, send(request)))
  return listenOn(server, { host: '127.0.0.1', port })
}

const plainText = { 'content-type': 'text/plain' }

/** Produces the requested fault; false if the request should continue to the gateway. */
const answerFault = async (
  request: IncomingMessage,
  response: ServerResponse,
  { delayMs, status, error, isReset, isHanging }: WantedFault,
  sample: SampleError,
): Promise<boolean> => {
  if (delayMs !== undefined) await sleep(delayMs, undefined, { ref: false })
  if (isHanging) return true
  if (isReset) request.socket.destroy()
  else if (status !== undefined) response.writeHead(status, plainText).end(`mock: ${status}\n`)
  else if (error !== undefined) {
    const body = parsed(await text(request))
    const replyTo = (call: unknown) => ({
      jsonrpc: '2.0',
      id: isRecord(call) ? (call.id ?? null) : null,
      error: sample(error),
    })
    response.writeHead(Array.isArray(body) ? 200 : errors[error].httpStatus, { 'content-type': 'application/json' })
    response.end(exactJson(Array.isArray(body) ? body.map(replyTo) : replyTo(body)))
  } else return false
  return true
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
