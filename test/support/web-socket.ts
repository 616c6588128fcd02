import { once } from 'node:events'
import { type ClientOptions, WebSocket } from 'ws'

/** A WebSocket client that keeps what it was sent, in order of arrival. */
export interface TestSocket {
  readonly socket: WebSocket
  readonly messages: readonly string[]
  /** Settles with the close code and reason. */
  readonly closed: Promise<{ code: number; reason: string }>
  send(message: unknown): void
  /**
   * The first `count` messages, once there are so many; rejects when the connection closes before.
   */
  received(count: number): Promise<string[]>
  /** Sends one message and waits for the next answer. */
  ask(message: unknown): Promise<string>
  close(): Promise<void>
}

/**
 * Opens a WebSocket; rejects with the ws package's error when the upgrade is refused (see
 * `refusedUpgrade`).
 */
export const openSocket = async (url: string, options: ClientOptions = {}): Promise<TestSocket> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), options)
  const messages: string[] = []
  let wake: (() => void) | undefined
  socket.on('message', (data) => {
    messages.push(String(data))
    wake?.()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      resolve({ code, reason: String(reason) })
      wake?.()
    })
  })
  await once(socket, 'open')
  socket.on('error', () => {})
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const received = async (count: number) => {
    while (messages.length < count) {
      if (socket.readyState === WebSocket.CLOSED)
        throw new Error(`closed after ${messages.length} of ${count} messages`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return messages.slice(0, count)
  }
  return {
    socket,
    messages,
    closed,
    send,
    received,
    ask: async (message) => {
      const before = messages.length
      send(message)
      return (await received(before + 1))[before]!
    },
    close: async () => {
      socket.close()
      await closed
    },
  }
}

/** The HTTP answer to an upgrade that is refused. */
export const refusedUpgrade = (url: string, options: ClientOptions = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), options)
    socket.on('open', () => reject(new Error('the upgrade was accepted')))
    socket.on('error', reject)
    socket.on('unexpected-response', async (_request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: String(Buffer.concat(chunks)) })
    })
  })
