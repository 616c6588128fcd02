import { TransportError } from './rpc-error.js'
import type { RefusalFinder } from './socket-failure.js'
import { type WebSocketFinder, WebSocketTransport } from './websocket-transport.js'
import { GRACE_MS, type Notification, type Reply, writeRequest } from './wire.js'

/** The methods of a kind of subscription, and how long the gateway may take for a reply. */
export interface SubscriptionMethods {
  readonly subscribe: string
  readonly unsubscribe: string
  readonly timeoutMs: number
}

/** Receives the events of one subscription. */
export interface EventReceiver {
  /** `text` is that of the whole notification. */
  event(value: unknown, text: string): void
  /** The connection broke, and the subscription with it. */
  lost(error: TransportError, isFinal: boolean): void
}

/** One subscription on a connection. */
export interface OpenSubscription {
  /**
   * Ends it; the receiver gets nothing more. `isOver`: the gateway has ended it, so it is told
   * nothing.
   */
  end(isOver?: boolean): void
}

/** A user of the connection. */
export interface EventSocketUser {
  /** The client was closed. */
  close(error: TransportError): void
}

interface Connection {
  readonly transport: WebSocketTransport
  /** By the id of the subscription. */
  readonly receivers: Map<string, EventReceiver>
  /** True if an event came since the last look. */
  isHeard: boolean
  looks: ReturnType<typeof setInterval> | undefined
}

/** A connection that brought no event for so long is asked for an answer. */
const SILENT_MS = 30_000

const eventOf = ({ params }: Notification): { readonly subscription: unknown; readonly result: unknown } | undefined =>
  typeof params === 'object' && params !== null && 'subscription' in params && 'result' in params ? params : undefined

/**
 * The WebSocket of a client's subscriptions. It is opened for the first of its users, and closed
 * after the last.
 */
export class EventSocket {
  readonly #url: string
  readonly #find: WebSocketFinder
  readonly #findRefusal: RefusalFinder
  readonly #users = new Set<EventSocketUser>()
  #connection: Connection | undefined
  #isClosed = false
  #lastId = 0

  constructor(url: string, find: WebSocketFinder, findRefusal: RefusalFinder) {
    this.#url = url
    this.#find = find
    this.#findRefusal = findRefusal
  }

  #open(): Connection {
    const receivers = new Map<string, EventReceiver>()
    const transport = new WebSocketTransport(this.#url, this.#find, this.#findRefusal, {
      notification: (message, text) => {
        const event = eventOf(message)
        connection.isHeard = true
        if (event !== undefined) receivers.get(String(event.subscription))?.event(event.result, text)
      },
      lost: (error, isFinal) => {
        clearInterval(connection.looks)
        connection.looks = undefined
        const all = [...receivers.values()]
        receivers.clear()
        for (const receiver of all) receiver.lost(error, isFinal)
      },
    })
    const connection: Connection = { transport, receivers, isHeard: true, looks: undefined }
    return connection
  }

  #drop(connection: Connection | undefined, error?: TransportError): void {
    if (this.#connection === connection) this.#connection = undefined
    connection?.transport.close(error)
  }

  async #call(
    connection: Connection,
    method: string,
    params: readonly unknown[],
    timeoutMs: number,
    onReply?: (reply: Reply) => void,
  ): Promise<Reply> {
    this.#lastId += 1
    const limit = { timeoutMs: timeoutMs + GRACE_MS, dueMs: timeoutMs + GRACE_MS }
    try {
      return await connection.transport.send(writeRequest(this.#lastId, method, params), limit, onReply)
    } catch (error) {
      // It is dead. If it is not, a late reply would leave a subscription that nobody ends.
      if ((error as TransportError).reason === 'timeout')
        this.#drop(connection, new TransportError('the connection is dead', 'connection'))
      throw error
    }
  }

  /**
   * Asks a silent connection for an answer, because no event says that a connection is dead which
   * only receives. The answer that a subscription does not exist is free.
   */
  #look(connection: Connection, { unsubscribe, timeoutMs }: SubscriptionMethods, id: unknown): void {
    const none = typeof id === 'number' ? 0 : '0x0'
    if (!connection.isHeard) this.#call(connection, unsubscribe, [none], timeoutMs).catch(() => {})
    connection.isHeard = false
  }

  join(user: EventSocketUser): void {
    this.#users.add(user)
  }

  leave(user: EventSocketUser): void {
    this.#users.delete(user)
    if (this.#users.size === 0) this.#drop(this.#connection)
  }

  /**
   * Subscribes; the receiver gets every event from the first on. Rejects with RpcError or
   * TransportError.
   */
  async subscribe(
    methods: SubscriptionMethods,
    params: readonly unknown[],
    receiver: EventReceiver,
  ): Promise<OpenSubscription> {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    this.#connection ??= this.#open()
    const connection = this.#connection
    const { receivers } = connection
    const { subscribe, unsubscribe, timeoutMs } = methods
    let id: unknown
    const onReply = (reply: Reply) => {
      if ('error' in reply) return
      id = reply.result
      receivers.set(String(id), receiver)
      connection.looks ??= setInterval(() => this.#look(connection, methods, id), SILENT_MS)
    }
    const reply = await this.#call(connection, subscribe, params, timeoutMs, onReply)
    if ('error' in reply) throw reply.error
    const end = (isOver = false) => {
      if (receivers.get(String(id)) !== receiver) return
      receivers.delete(String(id))
      if (isOver) return
      // The reply says only that it is over; a connection that broke has ended it, too.
      this.#call(connection, unsubscribe, [id], timeoutMs).catch(() => {})
    }
    return { end }
  }

  /** Ends all users. */
  close(): void {
    this.#isClosed = true
    this.#drop(this.#connection)
    for (const user of [...this.#users]) user.close(new TransportError('the client is closed', 'closed'))
  }
}
