import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { Cancellation, isPending, type Subscriber, subscribe } from '../../runtime/deferred.js'
import { flushQueue } from '../../runtime/system-ports.js'
import { idOfBody } from '../../wire/jsonrpc/envelope.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'
import { answerBody, type BodyReply, refuseBody } from '../pipeline/batch.js'
import type { Arrival, Authenticated } from '../pipeline/stage.js'
import { observeRefusal } from '../pipeline/stages/observe.js'
import type { ConnectionSubscriptions } from '../subscriptions/connection-subscriptions.js'
import { subscriptionsOf } from './caller-subscriptions.js'
import { LARGE_BODY_BYTES, type ListenerDeps } from './listener-deps.js'
import { MessageQueue } from './message-queue.js'
import { RefusalRate } from './refusal-rate.js'
import { RefusedSubscriptions, SUBSCRIPTIONS_REFUSED, type SubscriptionRepeaters } from './refused-subscriptions.js'
import { admit, isRefused } from './request.js'
import type { UnfinishedMessages } from './unfinished-message.js'
import { WebSocketWriter } from './websocket-writer.js'

/** Close codes of RFC 6455, section 7.4.1, that the gateway sends. */
const GOING_AWAY = 1001
const UNSUPPORTED_DATA = 1003
const POLICY_VIOLATION = 1008
/** From the IANA registry that RFC 6455 creates. */
const SERVICE_RESTART = 1012
const TRY_AGAIN_LATER = 1013
/** Only throttled messages up to this size are parsed for their id. */
const MAX_THROTTLED_ID_BYTES = 2_048

/** Close code of a connection that broke off; never sent. */
const NO_CLOSE_FRAME = 1006

/**
 * One caller's WebSocket: many messages may be in flight; each is one body and gets one reply.
 *
 * Bounds  messages in flight, the size of their answers, and the account's body bytes per second
 *         (reading pauses); bytes waiting for a slow reader and refusals in a row (the connection
 *         is closed)
 */
export class WebSocketConnection implements Subscriber<BodyReply> {
  /** True if the client answered since the last ping. */
  isAlive = true
  private messages = 0
  /** First reason for which the gateway ended it. */
  private ending: string | undefined
  private isDraining = false
  /** The close frame to send when all messages are answered; undefined: it stays open. */
  private whenIdle: readonly [code: number, reason: string, words?: string] | undefined
  private readonly refusalRate = new RefusalRate()
  private readonly cancellation = new Cancellation()
  private readonly writer: WebSocketWriter
  private readonly inbox: MessageQueue
  private readonly subscriptions: ConnectionSubscriptions
  private readonly refusedSubscriptions: RefusedSubscriptions
  private readonly whenSent = () => this.finished()
  private readonly openedMs: number

  /** `stream` is the socket's transport. */
  constructor(
    private readonly socket: WebSocket,
    stream: Duplex,
    private readonly arrival: Arrival,
    private caller: Authenticated,
    private readonly deps: ListenerDeps,
    { messages, repeaters }: { readonly messages: UnfinishedMessages; readonly repeaters: SubscriptionRepeaters },
  ) {
    messages.watch(socket, stream, caller.entitlement.account.id, () => this.close(TRY_AGAIN_LATER, 'too_many_bodies'))
    this.writer = new WebSocketWriter(socket, stream, deps, caller.entitlement.account.id)
    this.inbox = new MessageQueue(socket, this.writer, deps, (data) => this.ask(data))
    this.subscriptions = subscriptionsOf(
      deps,
      () => this.caller,
      this.writer,
      (code, reason) => this.close(code, reason),
    )
    this.refusedSubscriptions = new RefusedSubscriptions(repeaters)
    this.openedMs = deps.nowMs()
    socket.on('message', (data, isBinary) => this.receive(data as Buffer, isBinary))
    socket.on('pong', () => {
      this.isAlive = true
    })
    // ws has closed the connection with the right code (1009 for a message too long).
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('WS_ERR_')) this.ending ??= 'broken_message'
    })
    socket.on('close', (code) => {
      this.cancellation.cancel()
      this.writer.closed()
      this.subscriptions.closed()
      const reason = this.ending ?? this.writer.cutReason ?? (code === NO_CLOSE_FRAME ? 'connection_lost' : 'by_caller')
      const durationMs = deps.nowMs() - this.openedMs
      deps.webSocketEvents.webSocketClosed(this.caller, { code, reason, durationMs, messages: this.messages })
    })
  }

  /** When the caller's key ends; infinity if it has no end. */
  get keyEndsAtMs(): number {
    const { revokesAt } = this.caller.entitlement.key
    return revokesAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(revokesAt)
  }

  ping(): void {
    this.isAlive = false
    this.socket.ping()
  }

  /** Checks for a slow client and for the end of a pause; call it every PACE_LOOK_MS. */
  look(): void {
    this.writer.look()
    if (this.refusedSubscriptions.mustClose())
      this.close(POLICY_VIOLATION, 'subscription_repeated', SUBSCRIPTIONS_REFUSED)
    this.inbox.readOn()
  }

  terminate(reason: string): void {
    this.ending ??= reason
    this.socket.terminate()
  }

  /** Rechecks the caller: keys are revoked, accounts suspended, networks disabled. */
  async recheck(): Promise<void> {
    const caller = await admit(this.deps, this.arrival)
    if (!isRefused(caller)) {
      this.caller = caller
      this.subscriptions.recheck()
    }
    // A failing store or a full queue is no reason to disconnect an admitted caller.
    else if (caller.name !== 'ledger-unavailable' && caller.name !== 'too-many-tokens')
      this.close(POLICY_VIOLATION, caller.name)
  }

  get hasSubscriptions(): boolean {
    return this.subscriptions.size > 0
  }

  /**
   * Accepts no more messages, answers those in flight, then closes. A connection with subscriptions
   * stays open, and closes after `restart`.
   */
  drain(): void {
    this.isDraining = true
    if (this.hasSubscriptions) return
    this.whenIdle = [GOING_AWAY, 'draining', 'the gateway is stopping']
    this.closeWhenIdle()
  }

  /**
   * Closes a draining connection with subscriptions, after the events that it was to get before.
   */
  restart(): void {
    this.subscriptions.finish(() => {
      this.whenIdle = [SERVICE_RESTART, 'restarting']
      this.closeWhenIdle()
    })
  }

  private receive(data: Buffer, isBinary: boolean): void {
    flushQueue.gather()
    this.messages++
    if (isBinary) {
      this.close(UNSUPPORTED_DATA, 'binary_message', 'binary messages are not supported')
      return
    }
    // A client may go on sending after a close; its messages are ignored.
    if (this.isDraining || this.socket.readyState !== this.socket.OPEN) return
    const refusal = this.inbox.rate.take(this.caller, data.length)
    if (refusal === undefined) this.inbox.add(data)
    else this.refuse(data, refusal)
  }

  /** Refuses a message of an account that sends too many bytes. */
  private refuse(data: Buffer, failure: Failure): void {
    const { deps: context, caller } = this
    observeRefusal(context.observer, { ...caller, requestId: context.nextRequestId() }, failure, 0, undefined)
    this.inbox.addAnswered()
    this.settled(refuseBody(failure, data.length > MAX_THROTTLED_ID_BYTES ? undefined : idOfBody(data)))
  }

  private ask(data: Buffer): void {
    if (data.length < LARGE_BODY_BYTES) return this.askNow(data)
    this.deps.bodyTurns.run(this.caller.entitlement.account.id, () => {
      if (this.socket.readyState === this.socket.OPEN) this.askNow(data)
      else this.finished()
    })
  }

  private askNow(data: Buffer): void {
    const { deps: context } = this
    const { transport, network, keyText, source, origin, host, entitlement } = this.caller
    const requestId = context.nextRequestId()
    const trace = context.beginTrace?.(undefined)
    const { subscriptions } = this
    const caller = { requestId, transport, network, keyText, source, origin, host, trace, entitlement, subscriptions }
    try {
      const reply = answerBody(context, caller, data, this.cancellation, false)
      if (isPending(reply)) subscribe(reply, this)
      else this.settled(reply)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  settled(reply: BodyReply): void {
    try {
      this.answer(reply)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  rejected(bug: unknown): void {
    this.deps.observer.bug(bug, this.arrival.requestId)
    this.finished()
  }

  private answer(reply: BodyReply): void {
    const { deps: context } = this
    const { refusals, refusedSubscriptions: refused } = reply
    if (refusals > 0 && this.refusalRate.isOverAfter(refusals, context.nowMs(), context.limits))
      this.close(POLICY_VIOLATION, 'refused_too_often', 'refused too often')
    this.inbox.saw(this.caller, reply)
    const isUnanswered = refused > 0 && this.refusedSubscriptions.isOverAfter(refused, this.caller, context.nowMs())
    if (isUnanswered || reply.written === undefined) {
      for (const opened of reply.opened) opened.end()
      return this.finished()
    }
    this.writer.send(reply.written, this.caller.entitlement.share, this.whenSent)
    // Events are written after the reply.
    for (const opened of reply.opened) opened.begin()
  }

  private finished(): void {
    this.inbox.finished()
    this.closeWhenIdle()
  }

  private closeWhenIdle(): void {
    if (this.whenIdle !== undefined && this.inbox.isIdle) this.close(...this.whenIdle)
  }

  private close(code: number, reason: string, words = reason): void {
    if (this.socket.readyState === this.socket.OPEN) this.ending ??= reason
    this.socket.close(code, words)
  }
}
