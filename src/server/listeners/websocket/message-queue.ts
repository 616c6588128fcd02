import type { WebSocket } from 'ws'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { lengthOf } from '../../../wire/jsonrpc/write-reply.js'
import type { Limits } from '../../config/config.js'
import type { BodyReply } from '../../pipeline/answer-body.js'
import type { Authenticated } from '../../pipeline/stage.js'
import { bodyThrottled, spendBodyBytes, takeBodyBytes } from '../account-bounds.js'
import type { ListenerDeps } from '../listener-deps.js'
import type { MessageFeed } from './message-feed.js'
import type { WebSocketWriter } from './websocket-writer.js'

/** Extra bytes counted for a free call, because a short one takes time as well. */
const FREE_CALL_BYTES = 1_024
/** The longest pause in reading a connection. */
const MAX_PAUSE_MS = 5_000
/** Share of `maxBufferedBytes` that a connection's answers may hold before its messages wait. */
const HELD_PART = 0.25
/** Messages in flight on a new connection, until the first answer shows its size. */
const FIRST_MESSAGES = 16
/** Each smaller answer lowers the expected size by this share. */
const FORGOTTEN_PART = 0.25

/** Counts one WebSocket's messages against its account's body bytes per second. */
class MessageRate {
  private pausedUntilMs = 0

  constructor(private readonly deps: Pick<ListenerDeps, 'limits' | 'nowMs'>) {}

  /** True while the account has no bytes left and reading must stop. */
  get isPaused(): boolean {
    if (this.pausedUntilMs === 0) return false
    const leftMs = this.pausedUntilMs - this.deps.nowMs()
    // More is left only if the clock was set back.
    return leftMs > 0 && leftMs <= MAX_PAUSE_MS
  }

  /** Counts a message's bytes; returns the error if too few are left. */
  take(caller: Authenticated, bytes: number): Failure | undefined {
    const { limits, nowMs } = this.deps
    const waitMs = takeBodyBytes(caller, bytes, limits, nowMs())
    if (waitMs === 0) return undefined
    this.pause(waitMs)
    return bodyThrottled(caller, waitMs)
  }

  /** Counts a message's free calls. */
  recordReply(caller: Authenticated, { freeCalls }: BodyReply): void {
    if (freeCalls === 0) return
    const { limits, nowMs } = this.deps
    const waitMs = spendBodyBytes(caller, freeCalls * FREE_CALL_BYTES, limits, nowMs())
    if (waitMs > 0) this.pause(waitMs)
  }

  private pause(waitMs: number): void {
    this.pausedUntilMs = this.deps.nowMs() + Math.min(waitMs, MAX_PAUSE_MS)
  }
}

/**
 * Bounds the memory of one WebSocket's answers: those that wait for its client, and those to come.
 */
export class AnswerRoom {
  /** Expected size of the next answer, from the sizes of recent ones. */
  private expectedBytes: number

  constructor(private readonly limits: () => Pick<Limits, 'maxMessagesInFlight' | 'maxBufferedBytes'>) {
    this.expectedBytes = (limits().maxBufferedBytes * HELD_PART) / FIRST_MESSAGES
  }

  /** True if one more message may be answered; always true if none is in flight. */
  hasRoom(
    inFlight: number,
    { waitingBytes, waitingReplies }: Pick<WebSocketWriter, 'waitingBytes' | 'waitingReplies'>,
  ): boolean {
    const { maxMessagesInFlight, maxBufferedBytes } = this.limits()
    if (inFlight === 0) return true
    if (inFlight >= maxMessagesInFlight) return false
    const comingReplies = inFlight + 1 - waitingReplies
    return waitingBytes + comingReplies * this.expectedBytes <= maxBufferedBytes * HELD_PART
  }

  /** Updates the expected size from an answer. */
  record(bytes: number): void {
    this.expectedBytes = Math.max(bytes, this.expectedBytes * (1 - FORGOTTEN_PART))
  }
}

/**
 * One WebSocket's messages: those in flight, and those that wait for room.
 *
 * Bounds  messages in flight, the size of their answers, and the account's body bytes per second;
 *         beyond them reading pauses
 */
export class MessageQueue {
  readonly rate: MessageRate
  private inFlight = 0
  private isPaused = false
  /** Messages that arrived together with others before reading was paused. */
  private readonly waiting: Buffer[] = []
  private readonly room: AnswerRoom

  /** `ask` begins a message. */
  constructor(
    private readonly socket: WebSocket,
    private readonly feed: MessageFeed,
    private readonly writer: WebSocketWriter,
    deps: ListenerDeps,
    private readonly ask: (data: Buffer) => void,
  ) {
    this.room = new AnswerRoom(() => deps.limits)
    this.rate = new MessageRate(deps)
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0
  }

  /** Begins a message, now or when there is room. */
  add(data: Buffer): void {
    if (this.hasRoom()) {
      this.inFlight++
      this.ask(data)
    } else this.waiting.push(data)
    this.pauseIfFull()
  }

  /** Counts a message that is answered without being asked. */
  addAnswered(): void {
    this.inFlight++
  }

  /** Counts a reply that is about to be sent. */
  recordReply(caller: Authenticated, reply: BodyReply): void {
    this.rate.recordReply(caller, reply)
    this.pauseIfFull()
    if (reply.written !== undefined) this.room.record(lengthOf(reply.written.chunks))
  }

  finished(): void {
    this.inFlight--
    if (this.socket.readyState !== this.socket.OPEN) this.waiting.length = 0
    this.readOn()
  }

  /** Starts waiting messages while there is room, and resumes reading when none waits. */
  readOn(): void {
    while (this.waiting.length > 0 && this.hasRoom()) {
      const next = this.waiting.shift()!
      this.inFlight++
      // Deferred: each finished message starts the next, and thousands may wait.
      queueMicrotask(() => this.ask(next))
    }
    if (!this.isPaused || this.waiting.length > 0 || !this.hasRoom() || this.rate.isPaused) return
    this.isPaused = false
    this.feed.resume()
  }

  private hasRoom(): boolean {
    return this.room.hasRoom(this.inFlight, this.writer)
  }

  private pauseIfFull(): void {
    if (this.isPaused || (this.hasRoom() && !this.rate.isPaused)) return
    this.isPaused = true
    this.feed.pause()
  }
}
