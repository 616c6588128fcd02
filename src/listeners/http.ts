import type { IncomingMessage, ServerResponse } from 'node:http'
import { type BodyReply, refuseBody } from '../pipeline/answer-body.js'
import { observeRefusal } from '../pipeline/observe.js'
import type { Arrival } from '../pipeline/stage.js'
import { Cancellation } from '../protocol/cancellation.js'
import { idOfBody } from '../protocol/envelope.js'
import { type Failure, fail, httpStatusOf } from '../protocol/reply.js'
import { type Written, writeReply } from '../protocol/write-reply.js'
import { admit, arrivalOf, type Desk, isRefused, serve } from './desk.js'
import { CORS_HEADERS, preflightHeaders, replyHeaders } from './headers.js'
import { discardBody, readBody } from './read-body.js'
import { type Route, routeOf } from './route.js'
import { writeHttp } from './write-http.js'

/** How long a client may go on sending a body that was refused, while it gets to read why. */
const LINGER_MS = 2_000

/** Which HTTP methods an address takes. */
const ALLOWED: Readonly<Record<Exclude<Route['kind'], 'nowhere'>, string>> = {
  call: 'POST, OPTIONS',
  websocket: 'GET, OPTIONS',
  contract: 'GET, HEAD, OPTIONS',
}

/**
 * Answers one HTTP request: a call or batch by POST, the contract by GET, a preflight by OPTIONS.
 *
 * Errors  every one is a JSON-RPC body, at every status
 * Source  PRODUCT.md, "Addresses" and "Requests and replies"
 */
export const handleHttp = async (desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const route = routeOf(request.headers.host, request.url ?? '/', desk.networks)
  if (route.kind === 'nowhere')
    return refuse(desk, request, response, fail('not-found', { data: { reason: route.reason } }))
  const allow = ALLOWED[route.kind]
  if (request.method === 'OPTIONS') {
    response.writeHead(204, preflightHeaders(allow, request.headers['access-control-request-headers']))
    response.end()
    return
  }
  if (!allow.split(', ').includes(request.method ?? '')) {
    return refuse(desk, request, response, fail('method-not-allowed', { data: { allow } }), ['Allow', allow])
  }
  if (route.kind === 'contract') return sendContract(response, desk.contract(route.network), request.method === 'HEAD')
  if (route.kind === 'websocket')
    return refuse(desk, request, response, fail('upgrade-required'), ['Upgrade', 'websocket'])
  await handleCall(desk, request, response, arrivalOf(desk, request, 'http', route.network, route.keyText))
}

const handleCall = async (
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  arrival: Arrival,
): Promise<void> => {
  const startedMs = desk.nowMs()
  const { maxBodyBytes, writeTimeoutMs } = desk.limits()
  // The key is judged first; the body is read all the same, for the id that the refusal should carry.
  const [caller, body] = await Promise.all([admit(desk, arrival), readBody(request, maxBodyBytes)])
  if (body === 'gone') return
  if (isRefused(caller) || body === 'too-large') {
    const refusal = isRefused(caller) ? caller : fail('body-too-large', { data: { maxBytes: maxBodyBytes } })
    observeRefusal(desk.observer, arrival, refusal, desk.nowMs() - startedMs)
    const headers = replyHeaders(arrival.requestId, { costCredits: 0, servedBy: [] }, undefined, desk.nowMs())
    const reply = refuseBody(refusal, body === 'too-large' ? undefined : idOfBody(body))
    return send(request, response, reply, headers, writeTimeoutMs)
  }
  const cancellation = new Cancellation()
  response.on('close', () => {
    if (!response.writableFinished) cancellation.cancel()
  })
  // Gone already while the key was looked up: nobody would tell.
  if (response.destroyed) return
  const reply = await serve(desk, caller, body, cancellation, true)
  const headers = replyHeaders(arrival.requestId, reply, desk.remainingCredits(caller.entitlement), desk.nowMs())
  await send(request, response, reply, headers, writeTimeoutMs)
}

const send = async (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Pick<BodyReply, 'status' | 'written'>,
  headers: string[],
  writeTimeoutMs: number,
): Promise<void> => {
  if (!request.complete && reply.written !== undefined)
    return sendEarly(request, response, reply.status, headers, reply.written)
  if (reply.written === undefined) {
    response.writeHead(reply.status, headers)
    response.end()
    return
  }
  await writeHttp(response, reply.status, headers, reply.written, { writeTimeoutMs })
}

/** Answers a request whose body has not been read to its end: the connection cannot be used again, and must not be reset either. */
const sendEarly = async (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: string[],
  written: Written,
): Promise<void> => {
  const body = Buffer.concat(written.chunks)
  headers.push('Connection', 'close', 'Content-Type', 'application/json', 'Content-Length', String(body.length))
  response.writeHead(status, headers)
  response.write(body)
  await discardBody(request, LINGER_MS)
  response.end()
}

/** Refuses a request that leads to no network, or not in this way. */
const refuse = (
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
  failure: Failure,
  headers: string[] = [],
): Promise<void> => {
  const written = writeReply('null', failure)
  const all = [
    ...replyHeaders(desk.nextRequestId(), { costCredits: 0, servedBy: [] }, undefined, desk.nowMs()),
    ...headers,
  ]
  return send(request, response, { status: httpStatusOf(failure), written }, all, desk.limits().writeTimeoutMs)
}

const sendContract = (response: ServerResponse, contract: Buffer, isHead: boolean): void => {
  response.writeHead(200, [
    ...CORS_HEADERS,
    'Content-Type',
    'application/json',
    'Content-Length',
    String(contract.length),
  ])
  response.end(isHead ? undefined : contract)
}
