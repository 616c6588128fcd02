import type { Limits } from '../config/config.js'
import type { WebSocketWriter } from './websocket-writer.js'

/** A connection whose answers may bring more than this part of `maxBufferedBytes` takes no further messages. */
const HELD_PART = 0.25
/** So many messages of a fresh connection are answered at once, until it is seen what their answers bring. */
const FIRST_MESSAGES = 16
/** How much of what was expected is forgotten with each smaller answer. */
const FORGOTTEN_PART = 0.25

/** What the answers to one WebSocket's messages may hold of the memory: those that wait for its client, and those that are still to come. */
export class AnswerRoom {
  /** What the next answer may bring: as much as a recent one. */
  private expectedBytes: number

  constructor(private readonly limits: () => Pick<Limits, 'maxMessagesInFlight' | 'maxBufferedBytes'>) {
    this.expectedBytes = (limits().maxBufferedBytes * HELD_PART) / FIRST_MESSAGES
  }

  /** Whether one more message may be answered beside those in flight. One alone always may, whatever its answer brings. */
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

  /** An answer brought so much. */
  saw(bytes: number): void {
    this.expectedBytes = Math.max(bytes, this.expectedBytes * (1 - FORGOTTEN_PART))
  }
}
