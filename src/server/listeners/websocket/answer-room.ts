import type { Limits } from '../../config/config.js'
import type { WebSocketWriter } from './websocket-writer.js'

/** Share of `maxBufferedBytes` that a connection's answers may hold before its messages wait. */
const HELD_PART = 0.25
/** Messages in flight on a new connection, until the first answer shows its size. */
const FIRST_MESSAGES = 16
/** Each smaller answer lowers the expected size by this share. */
const FORGOTTEN_PART = 0.25

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
  saw(bytes: number): void {
    this.expectedBytes = Math.max(bytes, this.expectedBytes * (1 - FORGOTTEN_PART))
  }
}
