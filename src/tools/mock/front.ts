import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorName, errors } from '../../../generated/errors.js'
import { exactJson, parseExact } from '../../runtime/exact-json.js'
import { isObject } from '../../runtime/is-object.js'
import { type Listening, listenOn } from '../../runtime/listen-on.js'
import { onWebSocket, passOnRequest, passOnSocket } from '../record/pass-on.js'
import { readMessages } from '../record/read-messages.js'
import { FAULT_HEADER, readFaultHeader, type WantedFault } from './fault-header.js'

/** An error as the gateway would answer a call with it: from the contract's sample. */
export type SampleError = (
  name: ErrorName,
  call: unknown,
) => {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface ChainControls {
  stall(ms: number): void
  reorganize(depth: number): void
  announceHeads(blocks: number, times: number): void
  bringLogs(filter: Readonly<Record<string, unknown>>): void
}

export interface FrontDeps {
  readonly sample: SampleError
  /** The chain of a network; undefined if there is no such network. */
  readonly controls: (network: string) => ChainControls | undefined
}

/**
 * Starts the front of the gateway at `target` on 127.0.0.1: requests and WebSockets pass through
 * unchanged, including Host. A request with X-Mock-Fault gets its fault; a WebSocket's is not read.
 *
 * Errors  the port is taken
 */
export const startFront = async (target: string, port: number, deps: FrontDeps): Promise<Listening> => {
  const sockets = new OpenSockets()
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
    const mistake = changeChain(networkOf(request), wanted, deps, sockets)
    if (mistake !== undefined) return void response.writeHead(400, plainText).end(`${mistake}\n`)
    if (await answerFault(request, response, wanted, deps.sample)) return
    passOnRequest(request, response, send(request))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  onWebSocket(server, (request, socket, head) => {
    const network = networkOf(request)
    // A compressed message could not be read.
    delete request.headers['sec-websocket-extensions']
    passOnSocket(socket, head, send(request))
    sockets.add(network, socket)
    readMessages(socket, head, 'caller', (message) => {
      for (const filter of logFilters(parsed(message))) deps.controls(network)?.bringLogs(filter)
      return true
    })
  })
  return listenOn(server, { host: '127.0.0.1', port })
}

/** The network that a path such as `/ethereum-mainnet/v3/KEY` names. */
const networkOf = ({ url = '' }: IncomingMessage): string => url.split('/')[1] ?? ''

const logFilters = (message: unknown): Record<string, unknown>[] =>
  [message].flat().flatMap((call) => {
    const { method, params } = isObject(call) ? call : {}
    const [kind, filter] = Array.isArray(params) ? (params as unknown[]) : []
    return method === 'eth_subscribe' && kind === 'logs' && isObject(filter) ? [filter] : []
  })

/** Does what a fault asks of a network's chain and connections; returns what hinders it. */
const changeChain = (
  network: string,
  wanted: WantedFault,
  { controls }: FrontDeps,
  sockets: OpenSockets,
): string | undefined => {
  const chain = controls(network)
  const { reorganizedBlocks, stallMs, skippedHeads, doubledHeads, cutCode } = wanted
  if ([reorganizedBlocks, stallMs, skippedHeads, doubledHeads, cutCode].every((one) => one === undefined))
    return undefined
  if (chain === undefined) return `X-Mock-Fault: the path names no network of the mock: "${network}"`
  try {
    if (reorganizedBlocks !== undefined) chain.reorganize(reorganizedBlocks)
    if (skippedHeads !== undefined) chain.announceHeads(skippedHeads, 0)
    if (doubledHeads !== undefined) chain.announceHeads(doubledHeads, 2)
  } catch (error) {
    return `X-Mock-Fault: ${(error as Error).message}`
  }
  if (stallMs !== undefined) chain.stall(stallMs)
  if (cutCode !== undefined) sockets.cut(network, cutCode)
  return undefined
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
    const name = isOfCall(error) && isEmptyBatch(body) ? EMPTY_BATCH : error
    const answer = errorAnswer(name, body, sample)
    if (answer === undefined) response.writeHead(204).end()
    else {
      const status = Array.isArray(answer) ? 200 : errors[name].httpStatus
      response.writeHead(status, { 'content-type': 'application/json' }).end(exactJson(answer))
    }
  } else return false
  return true
}

/** A body without a call that could have an error. Its sample says so. */
const EMPTY_BATCH: ErrorName = 'invalid-request'

const isEmptyBatch = (body: unknown): boolean => Array.isArray(body) && body.length === 0

const isOfCall = (error: ErrorName): boolean => errors[error].answers.includes('call')

/** The answer with an error to all calls of a body; undefined if it has only notifications. */
const errorAnswer = (error: ErrorName, body: unknown, sample: SampleError): object | undefined => {
  const replyTo = (call: unknown) => ({
    jsonrpc: '2.0',
    id: isObject(call) ? (call.id ?? null) : null,
    error: sample(error, call),
  })
  if (!isOfCall(error) || isEmptyBatch(body)) return replyTo(body)
  const replies = [body].flat().filter(isAnswered).map(replyTo)
  if (replies.length === 0) return undefined
  return Array.isArray(body) ? replies : replies[0]
}

/** False for a notification. */
const isAnswered = (call: unknown): boolean =>
  !isObject(call) || call.id !== undefined || typeof call.method !== 'string'

const parsed = (body: string): unknown => {
  try {
    return parseExact(body)
  } catch {
    return undefined
  }
}

/** RFC 6455, section 5.5.1: a close frame of two bytes, not masked. */
const CLOSE_FRAME = [0x88, 2]

/** The connections of callers' WebSockets, by network. */
class OpenSockets {
  private readonly sockets = new Map<Duplex, string>()

  add(network: string, socket: Duplex): void {
    this.sockets.set(socket, network)
    socket.on('close', () => this.sockets.delete(socket))
  }

  /** Closes the WebSockets of a network with a code. */
  cut(network: string, code: number): void {
    for (const [socket, of] of this.sockets)
      if (of === network) socket.end(Buffer.from([...CLOSE_FRAME, code >> 8, code & 0xff]))
  }
}
