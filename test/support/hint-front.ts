import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** A WebSocket proxy in front of a node that loses some of its notifications. */
export interface HintFront {
  readonly url: string
  /** The node's address; may change while it runs. Open connections stay at the old one. */
  target: string
  readonly lost: number
  /** Breaks all connections. */
  cut(): void
  stop(): Promise<void>
}

/** Starts the proxy on 127.0.0.1; `isLost` decides for each notification. */
export const startHintFront = async (target: string, isLost: () => boolean): Promise<HintFront> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  let lost = 0
  server.on('connection', (client) => {
    const node = new WebSocket(front.target)
    const early: string[] = []
    const endBoth = () => {
      client.terminate()
      node.terminate()
    }
    client.on('message', (data) => {
      if (node.readyState === WebSocket.OPEN) node.send(String(data))
      else early.push(String(data))
    })
    node.on('open', () => {
      for (const text of early.splice(0)) node.send(text)
    })
    node.on('message', (data) => {
      const text = String(data)
      if (text.includes('"eth_subscription"') && isLost()) lost++
      else client.send(text)
    })
    for (const socket of [client, node]) socket.on('error', endBoth).on('close', endBoth)
  })
  const front = {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    get lost() {
      return lost
    },
    cut: () => {
      for (const client of server.clients) client.terminate()
    },
    stop: async () => {
      front.cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}
