import { quantityOf, readQuantity } from '../../../runtime/quantity.js'
import type { AskedBytes } from '../../upstreams/poll/asked.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamOwner } from '../event-stream.js'
import { isDenied, NEWEST_TIMEOUT_MS, type NodeAsker, saysNoBlock } from './follow-nodes.js'
import { type ReadBlock, readBlock } from './read-block.js'

/** Blocks kept by hash: the widest gap, twice. */
const MAX_KEPT = 2_048
/** Blocks asked for by number in one batch, and at the same time. */
const BATCH = 64n
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
    const asked = await this.asker.ask(source, 'eth_blockNumber', [], { timeoutMs: NEWEST_TIMEOUT_MS })
    return asked.kind === 'result' ? readQuantity(JSON.parse(asked.bytes.toString())) : undefined
  }

  /** A node's newest block. */
  async newest(source: Upstream): Promise<ReadBlock | undefined> {
    const options = { timeoutMs: NEWEST_TIMEOUT_MS }
    return this.keep(await this.asker.ask(source, 'eth_getBlockByNumber', ['latest', false], options), true)
  }

  /** A block that was fetched before. */
  known(hash: string): ReadBlock | undefined {
    return this.kept.get(hash)
  }

  /** A block by its hash, from the first node that has it. */
  async byHash(hash: string): Promise<ReadBlock | undefined> {
    const found = await this.find(hash)
    return found === 'unknown' ? undefined : found
  }

  /** Like byHash; `unknown` if every usable node says that it does not have the block. */
  async find(hash: string, owner?: StreamOwner): Promise<ReadBlock | 'unknown' | undefined> {
    const denials: boolean[] = []
    for (const upstream of this.asker.usable()) {
      const known = this.kept.get(hash)
      if (known !== undefined) return known
      const asked = await this.asker.ask(upstream, 'eth_getBlockByHash', [hash, false], { owner })
      const block = this.keep(asked)
      if (block?.hash === hash) return block
      denials.push(saysNoBlock(asked))
    }
    return isDenied(denials) ? 'unknown' : undefined
  }

  /** Fetches a block once more: the node that gave it may have shown another header. */
  async readAgain(hash: string): Promise<void> {
    this.kept.delete(hash)
    await this.byHash(hash)
  }

  /**
   * Fetches the blocks from `from` (or a batch's length below `to`) to `to` by number, several at a
   * time, except where a block of that number is there. Parent hashes tell which of them belong to
   * a branch. A source that falls silent is avoided, and the next one gets the rest. Resolves to
   * the lowest number asked for.
   */
  async prefetch(from: bigint, to: bigint, owner?: StreamOwner): Promise<bigint> {
    const { asker } = this
    const { cancellation } = asker
    const there = new Set([...this.kept.values()].map(({ number }) => number))
    const missing: bigint[] = []
    const lowest = from > to - BATCH ? from : to - BATCH + 1n
    // A young chain has fewer blocks than are asked for.
    for (let number = lowest < 0n ? 0n : lowest; number <= to; number++) if (!there.has(number)) missing.push(number)
    const silent = new Set<Upstream>()
    for (let source = asker.choose(); source !== undefined && !silent.has(source); source = asker.choose()) {
      const hasRoom = await this.fetchFrom(source, missing, owner)
      if (missing.length === 0 || !hasRoom || cancellation?.isCancelled === true) break
      silent.add(source)
      asker.avoid(source)
    }
    return lowest
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

  /**
   * Fetches blocks by number, the last one first, and takes from the list what the source answered.
   * Stops if an ask fails: a frozen node would take seconds for each of the others. False if the
   * owner has no room there.
   */
  private async fetchFrom(source: Upstream, numbers: bigint[], owner?: StreamOwner): Promise<boolean> {
    let isOver = false
    let hasRoom = true
    const work = async (): Promise<void> => {
      while (!isOver && source.health.isUsable) {
        const number = numbers.pop()
        if (number === undefined) return
        const asked = await this.asker.ask(source, 'eth_getBlockByNumber', [quantityOf(number), false], { owner })
        this.keep(asked)
        if (asked.kind === 'result' || asked.kind === 'node-error') continue
        if (asked.kind === 'overloaded') hasRoom = false
        isOver = true
        numbers.push(number)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return hasRoom
  }

  /** Keeps the block that a node gave, if it did. */
  private keep(asked: AskedBytes, isNewest = false): ReadBlock | undefined {
    const block = asked.kind === 'result' ? readBlock(asked.bytes) : undefined
    if (block === undefined) return undefined
    if (!isNewest && !this.kept.has(block.hash)) this.fetched++
    this.kept.set(block.hash, block)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
    return block
  }
}
