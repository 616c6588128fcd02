import type { IntrusiveQueue, QueueItem } from '../../../runtime/intrusive-collections.js'
import type { Steps } from '../../../runtime/turns/in-turns.js'
import type { Written } from '../../../wire/jsonrpc/write-reply.js'
import type { AccountShare } from '../../accounts/account-share.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'

/** Memory of a waiting message beside its bytes: objects, texts, and a place in the queue. */
const WAITING_BYTES = 512
/** Messages that are ended in one step. */
const ENDED_AT_ONCE = 50

/** A reply or event that waits to be written or is being written. */
export class OutgoingMessage implements QueueItem<OutgoingMessage> {
  isWaiting = false
  before: OutgoingMessage | undefined
  behind: OutgoingMessage | undefined
  /** Bytes counted for it in the budget, beside those that `written` holds. */
  countedBytes = 0

  constructor(
    readonly written: Written,
    readonly length: number,
    readonly account: AccountShare | undefined,
    readonly isEvent: boolean,
    private readonly whenDone: (isTaken: boolean) => void,
  ) {}

  /** Its part of the memory budget while it waits, as far as `written` does not hold it yet. */
  get uncountedBytes(): number {
    const { heldBytes = 0 } = this.written
    return this.length > heldBytes ? this.length + WAITING_BYTES - heldBytes : 0
  }

  /** The system has all of it (`isTaken`), or never will. */
  end(isTaken: boolean, budget: ByteBudget): void {
    this.written.release()
    if (this.countedBytes > 0) budget.giveBack(this.countedBytes, this.account)
    // After an error, the system may still read the bytes.
    if (isTaken) this.written.reuse?.()
    this.whenDone(isTaken)
  }
}

/** Ends the messages that a closed connection never takes, a few in each step. */
export function* endDropped(messages: IntrusiveQueue<OutgoingMessage>, budget: ByteBudget): Steps<void> {
  for (let message = messages.take(); message !== undefined; message = messages.take()) {
    message.end(false, budget)
    if (messages.length % ENDED_AT_ONCE === 0) yield
  }
}
