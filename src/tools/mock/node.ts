import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { exactJson } from '../../runtime/exact-json.js'
import { isObject } from '../../runtime/is-object.js'
import { type Listening, listenOn } from '../../runtime/listen-on.js'
import { INVALID_REQUEST, PARSE_ERROR } from '../../wire/jsonrpc/error-codes.js'
import type { MockAnswers } from './answers.js'
import type { Fault, FaultPlan } from './faults.js'
import { type ChainAnswer, nodeError } from './mock-chain.js'
import { type AnsweredMessage, serveNodeSockets } from './node-socket.js'

const MAX_BODY_BYTES = 16 * 1024 * 1024

/**
 * Starts a JSON-RPC server over HTTP and WebSocket that answers with `answers`, except for calls
 * that match a rule of `faults`.
 */
export const startMockNode = async (
  network: string,
  answers: () => MockAnswers,
  faults: FaultPlan,
): Promise<Listening> => {
  const answerOne = (call: unknown): AnsweredMessage => {
    const { id = null, method, params = [] } = isObject(call) ? call : {}
    if (typeof method !== 'string' || !Array.isArray(params))
      return { reply: { jsonrpc: '2.0', id, ...nodeError(INVALID_REQUEST, 'Invalid Request') } }
    const fault = faults.next(network, method)
    return { fault, reply: { jsonrpc: '2.0', id, ...answerOf(fault, () => answers().answer(method, params)) } }
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request)
    const parsed = parse(body)
    const all = (Array.isArray(parsed) ? parsed : [parsed]).map(answerOne)
    for (const { fault } of all) {
      if (fault?.delayMs !== undefined) await sleep(fault.delayMs, undefined, { ref: false })
      if (fault?.hang) return
      if (fault?.reset) return void request.socket.destroy()
      if (fault?.status !== undefined) return void response.writeHead(fault.status).end(`mock: ${fault.status}\n`)
    }
    const replies = all.map(({ reply }) => reply)
    response.setHeader('content-type', 'application/json')
    response.end(exactJson(Array.isArray(parsed) ? replies : replies[0]))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => {
      if (response.headersSent) return void request.socket.destroy()
      response.statusCode = 500
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, ...nodeError(PARSE_ERROR, error.message) }))
    })
  })
  serveNodeSockets(server, { answers, answerOne, faultOf: (method) => faults.next(network, method) })
  // The gateway decides how long it keeps a connection.
  server.keepAliveTimeout = 0
  return listenOn(server, { host: '127.0.0.1', port: 0 })
}

const answerOf = (fault: Fault | undefined, usual: () => ChainAnswer): ChainAnswer => {
  if (fault?.error !== undefined) return { error: fault.error }
  return fault !== undefined && 'result' in fault ? { result: fault.result } : usual()
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new Error(`the body is larger than ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Error('the body is not JSON')
  }
}
