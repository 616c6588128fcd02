import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { Cancellation } from '../../../runtime/cancellation.js'
import { type Waiter, whenResolved } from '../../../runtime/deferred.js'
import { flushQueue } from '../../../runtime/system-ports.js'
import { COUNTED_BODY_BYTES } from '../../../runtime/turns/process-budgets.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { answerBody, type BodyReply, refuseMessage } from '../../pipeline/answer-body.js'
import { type Arrival, type Authenticated, callerOf } from '../../pipeline/stage.js'
import { observeRefusal } from '../../pipeline/stages/observe.js'
import type { ConnectionSubscriptions } from '../../subscriptions/connection-subscriptions.js'
import type { ListenerDeps } from '../listener-deps.js'
import { isRefused, resolveCaller } from '../request.js'
import { CallerChecks } from './caller-checks.js'
import { subscriptionsOf } from './caller-subscriptions.js'
import { Heartbeat } from './heartbeat.js'
import { MessageFeed } from './message-feed.js'
import { MessageQueue } from './message-queue.js'
import { RefusalRate } from './refusal-rate.js'
import { RefusedSubscriptions, SUBSCRIPTIONS_REFUSED, type SubscriptionRepeaters } from './refused-subscriptions.js'
import type { UnfinishedMessages } from './unfinished-message.js'
import { WebSocketWriter } from './websocket-writer.js'

/** Close codes of RFC 6455, section 7.4.1, that the gateway sends. */
const GOING_AWAY = 1001
const UNSUPPORTED_DATA = 1003
const POLICY_VIOLATION = 1008
/** From the IANA registry that RFC 6455 creates. */
const SERVICE_RESTART = 1012
const TRY_AGAIN_LATER = 1013

/** Close code of a connection that broke off; never sent. */
const NO_CLOSE_FRAME = 1006
const NO_BINARY = 'binary messages are not supported, send text messages'

/**
 * One caller's WebSocket: many messages may be in flight; each is one body and gets one reply.
 *
 * Bounds  messages in flight, the size of their answers, and the account's body bytes per second
 *         (reading pauses); bytes waiting for a slow reader and refusals in a row (the connection
 *         is closed)
 */
export class WebSocketConnection implements Waiter<BodyReply> {
  private messages = 0
  /** First reason for which the gateway ended it. */
  private ending: string | undefined
  /** The close frame to send when all messages are answered; undefined: it stays open. */
  private whenIdle: readonly [code: number, reason: string, words?: string] | undefined
  private readonly refusalRate = new RefusalRate()
  private readonly cancellation = new Cancellation()
  private readonly writer: WebSocketWriter
  private readonly heartbeat: Heartbeat
  private readonly inbox: MessageQueue
  private readonly subscriptions: ConnectionSubscriptions
  private readonly refusedSubscriptions: RefusedSubscriptions
  private readonly checks: CallerChecks
  private readonly whenSent = () => this.finished()
  private readonly openedMs: number

  /** `stream` is the socket's transport. */
  constructor(
    private readonly socket: WebSocket,
    stream: Duplex,
    arrival: Arrival,
    private caller: Authenticated,
    private readonly deps: ListenerDeps,
    { messages, repeaters }: { readonly messages: UnfinishedMessages; readonly repeaters: SubscriptionRepeaters },
  ) {
    const { id: owner } = caller.entitlement.account
    const frames = messages.watch(socket, stream, owner, (reason) => this.close(TRY_AGAIN_LATER, reason))
    this.writer = new WebSocketWriter(socket, stream, deps, owner)
    this.heartbeat = new Heartbeat(socket, stream, deps)
    const feed = new MessageFeed(socket, stream, owner, frames)
    this.inbox = new MessageQueue(socket, feed, this.writer, deps, (data) => this.answerInTurn(data))
    this.subscriptions = subscriptionsOf(
      deps,
      () => this.caller,
      this.writer,
      (code, reason) => this.close(code, reason),
    )
    this.refusedSubscriptions = new RefusedSubscriptions(repeaters)
    this.checks = new CallerChecks(() => resolveCaller(deps, arrival))
    this.openedMs = deps.nowMs()
    socket.on('message', (data, isBinary) => this.receive(data as Buffer, isBinary))
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

  /** True if a check is due without a change: a key ended, or the last check was not answered. */
  mustRecheck(nowMs: number): boolean {
    const { revokesAt } = this.caller.entitlement.key
    return this.checks.isDue || (revokesAt !== undefined && Date.parse(revokesAt) <= nowMs)
  }

  /** Ends it if its client is gone; call it every BEAT_MS. */
  beat(): void {
    if (!this.heartbeat.beat()) this.terminate('no_pong')
  }

  /** Checks pace, early pings, refused subscriptions and pauses; call it every PACE_CHECK_MS. */
  checkOften(): void {
    this.writer.checkPace()
    this.heartbeat.check()
    if (this.refusedSubscriptions.mustClose())
      this.close(POLICY_VIOLATION, 'subscription_repeated', SUBSCRIPTIONS_REFUSED)
    this.inbox.readOn()
  }

  terminate(reason: string): void {
    this.ending ??= reason
    this.socket.terminate()
  }

  /**
   * Rechecks the caller: keys are revoked, accounts suspended, networks disabled. Ends it also if a
   * reload took away what it subscribes to.
   */
  async recheck(): Promise<void> {
    const caller = await this.checks.check()
    if (caller !== undefined) {
      if (isRefused(caller)) return this.close(POLICY_VIOLATION, caller.name)
      this.caller = caller
    }
    // A failing store ends no admitted caller. A stream that a reload ended stays silent, though.
    this.subscriptions.recheck()
  }

  get hasSubscriptions(): boolean {
    return this.subscriptions.size > 0
  }

  /**
   * Accepts no more messages, answers those in flight, then closes. A connection with subscriptions
   * goes on as before until `restart`.
   */
  drain(): void {
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
    if (isBinary) return this.close(UNSUPPORTED_DATA, 'binary_message', NO_BINARY)
    // A client may go on sending until it reads the close frame; those messages are ignored.
    if (this.whenIdle !== undefined || this.socket.readyState !== this.socket.OPEN) return
    const refusal = this.inbox.rate.take(this.caller, data.length)
    if (refusal === undefined) this.inbox.add(data)
    else this.refuse(data, refusal)
  }

  /** Refuses a message of an account that sends too many bytes. */
  private refuse(data: Buffer, failure: Failure): void {
    const { deps, caller } = this
    observeRefusal(deps.observer, { ...caller, requestId: deps.nextRequestId() }, failure, 0, undefined)
    this.inbox.addAnswered()
    this.resolved(refuseMessage(failure, data))
  }

  private answerInTurn(data: Buffer): void {
    if (data.length < COUNTED_BODY_BYTES) return this.answerNow(data)
    const answer = () => {
      if (this.socket.readyState === this.socket.OPEN) this.answerNow(data)
      else this.finished()
    }
    this.deps.bodyTurns.run(this.caller.entitlement.account.id, answer, data.length)
  }

  private answerNow(data: Buffer): void {
    const { deps } = this
    const { entitlement } = this.caller
    const trace = deps.beginTrace?.(undefined)
    const caller = callerOf(this.caller, entitlement, deps.nextRequestId(), trace, this.subscriptions)
    try {
      whenResolved(answerBody(deps, caller, data, this.cancellation), this)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  resolved(reply: BodyReply): void {
    try {
      this.send(reply)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  rejected(bug: unknown): void {
    this.deps.observer.bug(bug, this.caller.requestId)
    this.finished()
  }

  private send(reply: BodyReply): void {
    const { deps } = this
    const { refusals, refusedSubscriptions: refused } = reply
    if (refusals > 0 && this.refusalRate.isOverAfter(refusals, deps.nowMs(), deps.limits))
      this.close(POLICY_VIOLATION, 'refused_too_often', 'refused too often')
    this.inbox.recordReply(this.caller, reply)
    const isOver = refused > 0 && this.refusedSubscriptions.isOverAfter(refused, this.caller, deps.nowMs())
    const written = isOver ? reply.withoutRefused() : reply.written
    if (written === undefined) {
      reply.written?.release()
      return this.finished()
    }
    this.writer.send(written, this.caller.entitlement.share, this.whenSent)
    // Events are written after the reply.
    for (const subscription of reply.openedSubscriptions) subscription.begin()
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
    // No reply follows the close frame, so calls in flight cost nothing.
    this.cancellation.cancel()
  }
}
