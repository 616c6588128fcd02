/** Asks one of the network's nodes; the parsed result, or undefined when nobody answered. Never rejects. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * What the network's nodes say of its newest block, and of the numbers behind tags and hashes.
 *
 * Every question goes to a node: on a near-head network an answer that is a second old is a wrong one. Questions asked at the
 * same time are asked once.
 */
export class Head {
  private newest: bigint | undefined
  private asking: Promise<bigint | undefined> | undefined

  constructor(private readonly ask: Ask) {}

  /** The number of the newest block, as of now; the last one known when no node answers. */
  latest(): Promise<bigint | undefined> {
    this.asking ??= this.askLatest().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  /** The number of the block a tag or hash stands for; undefined when there is none, or nobody knows. */
  async numberOf(method: 'eth_getBlockByNumber' | 'eth_getBlockByHash', block: string): Promise<bigint | undefined> {
    const found = await this.ask(method, [block, false])
    return typeof found === 'object' && found !== null
      ? readQuantity((found as { number?: unknown }).number)
      : undefined
  }

  private async askLatest(): Promise<bigint | undefined> {
    const number = readQuantity(await this.ask('eth_blockNumber', []))
    // A node that rolled back is believed: the newest answer counts.
    if (number !== undefined) this.newest = number
    return this.newest
  }
}

/** A hexadecimal quantity; undefined when it is none. */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value) ? BigInt(value) : undefined
