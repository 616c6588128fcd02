import type { StreamEnd } from '../../src/server/subscriptions/event-stream.js'
import type {
  FollowedBlock,
  FollowedLog,
  Follower,
  FollowListener,
  FollowStep,
} from '../../src/server/subscriptions/followed-block.js'

export const wordOf = (number: number, bytes = 32): string => `0x${number.toString(16).padStart(2 * bytes, '0')}`
export const addressOf = (number: number): string => wordOf(number, 20)

/** A log of address 1 with no topic; a test names what it is about. */
export const aLog = (changes: Partial<FollowedLog> = {}): FollowedLog => {
  const { address = addressOf(1), topics = [], logIndex = 0 } = changes
  const text = JSON.stringify({ address, topics, logIndex: `0x${logIndex.toString(16)}`, removed: false })
  return { address, topics, logIndex, text, ...changes }
}

/** A block of a number; its hash and its parent's follow from it unless the test gives them. */
export const aBlock = (number: number, changes: Partial<FollowedBlock> = {}): FollowedBlock => {
  const { hash = wordOf(number), parentHash = wordOf(number - 1) } = changes
  const header = JSON.stringify({ number, hash, parentHash })
  return { sequence: number, number: BigInt(number), hash, parentHash, header, logs: [], seenAtMs: 0, ...changes }
}

/** A follower whose steps the test says. */
export class FakeFollower implements Follower {
  /** In the order in which they joined. */
  readonly listeners = new Set<FollowListener>()
  newest: FollowedBlock | undefined = aBlock(0)
  replays = new Map<string, FollowStep>()
  /** Set by a test in which joining takes its time. */
  joining: Promise<void> = Promise.resolve()

  async join(listener: FollowListener): Promise<FollowedBlock | undefined> {
    await this.joining
    if (this.newest !== undefined) this.listeners.add(listener)
    return this.newest
  }

  leave(listener: FollowListener): void {
    this.listeners.delete(listener)
  }

  async resume(
    listener: FollowListener,
    { blockHash }: { readonly blockHash: string },
  ): ReturnType<Follower['resume']> {
    const replay = this.replays.get(blockHash)
    if (replay !== undefined) this.listeners.add(listener)
    return replay
  }

  /** Like the follower: logs are taken back, then heads come, then logs. */
  step(added: readonly FollowedBlock[], removed: readonly FollowedBlock[] = []): void {
    this.newest = added.at(-1) ?? this.newest
    const give = (wantsLogs: boolean, step: FollowStep) => {
      for (const listener of [...this.listeners]) if (listener.wantsLogs === wantsLogs) listener.step(step)
    }
    if (removed.length > 0) give(true, { removed, added: [] })
    give(false, { removed, added })
    if (added.length > 0) give(true, { removed: [], added })
  }

  end(why: StreamEnd): void {
    for (const listener of this.listeners) listener.ended(why)
    this.listeners.clear()
  }
}
