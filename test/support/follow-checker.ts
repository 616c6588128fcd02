import type { StreamEnd } from '../../src/server/subscriptions/event-stream.js'
import type {
  FollowedBlock,
  FollowListener,
  FollowStep,
  ResumePoint,
} from '../../src/server/subscriptions/followed-block.js'
import type { BlockTree } from './block-tree.js'

/** A listener that compares every step with the law of subscriptions, and remembers mistakes. */
export class FollowChecker implements FollowListener {
  readonly wrong: string[] = []
  end: StreamEnd | undefined
  steps = 0
  /** The chain that follows from the steps, from the block at which the listener began. */
  readonly chain: Pick<FollowedBlock, 'hash' | 'parentHash' | 'number'>[] = []
  private under: string | undefined
  private startSequence = 0
  private lastSequence = 0

  constructor(
    private readonly tree: BlockTree,
    readonly wantsLogs: boolean,
  ) {}

  began(at: FollowedBlock): void {
    this.chain.push(at)
    this.startSequence = at.sequence
    this.lastSequence = at.sequence
  }

  step({ removed, added }: FollowStep): void {
    this.steps++
    for (const block of removed) this.takeBack(block)
    for (const block of added) this.add(block)
    if (removed.length + added.length === 0) this.wrong.push('an empty step')
  }

  ended(why: StreamEnd): void {
    this.end = why
  }

  /** Holds a replay against the law; the block of the resume point may come again. */
  replayed({ removed, added }: FollowStep, { blockHash, logIndex }: ResumePoint): void {
    this.startSequence = -1
    this.lastSequence = -1
    if (logIndex !== undefined && removed.length === 0) {
      if (added[0]?.hash !== blockHash) this.wrong.push('the resume point is not the first block')
      this.checkLogs(added[0]!)
      if (added.length > 1) this.step({ removed, added: added.slice(1) })
    } else this.step({ removed, added })
  }

  private takeBack(block: FollowedBlock): void {
    const expected = this.chain.pop()?.hash ?? this.under
    if (block.hash !== expected) this.wrong.push(`${block.hash} was taken back before ${expected}`)
    this.under = block.parentHash
    if (block.sequence > this.startSequence) this.checkLogs(block)
  }

  private add(block: FollowedBlock): void {
    const parent = this.chain.at(-1)?.hash ?? this.under
    if (block.parentHash !== parent) this.wrong.push(`${block.hash} is not above ${parent}`)
    if (block.sequence !== 0 && block.sequence <= this.lastSequence && this.startSequence !== -1)
      this.wrong.push('a sequence went back')
    this.lastSequence = block.sequence
    this.chain.push(block)
    this.checkLogs(block)
    const {
      size: _,
      transactions: __,
      ...header
    } = JSON.parse(this.tree.blocks.get(block.hash)!.json) as Record<string, unknown>
    if (block.header !== JSON.stringify(header)) this.wrong.push(`the header of ${block.hash} is another`)
  }

  private checkLogs({ hash, logs }: FollowedBlock): void {
    if (!this.wantsLogs) return
    const given = logs?.map(({ text }) => text).join()
    const real = this.tree.blocks
      .get(hash)!
      .logs.map((log) => JSON.stringify({ ...log, removed: false }))
      .join()
    if (given !== real) this.wrong.push(`the logs of ${hash} are ${given}, not ${real}`)
  }
}
