import { nextTick } from 'node:process'

/** So many leave together at most, so that none waits for all of a thousand sockets to be read: a millisecond or two. */
const MAX_TOGETHER = 64

/** Something that has bytes for the system. */
export interface Flushable {
  /** Hands them over now. */
  flush(): void
}

/**
 * Lets what is written leave together: a write wakes a peer that sleeps, which costs more than the write itself, and while one peer
 * wakes and works the writes to it and to others that follow at once cost no waking.
 *
 * What is written while sockets are being read leaves once all that are readable in this turn of the event loop have been read; what
 * is written later (when a charge has become durable, say) leaves once the callbacks that are under way are over. Neither waits for a
 * timer: a call that comes alone loses nothing.
 *
 * Bounds  `MAX_TOGETHER` senders, and those of one callback; their bytes are bounded where they are written
 * Source  measured: `npm run bench`, scenario "forwarded"
 */
class FlushQueue {
  private senders: Flushable[] = []
  private isGathering = false
  private readonly release = (): void => {
    const { senders } = this
    this.senders = []
    for (const sender of senders) sender.flush()
  }
  private readonly endTurn = (): void => {
    this.isGathering = false
    this.release()
  }

  /** A socket is being read: others may be readable, too, in this turn. */
  gather(): void {
    if (this.isGathering) return
    this.isGathering = true
    setImmediate(this.endTurn)
  }

  add(sender: Flushable): void {
    const count = this.senders.push(sender)
    if (count === MAX_TOGETHER || (count === 1 && !this.isGathering)) nextTick(this.release)
  }
}

/** The one of this process, as its event loop is one. */
export const flushQueue = new FlushQueue()
