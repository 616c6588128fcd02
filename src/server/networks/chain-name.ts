import { readQuantity } from '../../runtime/quantity.js'
import type { Ask } from './ask.js'

const ASK_AGAIN_MS = 5_000
const HASH = /^0x[0-9a-f]{64}$/i

/**
 * Names a network's chain among several gateways: chain id and hash of the first block, as reported
 * by its own nodes.
 *
 * Operators' names could mix up two chains. So could chain ids, which many forks and test chains
 * share.
 */
export class ChainName {
  private known: string | undefined
  private isAsking = false
  private asksAgainMs = 0

  constructor(
    private readonly ask: Ask,
    private readonly nowMs: () => number,
  ) {}

  /** Returns the name if known; otherwise asks the nodes for it. */
  get(): string | undefined {
    if (this.known === undefined && !this.isAsking && this.nowMs() >= this.asksAgainMs) void this.learn()
    return this.known
  }

  /** Forgets the name when the chain has changed. */
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
