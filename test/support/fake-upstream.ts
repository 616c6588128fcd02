import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request as the fake upstream received it; `json` is undefined when the body is not JSON. */
export interface FakeRequest {
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: a script looks into whatever the gateway sent
  readonly json: any
  readonly headers: IncomingHttpHeaders
}

/**
 * The fake upstream's reply to one request. `delayMs` is the wait before the first byte, for every
 * kind of reply. An answer that begins with `"id":1` gets the id of its request instead, because
 * every call to a node has a different id.
 */
export type FakeReply = { readonly delayMs?: number } & (
  | { /** The whole answer, written with JSON.stringify, status 200. */ readonly json: unknown }
  | { /** Put behind the request's own id, in an envelope, byte for byte. */ readonly resultText: string }
  | { readonly raw: string | Uint8Array; readonly status?: number; readonly headers?: Record<string, string> }
  | {
      readonly stream: Iterable<StreamStep> | AsyncIterable<StreamStep>
      readonly status?: number
      readonly headers?: Record<string, string>
    }
  | { /** Never answers; the connection stays open. */ readonly hang: true }
  | { /** Cuts the connection without a byte. */ readonly destroy: true }
)

/** A piece to write, a pause in milliseconds, or a cut of the connection in mid-answer. */
type StreamStep = string | Uint8Array | { readonly waitMs: number } | { readonly destroy: true }

export type FakeScript = (request: FakeRequest) => FakeReply | Promise<FakeReply>

/** A scriptable JSON-RPC node over HTTP for what real nodes do not do on demand: faults. */
export interface FakeUpstream {
  readonly url: string
  readonly port: number
  /** Every request received, in order of arrival. */
  readonly requests: readonly FakeRequest[]
  /** Requests whose client went away before it had the whole answer. */
  readonly abortedCount: number
  /** Connections accepted so far. */
  readonly connectionCount: number
  readonly openConnectionCount: number
  /** Replaces the script for the requests to come. */
  setScript(script: FakeScript): void
  stop(): Promise<void>
}

/**
 * Starts a fake upstream on 127.0.0.1; a script that throws answers 500 with the error's text, so
 * that the test shows it.
 */
export const startFakeUpstream = async (script: FakeScript, port = 0): Promise<FakeUpstream> => {
  const requests: FakeRequest[] = []
  let current = script
  let abortedCount = 0
  let connectionCount = 0
  let isStopping = false
  const server = createServer(async (incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished && !cuts.has(response) && !isStopping) abortedCount += 1
    })
    try {
      const request = await receive(incoming)
      requests.push(request)
      await reply(request, await current(request), response)
    } catch (error) {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    }
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    connectionCount += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    get abortedCount() {
      return abortedCount
    },
    get connectionCount() {
      return connectionCount
    },
    get openConnectionCount() {
      return sockets.size
    },
    setScript: (next) => {
      current = next
    },
    stop: () =>
      new Promise((resolve) => {
        isStopping = true
        server.close(() => resolve())
        // closeAllConnections closes only connections that a parser reads.
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Responses that the script cut; their clients did not go away. */
const cuts = new WeakSet<ServerResponse>()

const cut = (response: ServerResponse): void => {
  cuts.add(response)
  response.destroy()
}

const receive = async (incoming: IncomingMessage): Promise<FakeRequest> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString('utf8')
  return { body, json: parse(body), headers: incoming.headers }
}

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const reply = async (request: FakeRequest, answer: FakeReply, response: ServerResponse): Promise<void> => {
  if (answer.delayMs) await pause(answer.delayMs, response)
  if (response.destroyed || 'hang' in answer) return
  if ('destroy' in answer) return cut(response)
  const type = { 'content-type': 'application/json' }
  if ('json' in answer) {
    response.writeHead(200, type).end(withId(JSON.stringify(answer.json), request))
  } else if ('resultText' in answer) {
    const id = JSON.stringify(request.json?.id ?? null)
    response.writeHead(200, type).end(`{"jsonrpc":"2.0","id":${id},"result":${answer.resultText}}`)
  } else if ('raw' in answer) {
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers }).end(withId(answer.raw, request))
  } else {
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers })
    await stream(answer.stream, response, request)
  }
}

/** Returns an answer, or its beginning, with the id of its request in place of 1. */
const withId = <Text extends string | Uint8Array>(text: Text, { json }: FakeRequest): string | Text => {
  const isPlain = typeof text !== 'string' || typeof json?.id !== 'number'
  return isPlain ? text : text.replace(/^(\s*\{(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*)1(?=\s*[,}])/, `$1${json.id}`)
}

const stream = async (
  steps: Iterable<StreamStep> | AsyncIterable<StreamStep>,
  response: ServerResponse,
  request: FakeRequest,
) => {
  let isFirst = true
  // Headers leave at once, so that a script can send headers and never a body.
  response.flushHeaders()
  for await (const step of steps) {
    if (response.destroyed) return
    if (typeof step === 'string' || step instanceof Uint8Array) {
      const piece = isFirst ? withId(step, request) : step
      isFirst = false
      if (!response.write(piece)) await untilDrained(response)
    } else if ('waitMs' in step) await pause(step.waitMs, response)
    else return cut(response)
  }
  response.end()
}

/** Waits; ends early if the client goes away, so that no timer outlives its test. */
const pause = (ms: number, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    response.once('close', done)
  })

const untilDrained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
