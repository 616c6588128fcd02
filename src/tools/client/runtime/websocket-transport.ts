import { itemTexts } from './result-text.js'
import { TransportError } from './rpc-error.js'
import { closeError, isFinalClose, namedRefusal, type RefusalFinder } from './socket-failure.js'
import {
  batchText,
  type CallLimit,
  idOf,
  isNotification,
  type Notification,
  parseMessage,
  type Reply,
  type Request,
  readReply,
  startLimit,
  type Transport,
} from './wire.js'

/**
 * The part of the WebSocket interface that this client uses; browsers, Node 22 and the package ws
 * all have it.
 */
export interface WebSocketLike {
  readonly readyState: number
  send(text: string): void
  close(): void
  addEventListener(type: 'open', listener: () => void): void
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason?: string }) => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Creates a WebSocket. */
export type WebSocketConstructor = new (url: string) => WebSocketLike

/** Finds the environment's WebSocket constructor. Errors rejects without one */
export type WebSocketFinder = () => Promise<WebSocketConstructor>

/** Receives what belongs to no call of a connection. */
export interface SocketListener {
  /** A message that answers no request. */
  notification(message: Notification, text: string): void
  /** An open connection broke; final if the gateway closed it and would do so again. */
  lost(error: TransportError, isFinal: boolean): void
}

interface Pending {
  readonly method: string
  readonly resolve: (reply: Reply) => void
  readonly fail: (error: unknown) => void
}

const OPEN = 1
/** Without a limit, all later calls would wait for a handshake that never ends. */
const HANDSHAKE_MS = 15_000
/** The first and the longest wait before another attempt to connect; it doubles in between. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [100, 5_000]

/**
 * One WebSocket for all calls, opened by the first one and reopened after it broke. Calls in flight
 * when it breaks fail at once, because they may or may not have been executed. While no connection
 * can be opened, a call waits for the next attempt, within its limit.
 */
export class WebSocketTransport implements Transport {
  readonly #url: string
  readonly #find: WebSocketFinder
  readonly #findRefusal: RefusalFinder
  readonly #listener: SocketListener | undefined
  readonly #pending = new Map<number, Pending>()
  readonly #batches: (readonly Request[])[] = []
  #socket: Promise<WebSocketLike> | undefined
  #failures = 0
  #endWait = () => {}
  /** Ends the connection, or the attempt to open one. */
  #lose = (_: TransportError) => {}
  /** The connection is dead if no message came by this time, although a call was sent. */
  #dueAt = Number.POSITIVE_INFINITY
  #isClosed = false

  constructor(url: string, find: WebSocketFinder, findRefusal: RefusalFinder, listener?: SocketListener) {
    this.#url = url
    this.#find = find
    this.#findRefusal = findRefusal
    this.#listener = listener
  }

  /** Waits this long, or until the client is closed. */
  #wait(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      this.#endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #connect(): Promise<WebSocketLike> {
    const waitMs = this.#failures === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), LONGEST_WAIT_MS)
    if (waitMs > 0) await this.#wait(waitMs)
    const Socket = await this.#find()
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    return new Promise((resolve, reject) => {
      const socket = new Socket(this.#url)
      const timer = setTimeout(
        () => lost(new TransportError('the connection was not accepted in time', 'timeout')),
        HANDSHAKE_MS,
      )
      let [isLost, isOpen, hasFailed] = [false, false, false]
      const lost = (error: TransportError, isFinal = false) => {
        // A close event may come late, when the next connection already exists.
        if (isLost) return
        isLost = true
        clearTimeout(timer)
        if (!isOpen) this.#failures += 1
        reject(error)
        this.#forget(error)
        if (isOpen) this.#listener?.lost(error, isFinal)
        socket.close()
      }
      const fail = async (message: string | undefined) => {
        hasFailed = true
        const refusal = isLost || isOpen ? undefined : (namedRefusal(message) ?? (await this.#findRefusal()))
        lost(refusal ?? new TransportError('the connection failed', 'connection'))
      }
      this.#lose = lost
      this.#dueAt = Number.POSITIVE_INFINITY
      socket.addEventListener('open', () => {
        clearTimeout(timer)
        isOpen = true
        this.#failures = 0
        resolve(socket)
      })
      socket.addEventListener('error', ({ message }) => void fail(message))
      // After an error, the error says more.
      socket.addEventListener('close', ({ code, reason }) => {
        if (!hasFailed) lost(closeError(code, reason), isFinalClose(code, reason))
      })
      socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    })
  }

  /** Fails the calls on this connection; the next call opens a new one. */
  #forget(error: TransportError): void {
    this.#socket = undefined
    for (const { fail } of this.#pending.values()) fail(error)
  }

  #receive(text: string): void {
    this.#dueAt = Number.POSITIVE_INFINITY
    let message: unknown
    try {
      message = parseMessage(text)
    } catch {
      return // This answer names no call; the call that it belongs to runs into its time limit.
    }
    if (this.#listener !== undefined && isNotification(message)) return this.#listener.notification(message, text)
    if (!Array.isArray(message)) return this.#deliver(message, text, this.#refusedBatch(message))
    const texts = itemTexts(text)
    message.forEach((member, index) => void this.#deliver(member, texts[index] ?? ''))
  }

  /** The batch that is refused whole, with one error under its first call's id. */
  #refusedBatch(message: unknown): readonly Request[] | undefined {
    const id = idOf(message)
    return id === undefined ? undefined : this.#batches.find(([first]) => first!.id === id)
  }

  #deliver(message: unknown, text: string, refused?: readonly Request[]): void {
    const id = idOf(message)
    // Only a batch whose first id the gateway could not read is refused without an id. The oldest
    // in flight is the best guess; the others end with their answers or their time limit.
    const batch = refused ?? (id === undefined ? (this.#batches[0] ?? []) : undefined)
    for (const call of batch?.map((request) => request.id) ?? [id!]) {
      const pending = this.#pending.get(call)
      const reply = readReply(message, text, {}, batch === undefined ? pending?.method : undefined)
      if (batch !== undefined && 'error' in reply) pending?.fail(reply.error)
      else pending?.resolve(reply)
    }
  }

  #register({ id, method }: Request, limit: CallLimit, onReply?: (reply: Reply) => void): Promise<Reply> {
    return new Promise<Reply>((resolve, reject) => {
      const finish = () => {
        stop()
        this.#pending.delete(id)
      }
      const fail = (error: unknown) => {
        finish()
        reject(error)
      }
      const succeed = (reply: Reply) => {
        finish()
        onReply?.(reply)
        resolve(reply)
      }
      const stop = startLimit(limit, fail)
      this.#pending.set(id, { method, resolve: succeed, fail })
    })
  }

  /** Throws if the client is closed. Ends a dead connection: perhaps no event reports its end. */
  #check(): void {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    if (performance.now() >= this.#dueAt) this.#lose(new TransportError('the connection is dead', 'connection'))
  }

  async #write(requests: readonly Request[], text: string, { dueMs }: CallLimit): Promise<void> {
    try {
      this.#socket ??= this.#connect()
      const socket = await this.#socket
      // A call whose limit ended during the connection attempt is not sent.
      if (!requests.some(({ id }) => this.#pending.has(id))) return
      if (socket.readyState !== OPEN) throw new TransportError('the connection was closed', 'connection')
      socket.send(text)
      this.#dueAt = Math.min(this.#dueAt, performance.now() + dueMs)
    } catch (error) {
      const isOwn = error instanceof TransportError
      if (!isOwn) this.#socket = undefined
      const failure = isOwn ? error : new TransportError('the connection failed', 'connection')
      for (const { id } of requests) this.#pending.get(id)?.fail(failure)
    }
  }

  /** `onReply` is called before any later message is read. */
  async send(request: Request, limit: CallLimit, onReply?: (reply: Reply) => void): Promise<Reply> {
    this.#check()
    const reply = this.#register(request, limit, onReply)
    void this.#write([request], request.text, limit)
    return reply
  }

  async sendBatch(requests: readonly Request[], limit: CallLimit): Promise<Reply[]> {
    this.#check()
    const replies = Promise.all(requests.map((request) => this.#register(request, limit)))
    this.#batches.push(requests)
    void this.#write(requests, batchText(requests), limit)
    try {
      return await replies
    } finally {
      this.#batches.splice(this.#batches.indexOf(requests), 1)
    }
  }

  close(error = new TransportError('the client is closed', 'closed')): void {
    this.#isClosed = true
    this.#endWait()
    this.#lose(error)
    this.#forget(error)
  }
}
