import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { connect, NoAnswer } from './endpoint.js'

const TIMEOUT_MS = 20_000
/** Bounds what an endpoint that floods can make the kit remember. */
const MAX_MESSAGES = 10_000

/** A parsed message of an endpoint, without a check of its shape. */
export interface SocketMessage {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null
  readonly method?: unknown
  readonly params?: { readonly subscription?: unknown; readonly result?: unknown }
}

/** One WebSocket that keeps what it receives, in order: replies and notifications. */
export class EventSocket {
  readonly messages: SocketMessage[] = []
  private ending: string | undefined
  private nextId = 1

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      if (this.messages.length < MAX_MESSAGES) this.messages.push(parsed(String(data)))
    })
    socket.on('close', (code, reason) => {
      this.ending = `the WebSocket was closed with ${code} ${reason}`.trim()
    })
    socket.on('error', ({ message }) => {
      this.ending ??= message
    })
  }

  /** Errors: NoAnswer */
  static async open(url: string): Promise<EventSocket> {
    return new EventSocket(await connect(url))
  }

  /** Sends a call and waits for its reply. Errors: NoAnswer */
  async ask(method: string, params: readonly unknown[]): Promise<SocketMessage> {
    const id = this.nextId++
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const [reply] = await this.until(1, (message) => message.id === id, TIMEOUT_MS)
    if (reply === undefined) throw new NoAnswer(this.ending ?? `no answer within ${TIMEOUT_MS} ms`)
    return reply
  }

  /** The first `count` messages that match; fewer if the time is over or the endpoint hangs up. */
  async until(
    count: number,
    isWanted: (message: SocketMessage) => boolean,
    timeoutMs: number,
  ): Promise<readonly SocketMessage[]> {
    const untilMs = performance.now() + timeoutMs
    for (;;) {
      const found = this.messages.filter(isWanted)
      if (found.length >= count || performance.now() > untilMs || this.ending !== undefined)
        return found.slice(0, count)
      await sleep(10)
    }
  }

  close(): void {
    this.socket.terminate()
  }
}

const parsed = (text: string): SocketMessage => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
