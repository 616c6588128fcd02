import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** A call that a fake node received. */
export interface SocketCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * What a fake node does with a call: the JSON text of a result, an error object, texts to send as
 * they are, or nothing.
 */
export type SocketAnswer = { result: string } | { error: object } | { raw: readonly (string | Buffer)[] } | 'nothing'

/** A scriptable node that answers over WebSocket, for what real nodes do not do on demand. */
export interface FakeSocketNode {
  readonly url: string
  /** Calls received, in order of arrival. */
  readonly calls: readonly SocketCall[]
  /** Headers of the upgrades received. */
  readonly upgrades: readonly IncomingHttpHeaders[]
  readonly openCount: number
  readonly pingCount: number
  /** Bytes of the longest message received. */
  readonly longestMessage: number
  /** Replaces the script: by default each subscription gets the next id, from 1. */
  answer(script: (call: SocketCall) => SocketAnswer | undefined): void
  /** The HTTP status of upgrades to come; undefined: they are accepted. */
  refuseWith(status: number | undefined): void
  /** Sends an event to every connection. */
  notify(result: string, subscription?: string): void
  send(message: string | Buffer): void
  /** Pings every connection. */
  ping(): void
  /** Cuts all connections. */
  cut(): void
  stop(): Promise<void>
}

/** Starts a fake node on 127.0.0.1. `autoPong` false: it does not answer pings. */
export const startFakeSocketNode = async ({ autoPong = true } = {}): Promise<FakeSocketNode> => {
  const calls: SocketCall[] = []
  const upgrades: IncomingHttpHeaders[] = []
  const open = new Set<WebSocket>()
  let script: (call: SocketCall) => SocketAnswer | undefined = () => undefined
  let status: number | undefined
  let lastId = 0
  let pingCount = 0
  let longestMessage = 0
  const usual = ({ method }: SocketCall): SocketAnswer =>
    /unsubscribe/i.test(method) ? { result: 'true' } : { result: String(++lastId) }
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, autoPong })
  server.on('upgrade', (request, socket, head) => {
    // A client may reset the connection that is refused, and nobody else listens to its errors.
    socket.on('error', () => {})
    upgrades.push(request.headers)
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      open.add(webSocket)
      webSocket.on('close', () => open.delete(webSocket))
      webSocket.on('error', () => {})
      webSocket.on('ping', () => pingCount++)
      webSocket.on('message', (data) => {
        longestMessage = Math.max(longestMessage, (data as Buffer).length)
        const call = JSON.parse(String(data)) as SocketCall
        calls.push(call)
        const answer = script(call) ?? usual(call)
        if (answer === 'nothing') return
        if ('raw' in answer) {
          for (const text of answer.raw) webSocket.send(text)
          return
        }
        const what = 'error' in answer ? `"error":${JSON.stringify(answer.error)}` : `"result":${answer.result}`
        webSocket.send(`{"jsonrpc":"2.0",${what},"id":${call.id}}`)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const send = (message: string | Buffer): void => {
    for (const webSocket of open) webSocket.send(message)
  }
  const cut = (): void => {
    for (const webSocket of open) webSocket.terminate()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    upgrades,
    get openCount() {
      return open.size
    },
    get pingCount() {
      return pingCount
    },
    get longestMessage() {
      return longestMessage
    },
    answer: (next) => {
      script = next
    },
    refuseWith: (next) => {
      status = next
    },
    notify: (result, subscription = String(lastId)) =>
      send(`{"jsonrpc":"2.0","method":"anyNotification","params":{"result":${result},"subscription":${subscription}}}`),
    send,
    ping: () => {
      for (const webSocket of open) webSocket.ping()
    },
    cut,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}
