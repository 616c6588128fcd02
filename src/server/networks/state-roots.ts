/** A block as one of the network's own nodes described it; hashes are lower-case. */
export interface KnownBlock {
  readonly number: bigint
  readonly hash: string
  /** Root of the state after the block. */
  readonly stateRoot: string
}

/**
 * State roots that the network's own nodes reported recently. They serve to check a partner while
 * those nodes are down.
 *
 * Bound  the `maxBlocks` learned last
 */
export class StateRoots {
  private readonly blocks = new Map<string, KnownBlock>()
  /** Hash of the block learned last, by number. */
  private readonly hashes = new Map<bigint, string>()

  constructor(private readonly maxBlocks = 1_024) {}

  /**
   * Keeps a block. If it does not follow the known blocks, the chain was reorganized, and the index
   * by number is cleared.
   */
  learn(block: KnownBlock, parentHash?: string): void {
    const { number, hash } = block
    if (isOther(this.hashes.get(number), hash) || isOther(this.hashes.get(number - 1n), parentHash)) this.hashes.clear()
    this.blocks.delete(hash)
    this.blocks.set(hash, block)
    this.hashes.set(number, hash)
    if (this.blocks.size <= this.maxBlocks) return
    const oldest = this.blocks.values().next().value!
    this.blocks.delete(oldest.hash)
    if (this.hashes.get(oldest.number) === oldest.hash) this.hashes.delete(oldest.number)
  }

  byNumber(number: bigint): KnownBlock | undefined {
    const hash = this.hashes.get(number)
    return hash === undefined ? undefined : this.blocks.get(hash)
  }

  byHash(hash: string): KnownBlock | undefined {
    return this.blocks.get(hash)
  }
}

const isOther = (known: string | undefined, hash: string | undefined): boolean =>
  known !== undefined && hash !== undefined && known !== hash

const HASH = /^0x[0-9a-f]{64}$/i

/** Reads a node's description of a block; undefined if it is malformed or lacks a state root. */
export const readKnownBlock = (found: unknown): KnownBlock | undefined => {
  if (typeof found !== 'object' || found === null) return undefined
  const { number, hash, stateRoot } = found as Record<string, unknown>
  if (typeof number !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(number)) return undefined
  if (typeof hash !== 'string' || typeof stateRoot !== 'string' || !HASH.test(hash) || !HASH.test(stateRoot))
    return undefined
  return { number: BigInt(number), hash: hash.toLowerCase(), stateRoot: stateRoot.toLowerCase() }
}
