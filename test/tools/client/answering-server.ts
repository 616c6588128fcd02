import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** The server's answer to one message: a text, `silence`, or `drop` for a broken connection. */
export type Answer =
  | { readonly text: string; readonly status?: number; readonly headers?: Record<string, string> }
  | 'silence'
  | 'drop'

/**
 * A server on a free port of this machine. It answers HTTP bodies and WebSocket messages the same
 * way.
 */
export interface AnsweringServer {
  readonly httpUrl: string
  readonly wsUrl: string
  /** Every message received, as it was sent. */
  readonly received: string[]
  /** Returns the number of WebSockets opened so far. */
  readonly sockets: () => number
  /** Breaks all handshakes from now on. */
  readonly refuseSockets: () => void
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const answerSocket = (socket: WebSocket, given: Answer): void => {
  if (given === 'drop') socket.terminate()
  else if (given !== 'silence') socket.send(given.text)
}

/** Starts a server whose answers `answer` decides. */
export const startServer = async (answer: (text: string) => Answer): Promise<AnsweringServer> => {
  const received: string[] = []
  const connections = new Set<Socket>()
  let [opened, takesSockets] = [0, true]
  const respond = (text: string): Answer => {
    received.push(text)
    return answer(text)
  }
  const http = createServer(async (request, response) => {
    const given = respond(await bodyOf(request))
    if (given === 'drop') request.socket.destroy()
    else if (given !== 'silence') response.writeHead(given.status ?? 200, given.headers).end(given.text)
  })
  http.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  const webSockets = new WebSocketServer({ server: http, verifyClient: () => takesSockets })
  webSockets.on('connection', (socket) => {
    opened += 1
    socket.on('message', (data) => answerSocket(socket, respond(data.toString())))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    httpUrl: `http://127.0.0.1:${port}/v3/secret-key`,
    wsUrl: `ws://127.0.0.1:${port}/ws/v3/secret-key`,
    received,
    sockets: () => opened,
    refuseSockets: () => {
      takesSockets = false
    },
    close: () => {
      webSockets.close()
      for (const socket of connections) socket.destroy()
      return new Promise((resolve) => http.close(() => resolve()))
    },
  }
}
