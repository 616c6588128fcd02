import { createServer, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Duplex, Writable } from 'node:stream'
import * as webSockets from 'ws'
import { type Listening, listenOn } from '../../runtime/listen-on.js'
import { passOnRequest, passOnSocket } from '../../runtime/pass-on.js'
import type { TrafficRecorder } from './traffic-recorder.js'

/** Where it listens. */
export interface ProxyAddress {
  readonly host: string
  readonly port: number
}

/** The package's reader of frames, which its types leave out. */
const { Receiver } = webSockets as unknown as {
  readonly Receiver: new (options: { readonly isServer: boolean; readonly maxPayload: number }) => Writable
}

/** A longer body is passed on and not read: it would make no line either. */
const MAX_READ_BYTES = 1024 * 1024

/**
 * Starts a server that passes requests and WebSockets on to the endpoint at `target`, byte by byte
 * and Host included, and shows the recorder what is asked. Callers' addresses go on in
 * X-Forwarded-For. Once the recorder is full nothing is read any more.
 *
 * Errors  the port is taken
 */
export const startRecordingProxy = async (
  target: URL,
  { host, port }: ProxyAddress,
  recorder: TrafficRecorder,
): Promise<Listening> => {
  const send = (request: IncomingMessage) => {
    const forwarded = [request.headers['x-forwarded-for'] ?? [], request.socket.remoteAddress ?? []].flat().join(', ')
    return (target.protocol === 'https:' ? secureRequest : plainRequest)({
      // A connection for each request: none is found closed when it is used again.
      agent: false,
      host: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      servername: target.hostname,
      method: request.method,
      path: request.url,
      headers: { ...request.headers, 'x-forwarded-for': forwarded },
    })
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST' && !recorder.isFull) readBody(request, recorder)
    passOnRequest(request, response, send(request))
  })
  server.on('upgrade', (request, socket, head) => {
    // A compressed message could not be read.
    delete request.headers['sec-websocket-extensions']
    passOnSocket(socket, head, send(request))
    if (!recorder.isFull) readMessages(socket, head, recorder)
  })
  return listenOn(server, { host, port })
}

const readBody = (request: IncomingMessage, recorder: TrafficRecorder): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= MAX_READ_BYTES) chunks.push(chunk)
    else chunks.length = 0
  })
  request.on('end', () => bytes <= MAX_READ_BYTES && recorder.saw(Buffer.concat(chunks).toString()))
}

/**
 * Reads a caller's messages beside their way to the endpoint. What is no WebSocket any more is not
 * read further.
 */
const readMessages = (socket: Duplex, head: Buffer, recorder: TrafficRecorder): void => {
  const receiver = new Receiver({ isServer: true, maxPayload: MAX_READ_BYTES })
  const read = (chunk: Buffer) => {
    if (recorder.isFull) stop()
    else receiver.write(chunk)
  }
  const stop = () => socket.off('data', read)
  receiver.on('error', stop)
  receiver.on('message', (data: Buffer) => recorder.saw(data.toString()))
  if (head.length > 0) receiver.write(head)
  socket.on('data', read)
}
