import { quantityOf, readQuantity } from '../../../runtime/quantity.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { NEWEST_TIMEOUT_MS, type NodeAsker } from './follow-nodes.js'
import { type ReadBlock, readBlock } from './read-block.js'

/** Blocks kept by hash: the widest gap, twice. */
const MAX_KEPT = 2_048
/** Blocks asked for by number in one batch, and at the same time. */
const BATCH = 64
const AT_ONCE = 8

/**
 * Fetches blocks, and keeps them by hash: a walk that fails half-way goes on where it stopped.
 */
export class BlockFetcher {
  /** Blocks fetched so far, other than newest ones. */
  fetched = 0
  private readonly kept = new Map<string, ReadBlock>()

  constructor(private readonly asker: NodeAsker) {}

  /** The number of a node's newest block; the cheapest question. */
  async newestNumber(source: Upstream): Promise<bigint | undefined> {
    const asked = await this.asker.ask(source, 'eth_blockNumber', [], NEWEST_TIMEOUT_MS)
    return asked.kind === 'result' ? readQuantity(JSON.parse(asked.bytes.toString())) : undefined
  }

  /** A node's newest block. */
  newest(source: Upstream): Promise<ReadBlock | undefined> {
    return this.ask(source, 'eth_getBlockByNumber', 'latest', NEWEST_TIMEOUT_MS)
  }

  /** A block that was fetched before. */
  known(hash: string): ReadBlock | undefined {
    return this.kept.get(hash)
  }

  /** A block by its hash, from the first node that has it. */
  async byHash(hash: string): Promise<ReadBlock | undefined> {
    for (const upstream of this.asker.usable()) {
      const block = this.kept.get(hash) ?? (await this.ask(upstream, 'eth_getBlockByHash', hash))
      if (block?.hash === hash) return block
    }
    return undefined
  }

  /**
   * Fetches the blocks from `from` (or a batch's length below `to`) to `to` by number, several at a
   * time, except where a block of that number is there. Parent hashes tell which of them belong to
   * a branch.
   */
  async prefetch(source: Upstream, from: bigint, to: bigint): Promise<void> {
    let next = from > to - BigInt(BATCH) ? from : to - BigInt(BATCH) + 1n
    const numbers = new Set([...this.kept.values()].map(({ number }) => number))
    const work = async (): Promise<void> => {
      while (next <= to) {
        const number = next++
        if (!numbers.has(number)) await this.ask(source, 'eth_getBlockByNumber', quantityOf(number))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  /**
   * The hash of a node's canonical block with this number: undefined if it has none, `silent` if it
   * does not answer.
   */
  async canonicalHash(upstream: Upstream, number: bigint): Promise<string | 'silent' | undefined> {
    const asked = await this.asker.ask(upstream, 'eth_getBlockByNumber', [quantityOf(number), false])
    return asked.kind === 'result' ? readBlock(asked.bytes)?.hash : 'silent'
  }

  /** Forgets all blocks: a node may have shown a hash with another block's parent. */
  clear(): void {
    this.kept.clear()
  }

  private async ask(
    upstream: Upstream,
    method: string,
    which: string,
    timeoutMs?: number,
  ): Promise<ReadBlock | undefined> {
    const asked = await this.asker.ask(upstream, method, [which, false], timeoutMs)
    const block = asked.kind === 'result' ? readBlock(asked.bytes) : undefined
    if (block === undefined) return undefined
    if (which !== 'latest' && !this.kept.has(block.hash)) this.fetched++
    this.kept.set(block.hash, block)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
    return block
  }
}
