import { type Ask, readQuantity } from './head.js'

const ASK_AGAIN_MS = 5_000
const HASH = /^0x[0-9a-f]{64}$/i

/**
 * What a network's chain is called among several gateways: its chain id and the hash of its first
 * block, as its own nodes say.
 *
 * Names that operators give would mix up two chains; so do chain ids alone, of which forks and test
 * chains share many.
 */
export class ChainName {
  private known: string | undefined
  private isAsking = false
  private asksAgainMs = 0

  constructor(
    private readonly ask: Ask,
    private readonly nowMs: () => number,
  ) {}

  /** The name if it is known; if not, asks for it. */
  get(): string | undefined {
    if (this.known === undefined && !this.isAsking && this.nowMs() >= this.asksAgainMs) void this.learn()
    return this.known
  }

  /** The chain is not what it was. */
  forget(): void {
    this.known = undefined
    this.asksAgainMs = 0
  }

  private async learn(): Promise<void> {
    this.isAsking = true
    const [id, first] = await Promise.all([
      this.ask('eth_chainId', []),
      this.ask('eth_getBlockByNumber', ['0x0', false]),
    ])
    this.isAsking = false
    this.asksAgainMs = this.nowMs() + ASK_AGAIN_MS
    const number = readQuantity(id)
    const hash = typeof first === 'object' && first !== null ? (first as { hash?: unknown }).hash : undefined
    if (number === undefined || typeof hash !== 'string' || !HASH.test(hash)) return
    this.known = `${number}:${hash.toLowerCase()}`
  }
}
