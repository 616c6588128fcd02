import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'

/** A request on its way back. */
export interface Passing {
  readonly transport: 'http' | 'websocket'
  /** The body as it was sent; undefined when it is not JSON. */
  readonly request: unknown
  readonly requestText: string
  /** Number of answers that came back before this one. */
  readonly count: number
  readonly url: string
  status: number
  text: string
  headers: Record<string, string>
}

/** Changes answers. */
export type Plant = (passing: Passing) => void

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** A proxy in front of an endpoint, over both transports, that changes what comes back. */
export class PlantingProxy {
  plant: Plant = () => {}
  /** Number of answers that `plant` changed. */
  changed = 0
  private count = 0
  private readonly server = createServer((request, response) => {
    this.pass(request).then(
      ({ status, text: body, headers }) => response.writeHead(status, headers).end(body),
      () => request.socket.destroy(),
    )
  })
  private readonly sockets = new WebSocketServer({ server: this.server })

  constructor(private readonly target: string) {
    this.sockets.on('connection', (socket, request) => {
      const onward = new WebSocket(`${target.replace('http', 'ws')}${request.url}`)
      const waiting: string[] = []
      const asked: string[] = []
      onward.on('open', () => {
        for (const body of waiting.splice(0)) onward.send(body)
      })
      socket.on('message', (data) => {
        asked.push(String(data))
        if (onward.readyState === WebSocket.OPEN) onward.send(String(data))
        else waiting.push(String(data))
      })
      onward.on('message', (data) => {
        const requestText = asked.shift() ?? ''
        const passing = this.planted({
          transport: 'websocket',
          requestText,
          url: request.url!,
          status: 0,
          text: String(data),
          headers: {},
        })
        if (passing.text !== '') socket.send(passing.text)
      })
      socket.on('close', () => onward.terminate())
    })
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate()
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async pass(request: IncomingMessage): Promise<Passing> {
    const requestText = await text(request)
    const answer = await fetch(`${this.target}${request.url}`, {
      method: request.method!,
      headers: { 'content-type': 'application/json' },
      ...(request.method === 'POST' && { body: requestText }),
    })
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => /^(x-|content-type)/.test(name)))
    return this.planted({
      transport: 'http',
      requestText,
      url: request.url!,
      status: answer.status,
      text: await answer.text(),
      headers,
    })
  }

  private planted(passing: Omit<Passing, 'request' | 'count'>): Passing {
    const whole: Passing = { ...passing, request: parsed(passing.requestText), count: this.count++ }
    const asIs = JSON.stringify([whole.text, whole.status, whole.headers])
    this.plant(whole)
    if (JSON.stringify([whole.text, whole.status, whole.headers]) !== asIs) this.changed++
    return whole
  }
}
