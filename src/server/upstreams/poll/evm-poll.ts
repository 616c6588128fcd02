import { quantityOf, readQuantity } from '../../../runtime/quantity.js'
import type { Head } from '../../networks/head.js'
import type { LowerClaim } from '../../networks/head-claims.js'
import type { Upstream } from '../upstream.js'
import type { Asked, AskUpstream } from './asked.js'

/** A block header that a poll read. `timestampMs` is the block's own time. */
export interface BlockSeen {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | undefined
  readonly stateRoot: string | undefined
  readonly timestampMs: number | undefined
}

/** Called for each new block that an upstream shows. */
export type OnBlock = (block: BlockSeen) => void

const TIMEOUT_MS = 1_000
const FINALIZED_EVERY_MS = 3_000
/** While no calls come. An older final block is safe: blocks only become final. */
const FINALIZED_RESTING_MS = 15_000
/** A node that does not know the tag is asked again after this time. */
const FINALIZED_RETRY_MS = 60_000
/** The gateway keeps the hashes of many blocks, and no longer texts that a node writes there. */
const HASH_LENGTH = 66

/** The poll's memory of a node. */
interface Seen {
  said?: bigint
  block?: BlockSeen
  /** Its head when the poll began. */
  headBefore?: bigint | undefined
  finalizedDueMs: number
  /** Due time while no calls come. */
  finalizedRestingMs: number
}

/** The poll's requests to EVM nodes. */
export class EvmPoll {
  private readonly seen = new Map<Upstream, Seen>()

  constructor(
    private readonly head: Head,
    private readonly ask: AskUpstream,
    private readonly steadyMs: () => number,
    private readonly onBlock: OnBlock,
    /** True if no call has come for a while. */
    private readonly isResting: () => boolean,
  ) {}

  /** The cheapest request. */
  first(upstream: Upstream): Promise<Asked> {
    this.seenOf(upstream).headBefore = upstream.health.head
    return this.ask(upstream, 'eth_blockNumber', [], TIMEOUT_MS)
  }

  /** The block number in the answer to `first`. */
  read(value: unknown): bigint | undefined {
    return readQuantity(value)
  }

  /**
   * Reads more from a node that answered `first`: its newest block if it changed, and its newest
   * final block.
   */
  async readMore(upstream: Upstream, value: unknown): Promise<void> {
    const said = readQuantity(value)
    if (said === undefined) return this.head.withdraw(upstream)
    const seen = this.seenOf(upstream)
    if (said !== seen.said) await this.readNewest(upstream, seen)
    seen.said = said
    // If a node claims more than it can show, the shown block counts; likewise if its chain grew in
    // between.
    const { number, timestampMs } = seen.block ?? { number: said, timestampMs: undefined }
    const { head } = upstream.health
    // A caller's call may have shown a newer block since the poll began.
    const isRaised = head !== undefined && head !== seen.headBefore && head > number
    if (!isRaised) upstream.health.head = number
    // Its earlier claim counts until it has shown this one: a leader's polls do not lower the head.
    const below = this.head.standsAloneAbove(upstream, number)
    const isShown = below !== undefined && (await this.canShow(upstream, number, below))
    this.head.claim(upstream, number, timestampMs, isShown)
    const dueMs = this.isResting() ? seen.finalizedRestingMs : seen.finalizedDueMs
    if (this.steadyMs() >= dueMs) await this.readFinalized(upstream, seen)
  }

  /** Forgets a node that went down: the one that returns may differ. */
  forget(upstream: Upstream): void {
    this.seen.delete(upstream)
  }

  private seenOf(upstream: Upstream): Seen {
    const seen = this.seen.get(upstream) ?? { finalizedDueMs: 0, finalizedRestingMs: 0 }
    this.seen.set(upstream, seen)
    return seen
  }

  private async readNewest(upstream: Upstream, seen: Seen): Promise<void> {
    const block = await this.block(upstream, 'latest')
    if (block === undefined) {
      delete seen.block
      return
    }
    const isNew = block.hash !== seen.block?.hash
    seen.block = block
    if (isNew) this.onBlock(block)
  }

  /**
   * True if a node that stands alone above the others has the block that follows the next lower
   * node's newest, and the block it claims. Asked only when they contradict each other.
   *
   * A node that stopped, and that no other one follows, may be on an orphaned block: then an older
   * block will do that both have.
   */
  private async canShow(upstream: Upstream, number: bigint, below: LowerClaim): Promise<boolean> {
    const base = this.seen.get(below.node as Upstream)?.block
    if (base === undefined || base.number !== below.number) return false
    const [following, claimed] = await Promise.all([
      this.block(upstream, quantityOf(base.number + 1n)),
      this.block(upstream, quantityOf(number)),
    ])
    if (claimed?.number !== number) return false
    if (following?.parentHash === base.hash) return true
    return below.hasStopped && !below.isSeconded && this.sharesOlder(upstream, below.node, base)
  }

  /**
   * True if a node has the parent of another one's newest block, or its final block. All chains of
   * one configuration have the same first block, so that proves nothing.
   */
  private async sharesOlder(upstream: Upstream, other: object, base: BlockSeen): Promise<boolean> {
    const parent = { number: base.number - 1n, hash: base.parentHash }
    const older = [parent, this.head.finalBlocks.saidBy(other)]
    const shared = older.map(
      async (block) =>
        block?.hash !== undefined &&
        block.number > 0n &&
        (await this.block(upstream, quantityOf(block.number)))?.hash === block.hash,
    )
    return (await Promise.all(shared)).includes(true)
  }

  private async readFinalized(upstream: Upstream, seen: Seen): Promise<void> {
    const { finalBlocks } = this.head
    const before = finalBlocks.saidBy(upstream)
    const block = await this.block(upstream, 'finalized')
    const now = this.steadyMs()
    seen.finalizedDueMs = now + (block === undefined ? FINALIZED_RETRY_MS : FINALIZED_EVERY_MS)
    seen.finalizedRestingMs = now + (block === undefined ? FINALIZED_RETRY_MS : FINALIZED_RESTING_MS)
    if (block === undefined) return
    upstream.health.finalized = block.number
    finalBlocks.note(upstream, block.number, block.hash)
    if (before === undefined || before.number >= block.number) return
    const earlier = await this.block(upstream, quantityOf(before.number))
    if (earlier !== undefined) finalBlocks.check(earlier.number, earlier.hash)
  }

  private async block(upstream: Upstream, block: string): Promise<BlockSeen | undefined> {
    const asked = await this.ask(upstream, 'eth_getBlockByNumber', [block, false], TIMEOUT_MS)
    return asked.kind === 'result' ? readBlockSeen(asked.value) : undefined
  }
}

/** Reads a node's block; undefined if it is malformed. */
const readBlockSeen = (value: unknown): BlockSeen | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { number, hash, parentHash, stateRoot, timestamp } = value as Record<string, unknown>
  const read = readQuantity(number)
  const ownHash = readHash(hash)
  if (read === undefined || ownHash === undefined) return undefined
  const seconds = readQuantity(timestamp)
  return {
    number: read,
    hash: ownHash,
    parentHash: readHash(parentHash),
    stateRoot: readHash(stateRoot),
    timestampMs: seconds === undefined ? undefined : Number(seconds) * 1000,
  }
}

const readHash = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= HASH_LENGTH ? value.toLowerCase() : undefined
