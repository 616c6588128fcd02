import { TransportError } from './rpc-error.js'
import { idOf, parseMessage, type Reply, type Request, readReply, type Transport } from './transport.js'

/** The part of the WebSocket interface that this client uses; browsers, Node 22 and the package ws all have it. */
export interface WebSocketLike {
  readonly readyState: number
  send(text: string): void
  close(): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

/** Makes a WebSocket. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

interface Pending {
  readonly settle: (reply: Reply) => void
  readonly fail: (error: unknown) => void
}

const isOpen = 1

const findWebSocket = async (): Promise<WebSocketConstructor> => {
  const { WebSocket } = globalThis as { WebSocket?: WebSocketConstructor }
  return WebSocket ?? ((await import('ws')).WebSocket as unknown as WebSocketConstructor)
}

/**
 * One WebSocket for all calls, opened by the first one and again after it broke. A failure rejects the calls that
 * wait for it and nothing else: every socket has its listeners before it can fail.
 */
export class WebSocketTransport implements Transport {
  readonly #url: string
  readonly #timeoutMs: number
  readonly #given: WebSocketConstructor | undefined
  readonly #pending = new Map<number, Pending>()
  readonly #batches: (readonly Request[])[] = []
  #socket: Promise<WebSocketLike> | undefined
  #isClosed = false

  constructor(url: string, timeoutMs: number, webSocket?: WebSocketConstructor) {
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#given = webSocket
  }

  async #connect(): Promise<WebSocketLike> {
    const Socket = this.#given ?? (await findWebSocket())
    return new Promise((resolve, reject) => {
      const socket = new Socket(this.#url)
      // A handshake that never ends would otherwise be waited for by every later call too.
      const timer = setTimeout(() => lost('the connection was not accepted in time', 'timeout'), this.#timeoutMs)
      let isLost = false
      const lost = (message: string, reason: string) => {
        // An error is followed by a close, when the next connection may already exist.
        if (isLost) return
        isLost = true
        clearTimeout(timer)
        const error = new TransportError(message, reason)
        reject(error)
        this.#forget(error)
        socket.close()
      }
      socket.addEventListener('open', () => {
        clearTimeout(timer)
        if (this.#isClosed) lost('the client is closed', 'closed')
        else resolve(socket)
      })
      socket.addEventListener('error', () => lost('the connection failed', 'connection'))
      socket.addEventListener('close', ({ code }) => lost(`the connection was closed (${code})`, 'closed'))
      socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    })
  }

  /** The next call opens a new connection; the calls that wait for this one fail. */
  #forget(error: TransportError): void {
    this.#socket = undefined
    for (const { fail } of this.#pending.values()) fail(error)
  }

  #receive(text: string): void {
    let message: unknown
    try {
      message = parseMessage(text)
    } catch {
      return // This answer names no call; the call that it belongs to runs into its time limit.
    }
    if (Array.isArray(message)) for (const member of message) this.#settle(idOf(member), member)
    else this.#settle(idOf(message), message, text)
  }

  #settle(id: number | undefined, message: unknown, text?: string): void {
    // Only a batch can be refused as a whole, with an error without id. Batches in flight look alike from here; the
    // oldest is the best guess, and the others end with their answers or their time limit.
    const calls = id === undefined ? (this.#batches[0]?.map((request) => request.id) ?? []) : [id]
    for (const call of calls) {
      const pending = this.#pending.get(call)
      try {
        const reply = readReply(message, {}, text)
        if (id === undefined && 'error' in reply) pending?.fail(reply.error)
        else pending?.settle(reply)
      } catch (error) {
        pending?.fail(error)
      }
    }
  }

  #wait({ id }: Request): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer)
        this.#pending.delete(id)
      }
      const fail = (error: unknown) => {
        finish()
        reject(error)
      }
      const settle = (reply: Reply) => {
        finish()
        resolve(reply)
      }
      const timer = setTimeout(
        () => fail(new TransportError(`no answer within ${this.#timeoutMs} ms`, 'timeout')),
        this.#timeoutMs,
      )
      this.#pending.set(id, { settle, fail })
    })
  }

  async #write(requests: readonly Request[], body: unknown): Promise<void> {
    try {
      this.#socket ??= this.#connect()
      const socket = await this.#socket
      if (socket.readyState !== isOpen) throw new TransportError('the connection was closed', 'closed')
      socket.send(JSON.stringify(body))
    } catch (error) {
      if (!(error instanceof TransportError)) this.#socket = undefined
      const failure =
        error instanceof TransportError ? error : new TransportError('the connection failed', 'connection')
      for (const { id } of requests) this.#pending.get(id)?.fail(failure)
    }
  }

  async send(request: Request): Promise<Reply> {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    const reply = this.#wait(request)
    void this.#write([request], request)
    return reply
  }

  async sendBatch(requests: readonly Request[]): Promise<Reply[]> {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    const replies = Promise.all(requests.map((request) => this.#wait(request)))
    this.#batches.push(requests)
    void this.#write(requests, requests)
    try {
      return await replies
    } finally {
      this.#batches.splice(this.#batches.indexOf(requests), 1)
    }
  }

  close(): void {
    this.#isClosed = true
    const socket = this.#socket
    this.#forget(new TransportError('the client is closed', 'closed'))
    socket?.then((open) => open.close()).catch(() => {})
  }
}
