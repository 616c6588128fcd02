import { type Head, readQuantity } from '../../networks/head.js'
import type { Upstream } from '../upstream.js'
import type { Asked, AskUpstream } from './asked.js'

/** The head of a block that a poll came across. `timestampMs` is the chain's own time. */
export interface BlockSeen {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | undefined
  readonly stateRoot: string | undefined
  readonly timestampMs: number | undefined
}

/** Hears of each new block that an upstream shows. */
export type OnBlock = (upstream: Upstream, block: BlockSeen) => void

const TIMEOUT_MS = 1_000
const FINALIZED_EVERY_MS = 3_000
/** While no call comes: blocks only become final, so that what is known is never too much. */
const FINALIZED_RESTING_MS = 15_000
/** A node that does not know the tag is asked again after this time. */
const FINALIZED_RETRY_MS = 60_000

/** What the poll remembers of a node. */
interface Seen {
  said?: bigint
  block?: BlockSeen
  finalizedDueMs: number
  /** The same, while no call comes. */
  finalizedRestingMs: number
}

/** What the poll asks of EVM nodes. */
export class EvmPoll {
  private readonly seen = new Map<Upstream, Seen>()

  constructor(
    private readonly head: Head,
    private readonly ask: AskUpstream,
    private readonly nowMs: () => number,
    private readonly onBlock: OnBlock,
    /** Whether no call has come for a while. */
    private readonly isResting: () => boolean = () => false,
  ) {}

  /** The lightest question there is. */
  first(upstream: Upstream): Promise<Asked> {
    return this.ask(upstream, 'eth_blockNumber', [], TIMEOUT_MS)
  }

  /** The number in an answer to the first question. */
  read(value: unknown): bigint | undefined {
    return readQuantity(value)
  }

  /**
   * Looks closer at a node that answered the first question: its newest block if it is another one,
   * how far it is final.
   */
  async lookCloser(upstream: Upstream, value: unknown): Promise<void> {
    const said = readQuantity(value)
    if (said === undefined) return this.head.withdraw(upstream)
    const seen = this.seenOf(upstream)
    if (said !== seen.said) await this.lookAtNewest(upstream, seen)
    seen.said = said
    // A node that says more than it can show is taken at what it shows; one whose chain grew
    // meanwhile, too.
    const { number, timestampMs } = seen.block ?? { number: said, timestampMs: undefined }
    upstream.health.head = number
    this.head.claim(upstream, number, timestampMs)
    const below = this.head.standsAloneAbove(upstream)
    if (below !== undefined && (await this.canShow(upstream, number, below)))
      this.head.claim(upstream, number, timestampMs, true)
    const dueMs = this.isResting() ? seen.finalizedRestingMs : seen.finalizedDueMs
    if (this.nowMs() >= dueMs) await this.lookAtFinalized(upstream, seen)
  }

  /** What was learned of a node that is gone does not hold for what comes back. */
  forget(upstream: Upstream): void {
    this.seen.delete(upstream)
  }

  private seenOf(upstream: Upstream): Seen {
    const seen = this.seen.get(upstream) ?? { finalizedDueMs: 0, finalizedRestingMs: 0 }
    this.seen.set(upstream, seen)
    return seen
  }

  private async lookAtNewest(upstream: Upstream, seen: Seen): Promise<void> {
    const block = await this.block(upstream, 'latest')
    if (block === undefined) {
      delete seen.block
      return
    }
    const isNew = block.hash !== seen.block?.hash
    seen.block = block
    if (isNew) this.onBlock(upstream, block)
  }

  /**
   * Whether a node that stands alone above the others has the blocks that it speaks of: the one
   * that follows the next lower node's newest, and the one it claims. Asked only when they
   * contradict each other.
   */
  private async canShow(
    upstream: Upstream,
    number: bigint,
    below: NonNullable<ReturnType<Head['standsAloneAbove']>>,
  ): Promise<boolean> {
    const base = this.seen.get(below.node as Upstream)?.block
    if (base === undefined || base.number !== below.number) return false
    const [following, claimed] = await Promise.all([
      this.block(upstream, quantity(base.number + 1n)),
      this.block(upstream, quantity(number)),
    ])
    return following?.parentHash === base.hash && claimed?.number === number
  }

  private async lookAtFinalized(upstream: Upstream, seen: Seen): Promise<void> {
    const { finalBlocks } = this.head
    const before = finalBlocks.saidBy(upstream)
    const block = await this.block(upstream, 'finalized')
    const now = this.nowMs()
    seen.finalizedDueMs = now + (block === undefined ? FINALIZED_RETRY_MS : FINALIZED_EVERY_MS)
    seen.finalizedRestingMs = now + (block === undefined ? FINALIZED_RETRY_MS : FINALIZED_RESTING_MS)
    if (block === undefined) return
    upstream.health.finalized = block.number
    finalBlocks.note(upstream, block.number, block.hash)
    if (before === undefined || before.number >= block.number) return
    const earlier = await this.block(upstream, quantity(before.number))
    if (earlier !== undefined) finalBlocks.check(earlier.number, earlier.hash)
  }

  private async block(upstream: Upstream, block: string): Promise<BlockSeen | undefined> {
    const asked = await this.ask(upstream, 'eth_getBlockByNumber', [block, false], TIMEOUT_MS)
    return asked.kind === 'result' ? readBlockSeen(asked.value) : undefined
  }
}

const quantity = (number: bigint): string => `0x${number.toString(16)}`

/** Reads a block as nodes write it; undefined when it is none. */
const readBlockSeen = (value: unknown): BlockSeen | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { number, hash, parentHash, stateRoot, timestamp } = value as Record<string, unknown>
  const read = readQuantity(number)
  if (read === undefined || typeof hash !== 'string') return undefined
  const seconds = readQuantity(timestamp)
  return {
    number: read,
    hash: hash.toLowerCase(),
    parentHash: typeof parentHash === 'string' ? parentHash.toLowerCase() : undefined,
    stateRoot: typeof stateRoot === 'string' ? stateRoot.toLowerCase() : undefined,
    timestampMs: seconds === undefined ? undefined : Number(seconds) * 1000,
  }
}
