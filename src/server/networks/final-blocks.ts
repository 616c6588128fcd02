const MAX_HASHES = 256

interface FinalBlock {
  readonly number: bigint
  readonly hash: string | undefined
}

/**
 * Tracks up to which block the network's nodes agree on finality, and detects changes to final
 * blocks.
 *
 * A node that lags holds the agreement back, which costs nothing but cached answers.
 */
export class FinalBlocks {
  /** Last reported final block by node. Nodes in `silent` do not answer now. */
  private readonly said = new Map<object, FinalBlock>()
  private readonly silent = new Set<object>()
  private readonly hashes = new Map<bigint, string>()
  private readonly listeners = new Set<() => void>()

  /** The newest block that all answering nodes call final; undefined if no node reports one. */
  get agreed(): bigint | undefined {
    let lowest: bigint | undefined
    for (const [node, { number }] of this.said) {
      if (!this.silent.has(node) && (lowest === undefined || number < lowest)) lowest = number
    }
    return lowest
  }

  /** The final block that a node reported last, possibly before it went down. */
  saidBy(node: object): FinalBlock | undefined {
    return this.said.get(node)
  }

  /** Records a node's newest final block. Solana's slots have no hash here. */
  note(node: object, number: bigint, hash: string | undefined): void {
    const before = this.said.get(node)
    this.said.set(node, { number, hash })
    this.silent.delete(node)
    const hasGoneBack = before !== undefined && number < before.number
    if (hasGoneBack || !this.matches(number, hash)) this.violated()
    if (hash !== undefined) this.keep(number, hash)
  }

  /** Compares a node's current block, below a final one, with the recorded hash. */
  check(number: bigint, hash: string): void {
    if (!this.matches(number, hash)) this.violated()
  }

  /**
   * Marks a node as silent. Its last report stays: the node that returns may follow another chain.
   */
  withdraw(node: object): void {
    this.silent.add(node)
  }

  /** Calls `listener` whenever a final block changed. Returns a function that unsubscribes it. */
  onViolation(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private matches(number: bigint, hash: string | undefined): boolean {
    const known = this.hashes.get(number)
    return known === undefined || hash === undefined || known === hash
  }

  private violated(): void {
    this.hashes.clear()
    for (const listener of this.listeners) listener()
  }

  private keep(number: bigint, hash: string): void {
    this.hashes.set(number, hash)
    if (this.hashes.size > MAX_HASHES) this.hashes.delete(this.hashes.keys().next().value!)
  }
}
