import { IoFirstTimer } from '../../../runtime/timers.js'
import { visitInTurns } from '../../../runtime/turns/in-turns.js'
import { CALL_START } from '../../../wire/json/node-messages.js'
import type { NodeNotification } from '../../../wire/json/node-notification.js'
import { EarlyNotifications } from './early-notifications.js'
import type { NodeSubscription, NotificationListener } from './node-subscription.js'
import { SocketConnection, type SocketDestination } from './socket-connection.js'
import { isSubscriptionId, readMessage, type SocketReply } from './socket-messages.js'

const CALL_LIMIT_MS = 5_000
/** Subscriptions that wait for their replies; and as many again whose replies are late. */
const MAX_SUBSCRIBING = 10_000
/** Tries of a subscription that is ended, or misses an event, while it waits for its reply. */
const MOST_TRIES = 3
/** A socket without a use is closed after this time. */
const IDLE_MS = 10_000
const FIRST_REST_MS = 500
const LONGEST_REST_MS = 10_000

/** Options common to all sockets. */
export interface UpstreamSocketOptions {
  readonly maxMessageBytes: () => number
  readonly stopwatchMs: () => number
  /** A number from 0 to 1, which spreads the reconnections. */
  readonly chance: () => number
}

interface PendingCall {
  readonly timer: IoFirstTimer
  readonly startedMs: number
  /** The method that ends what a late reply opens. */
  readonly undo: string | undefined
  replied(reply: SocketReply): void
}

/**
 * A WebSocket to one node, for subscriptions. It is opened when first needed, and closed a while
 * after its last use. After a failure it rests, longer each time.
 *
 * Bounds  pending subscriptions, their unsent bytes, bytes of a message, and early notifications
 * Errors  a node that is silent, closes the socket or sends anything that is not JSON-RPC breaks
 *         it: calls resolve to `unreachable`, and subscriptions are broken
 */
export class UpstreamSocket {
  /** End of its rest after a failure, by the monotonic clock. */
  restsUntilMs = 0
  private connection: SocketConnection | undefined
  private opening: Promise<string | undefined> | undefined
  private lastId = 0
  private readonly calls = new Map<string, PendingCall>()
  /** Those of the calls that subscribe. */
  private subscribing = 0
  /** The undo methods of the calls that were given up last, the oldest first. */
  private readonly givenUp = new Map<string, string>()
  /** Several listeners share an id where a node has one for equal subscriptions. */
  private readonly listeners = new Map<string, Set<NotificationListener>>()
  private readonly early = new EarlyNotifications()
  private usedMs = 0
  private failures = 0
  private isClosed = false

  constructor(
    readonly destination: SocketDestination,
    private readonly options: UpstreamSocketOptions,
    private readonly maxSubscribing = MAX_SUBSCRIBING,
  ) {}

  get isResting(): boolean {
    return this.options.stopwatchMs() < this.restsUntilMs
  }

  /**
   * Opens a subscription. Never rejects. Notifications may come before it resolves, because some
   * nodes send them before their reply.
   */
  async subscribe(
    method: string,
    params: readonly unknown[],
    unsubscribe: string,
    listener: NotificationListener,
    tries = MOST_TRIES,
  ): Promise<NodeSubscription | Exclude<SocketReply, { kind: 'result' }>> {
    const asked = this.early.expect()
    let isEnded = false
    // In the same turn as the reply, before the next message is read.
    const take = (reply: SocketReply): void => {
      const id = reply.kind === 'result' ? reply.text : undefined
      const early = this.early.take(asked, id)
      isEnded = early === undefined
      if (id !== undefined && this.early.takeMissed(id)) this.endAtNode(unsubscribe, id)
      if (id === undefined || early === undefined) return
      this.listeners.set(id, (this.listeners.get(id) ?? new Set()).add(listener))
      for (const { bytes, result } of early) listener.notified(bytes, result)
    }
    const reply = await this.call(method, JSON.stringify(params), take, unsubscribe)
    if (reply.kind !== 'result') return reply
    this.failures = 0
    if (!isEnded) return { kind: 'open', close: () => this.unsubscribe(unsubscribe, reply.text, listener) }
    if (tries === 1) return { kind: 'unreachable', reason: 'ended' }
    return this.subscribe(method, params, unsubscribe, listener, tries - 1)
  }

  /** Closes it for good; what is open on it is broken. */
  close(): void {
    this.isClosed = true
    this.connection?.fail('closed')
  }

  /** Calls the node. Never rejects; `taken` runs in the same turn as the reply is read. */
  private async call(
    method: string,
    params: string,
    taken: (reply: SocketReply) => void,
    undo?: string,
  ): Promise<SocketReply> {
    const trouble = await this.open()
    return new Promise((resolve) => {
      const replied = (reply: SocketReply): void => {
        taken(reply)
        resolve(reply)
      }
      if (trouble !== undefined) return replied({ kind: 'unreachable', reason: trouble })
      const id = String(++this.lastId)
      const text = `${CALL_START}${id},"method":${JSON.stringify(method)},"params":${params}}`
      if (!this.send(text, undo !== undefined)) return replied({ kind: 'unreachable', reason: 'not_sent' })
      const timer = new IoFirstTimer(() => this.timedOut(id))
      timer.set(CALL_LIMIT_MS)
      this.calls.set(id, { timer, startedMs: this.options.stopwatchMs(), undo, replied })
    })
  }

  /** False if it was not sent. The end of a subscription always is: else its events would go on. */
  private send(text: string, subscribes: boolean): boolean {
    const isFull = this.subscribing >= this.maxSubscribing || this.connection?.isFull === true
    if ((subscribes && isFull) || this.connection?.send(text) !== true) return false
    if (subscribes) this.subscribing++
    return true
  }

  /** Resolves to the reason if it cannot be opened. */
  private open(): Promise<string | undefined> {
    this.usedMs = this.options.stopwatchMs()
    if (this.isClosed) return Promise.resolve('closed')
    if (this.opening === undefined && this.isResting) return Promise.resolve('resting')
    this.opening ??= new Promise((resolve) => this.connect(resolve))
    return this.opening
  }

  private connect(done: (trouble: string | undefined) => void): void {
    const connection = new SocketConnection(this.destination, this.options, {
      opened: () => done(undefined),
      message: (bytes) => {
        if (!this.read(bytes)) connection.fail('bad_message')
      },
      failed: (reason) => {
        this.break(reason)
        done(reason)
      },
      beat: (now) => this.closeIfIdle(connection, now),
    })
    this.connection = connection
  }

  private closeIfIdle(connection: SocketConnection, now: number): void {
    if (this.listeners.size > 0 || this.calls.size > 0) this.usedMs = now
    if (now - this.usedMs < IDLE_MS) return
    connection.close()
    this.forget()
  }

  /** Handles a message; false if the node is not to be trusted with another one. */
  private read(bytes: Buffer): boolean {
    const message = readMessage(bytes)
    if (message === undefined) return false
    if (message.callId === undefined) return this.notify(bytes, message.notification)
    const { callId, reply } = message
    const call = this.calls.get(callId)
    if (call === undefined) return this.undo(callId, reply)
    if (call.undo !== undefined && reply.kind === 'result' && !isSubscriptionId(reply.text)) return false
    this.end(callId, call, reply)
    return true
  }

  private notify(bytes: Buffer, notification: NodeNotification | undefined): boolean {
    if (notification === undefined) return true
    const { subscription, result } = notification
    const listeners = this.listeners.get(subscription)
    if (listeners === undefined) return this.early.keep(subscription, bytes, result)
    for (const listener of listeners) listener.notified(bytes, result)
    return true
  }

  private unsubscribe(method: string, id: string, listener: NotificationListener): void {
    const listeners = this.listeners.get(id)
    if (listeners?.delete(listener) !== true || listeners.size > 0) return
    this.listeners.delete(id)
    this.endAtNode(method, id)
  }

  private endAtNode(method: string, id: string): void {
    this.early.ignore(id)
    void this.call(method, `[${id}]`, () => this.early.allow(id))
  }

  /** Ends what the late reply of a given-up call opened, unless a listener has its id. */
  private undo(callId: string, reply: SocketReply): true {
    const method = this.givenUp.get(callId)
    this.givenUp.delete(callId)
    const id = reply.kind === 'result' && isSubscriptionId(reply.text) ? reply.text : undefined
    if (method !== undefined && id !== undefined && !this.listeners.has(id)) this.endAtNode(method, id)
    return true
  }

  private end(id: string, { timer, undo, replied }: PendingCall, reply: SocketReply): void {
    this.calls.delete(id)
    if (undo !== undefined) this.subscribing--
    timer.clear()
    replied(reply)
  }

  /** A node that sent other messages during the call may be slow with this call only. */
  private timedOut(id: string): void {
    const call = this.calls.get(id)
    if (call === undefined) return
    if (this.connection!.isSilentSince(call.startedMs)) return this.connection!.fail('timed_out')
    if (call.undo !== undefined) this.givenUp.set(id, call.undo)
    if (this.givenUp.size > this.maxSubscribing) this.givenUp.delete(this.givenUp.keys().next().value!)
    this.end(id, call, { kind: 'unreachable', reason: 'timed_out' })
  }

  /** The connection failed, or is closed for good. */
  private break(reason: string): void {
    this.failures++
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (this.failures - 1))
    this.restsUntilMs = this.options.stopwatchMs() + restMs * (0.5 + this.options.chance() / 2)
    this.forget()
    const wasSent = !this.isClosed && reason !== 'timed_out' && reason !== 'silent'
    for (const [id, call] of [...this.calls]) this.end(id, call, { kind: 'unreachable', reason, wasSent })
    const listeners = new Set([...this.listeners.values()].flatMap((some) => [...some]))
    this.listeners.clear()
    visitInTurns(listeners, (listener) => listener.broken())
  }

  private forget(): void {
    this.connection = undefined
    this.opening = undefined
    this.givenUp.clear()
    this.early.clear()
  }
}
