const MAX_HASHES = 256

interface FinalBlock {
  readonly number: bigint
  readonly hash: string | undefined
}

/**
 * How far the network's nodes agree that blocks can no longer change; and a watch on them breaking
 * that promise.
 *
 * One that says less than the others holds the agreement back, which costs nothing but cached
 * answers.
 */
export class FinalBlocks {
  /** The last final block of each node, and the nodes that do not answer now. */
  private readonly said = new Map<object, FinalBlock>()
  private readonly silent = new Set<object>()
  private readonly hashes = new Map<bigint, string>()
  private readonly listeners = new Set<() => void>()

  /** The newest block that all nodes call final; undefined when none says so. */
  get agreed(): bigint | undefined {
    let lowest: bigint | undefined
    for (const [node, { number }] of this.said) {
      if (!this.silent.has(node) && (lowest === undefined || number < lowest)) lowest = number
    }
    return lowest
  }

  /** The final block that a node named last, maybe before it was away. */
  saidBy(node: object): FinalBlock | undefined {
    return this.said.get(node)
  }

  /** A node's newest final block. Solana's slots have no hash here. */
  note(node: object, number: bigint, hash: string | undefined): void {
    const before = this.said.get(node)
    this.said.set(node, { number, hash })
    this.silent.delete(node)
    const hasGoneBack = before !== undefined && number < before.number
    if (hasGoneBack || !this.matches(number, hash)) this.violated()
    if (hash !== undefined) this.keep(number, hash)
  }

  /** A block below a final one, as a node has it now. */
  check(number: bigint, hash: string): void {
    if (!this.matches(number, hash)) this.violated()
  }

  /**
   * A node is not heard any more. What comes back may be another, with another chain: it is
   * compared with what was said.
   */
  withdraw(node: object): void {
    this.silent.add(node)
  }

  /** Hears whenever a block changed that was final, until what it returns is called. */
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
