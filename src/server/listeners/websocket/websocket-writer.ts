import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { IntrusiveQueue } from '../../../runtime/intrusive-collections.js'
import { type Flushable, flushQueue } from '../../../runtime/system-ports.js'
import { writeBudget } from '../../../runtime/turns/process-budgets.js'
import { spareTurns } from '../../../runtime/turns/work-turns.js'
import { ReadingPace } from '../../../wire/http/server/connection-waits.js'
import { bytesOf, joined, lengthOf, piecesText, takePiece, type Written } from '../../../wire/jsonrpc/write-reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { ListenerDeps } from '../listener-deps.js'
import { endDropped, OutgoingMessage } from './outgoing-message.js'

/**
 * Below this size a reply and its frame head are one string, which Node writes without a buffer.
 */
const TEXT_BELOW_BYTES = 8_192
/** Up to here a reply is joined and leaves as one frame. */
const JOIN_BELOW_BYTES = 65_536
/**
 * Bytes kept back for one write, and bytes in the socket's buffer; further replies wait here, where
 * they are counted.
 */
const MAX_KEPT_BYTES = 65_536
/** Bytes per write to a client that reads slowly, and to one that keeps up. */
const FEW_BYTES = 65_536
const MANY_BYTES = 262_144
/** Interval between checks of a client that has unread replies. */
export const PACE_CHECK_MS = 500

/** The socket beneath ws; `bytesWritten` counts what the system has taken. */
type Stream = Duplex & { readonly bytesWritten?: number }

/**
 * Writes one WebSocket's replies in order, as fast as its client reads.
 *
 * Bounds  bytes that wait for the client, on this connection (`maxBufferedBytes`) and on all of its
 *         account's (the budget for answers), and how slowly it may read; beyond them the
 *         connection is cut
 */
export class WebSocketWriter implements Flushable {
  /** Why it cut the connection, once it did. */
  cutReason: 'no_room' | 'slow_reader' | 'broken_answer' | undefined
  /** True if a flush is scheduled, so that this turn's other replies can join. */
  private isQueued = false
  private waiting = new IntrusiveQueue<OutgoingMessage>()
  /** Number of waiting replies; events do not count. */
  waitingReplies = 0
  /** Bytes of the replies that wait, and of the one being written. */
  waitingBytes = 0
  private isPumping = false
  private wake: (() => void) | undefined
  private readonly pace = new ReadingPace()
  private takenBytes = 0
  /** True if replies waited at the last check. */
  private isBehind = false

  /** `stream` is the socket's transport. */
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Stream,
    private readonly deps: Pick<ListenerDeps, 'limits' | 'budget' | 'observer'>,
    /** The account's id: accounts take turns in writing large answers. */
    private readonly owner: string,
  ) {}

  flush(): void {
    this.isQueued = false
    this.stream.uncork()
  }

  /**
   * Writes a reply of `account`, or an event; calls `whenDone` when the system has all of it, or
   * never will.
   */
  send(
    written: Written,
    account: AccountShare | undefined,
    whenDone: (isTaken: boolean) => void,
    isEvent = false,
  ): void {
    const { stream, socket } = this
    const { chunks } = written
    const length = lengthOf(chunks)
    const mustWait = this.isPumping || length > JOIN_BELOW_BYTES || stream.writableLength > MAX_KEPT_BYTES
    const outgoing = new OutgoingMessage(written, length, account, isEvent, whenDone)
    if (socket.readyState !== socket.OPEN) return this.end(outgoing, false)
    if (mustWait) {
      if (this.isCounted(outgoing)) return this.queue(outgoing)
      this.cut('no_room')
      return this.end(outgoing, false)
    }
    const done = this.whenWritten(outgoing)
    this.keepBack()
    if (length <= TEXT_BELOW_BYTES) stream.write(textFrameHead(length) + piecesText(chunks), 'latin1', done)
    else socket.send(joined(chunks), { binary: false }, done)
    if (stream.writableLength > MAX_KEPT_BYTES) stream.uncork()
  }

  /**
   * Cuts off a client that reads too slowly; call it every PACE_CHECK_MS. Counts calls instead of
   * reading the clock, because the process may be slow.
   */
  checkPace(): void {
    const { stream, pace } = this
    const limits = this.deps.limits
    if (stream.writableLength === 0) {
      this.isBehind = false
      if (!this.isPumping) pace.reset()
      return
    }
    const taken = (stream.bytesWritten ?? 0) - stream.writableLength
    const tookBytes = taken - this.takenBytes
    // One answer alone may be larger.
    const unreadBytes = this.waitingBytes - (this.waiting.first?.length ?? 0)
    if (this.isBehind) pace.waited(PACE_CHECK_MS, tookBytes, limits)
    const isTooFarBehind = this.isBehind && unreadBytes > limits.maxBufferedBytes && tookBytes < limits.maxBufferedBytes
    this.isBehind = true
    this.takenBytes = taken
    if (isTooFarBehind || pace.leftMs(limits) === 0) this.cut('slow_reader')
  }

  cut(reason: NonNullable<WebSocketWriter['cutReason']>): void {
    this.cutReason ??= reason
    this.socket.terminate()
  }

  /** The connection is closed: writes nothing more. */
  closed(): void {
    this.wake?.()
    if (!this.isPumping) this.dropWaiting()
  }

  private end(outgoing: OutgoingMessage, isTaken: boolean): void {
    outgoing.end(isTaken, this.deps.budget)
  }

  private whenWritten(outgoing: OutgoingMessage): (error?: Error | null) => void {
    return (error) => this.end(outgoing, error == null)
  }

  /**
   * Counts the bytes of a message if no account holds them yet (answers from the cache, errors,
   * events). False if the budget is used up, and others wait or the account holds much.
   */
  private isCounted(outgoing: OutgoingMessage): boolean {
    const { account, uncountedBytes } = outgoing
    const { budget } = this.deps
    const isBusy = this.isPumping || this.stream.writableLength > 0
    const isTaken =
      uncountedBytes === 0 ||
      (isBusy ? budget.take(uncountedBytes, account, true) : budget.takeForReply(uncountedBytes, account))
    if (isTaken) outgoing.countedBytes = uncountedBytes
    return isTaken
  }

  private queue(outgoing: OutgoingMessage): void {
    this.waiting.add(outgoing)
    this.waitingBytes += outgoing.length
    if (!outgoing.isEvent) this.waitingReplies++
    if (!this.isPumping) this.pump().catch(() => this.cut('broken_answer'))
  }

  private async pump(): Promise<void> {
    this.isPumping = true
    // Replies that were kept back go first.
    this.stream.uncork()
    try {
      for (let next = this.waiting.first; next !== undefined; next = this.waiting.first) {
        if (!(await this.write(next))) break
        this.waiting.take()
        this.waitingBytes -= next.length
        if (!next.isEvent) this.waitingReplies--
      }
    } finally {
      this.isPumping = false
      this.dropWaiting()
    }
  }

  /**
   * Writes fragments of one message, without joining or copying; no other message may come between.
   * Returns false if the connection is closing.
   */
  private async write(outgoing: OutgoingMessage): Promise<boolean> {
    const { socket, stream } = this
    const { written } = outgoing
    const { chunks } = written
    let wantedBytes = FEW_BYTES
    let readBytes = 0
    while (chunks.length > 0) {
      while (writeBudget.isSpent) await writeBudget.next(this.owner)
      if (socket.readyState !== socket.OPEN) return false
      let bytes = 0
      stream.cork()
      while (bytes < wantedBytes && chunks.length > 0) {
        const piece = takePiece(chunks, MANY_BYTES)
        bytes += piece.length
        const isLast = chunks.length === 0
        socket.send(bytesOf(piece), { binary: false, fin: isLast }, isLast ? this.whenWritten(outgoing) : undefined)
      }
      stream.uncork()
      writeBudget.count(bytes)
      readBytes += bytes
      if (stream.writableLength === 0 || chunks.length === 0) continue
      const isQuick = await this.drained()
      if (!isQuick) {
        written.release(readBytes)
        readBytes = 0
      }
      wantedBytes = isQuick ? Math.min(wantedBytes * 2, MANY_BYTES) : FEW_BYTES
    }
    if (stream.writableLength > MAX_KEPT_BYTES) await this.drained()
    return true
  }

  /** Resolves when the client has read all or left; true if it did so without delay. */
  private drained(): Promise<boolean> {
    const wasBehind = this.isBehind
    return new Promise((resolve) => {
      this.wake = () => {
        this.stream.off('drain', this.wake!)
        this.wake = undefined
        resolve(!wasBehind && !this.isBehind)
      }
      this.stream.on('drain', this.wake)
    })
  }

  private dropWaiting(): void {
    const { budget, observer } = this.deps
    this.waitingBytes = 0
    this.waitingReplies = 0
    const dropped = this.waiting
    this.waiting = new IntrusiveQueue()
    if (dropped.length > 0) spareTurns.add(this.owner, endDropped(dropped, budget), (bug) => observer.bug(bug, ''))
  }

  /** Corks the stream, which also holds what ws writes, so the order stays. */
  private keepBack(): void {
    if (this.stream.writableCorked > 0) return
    this.stream.cork()
    if (!this.isQueued) flushQueue.add(this)
    this.isQueued = true
  }
}

/** RFC 6455, section 5.2: the head of an unmasked text message of at most 65,535 bytes. */
const textFrameHead = (length: number): string =>
  length < 126 ? String.fromCharCode(0x81, length) : String.fromCharCode(0x81, 126, length >> 8, length & 0xff)
