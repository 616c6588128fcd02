import { METHOD_NOT_FOUND } from '../../../wire/jsonrpc/error-codes.js'
import type { Head } from '../../networks/head.js'
import type { Upstream } from '../upstream.js'
import type { Asked, AskUpstream } from './asked.js'

const TIMEOUT_MS = 1_000
const FINALIZED_EVERY_MS = 3_000

/**
 * The poll's requests to Solana nodes.
 *
 * Source  solana.com/docs/rpc: getHealth returns `ok`, or an error while the node is more than a
 *         few slots behind its cluster
 */
export class SolanaPoll {
  private readonly finalizedDueMs = new Map<Upstream, number>()

  constructor(
    private readonly head: Head,
    private readonly ask: AskUpstream,
    private readonly steadyMs: () => number,
    /** Called with what the node reports of its health. */
    private readonly onHealth: (upstream: Upstream, isHealthy: boolean) => void,
  ) {}

  /** The cheapest request. */
  first(upstream: Upstream): Promise<Asked> {
    return this.ask(upstream, 'getSlot', [{ commitment: 'processed' }], TIMEOUT_MS)
  }

  /** The slot in the answer to `first`. */
  read(value: unknown): bigint | undefined {
    return readSlot(value)
  }

  /** Reads more from a node that answered `first`: its health and its newest final slot. */
  async readMore(upstream: Upstream, value: unknown): Promise<void> {
    const slot = readSlot(value)
    if (slot === undefined) return this.head.withdraw(upstream)
    const health = await this.ask(upstream, 'getHealth', [], TIMEOUT_MS)
    // Some providers do not serve the method.
    this.onHealth(upstream, health.kind !== 'node-error' || health.code === METHOD_NOT_FOUND)
    upstream.health.head = slot
    // No node can show its slots. The one that goes on is believed.
    const isShown = this.head.standsAloneAbove(upstream, slot)?.hasStopped ?? false
    this.head.claim(upstream, slot, undefined, isShown)
    if (this.steadyMs() >= (this.finalizedDueMs.get(upstream) ?? 0)) await this.readFinalized(upstream)
  }

  forget(upstream: Upstream): void {
    this.finalizedDueMs.delete(upstream)
  }

  private async readFinalized(upstream: Upstream): Promise<void> {
    this.finalizedDueMs.set(upstream, this.steadyMs() + FINALIZED_EVERY_MS)
    const asked = await this.ask(upstream, 'getSlot', [{ commitment: 'finalized' }], TIMEOUT_MS)
    const slot = asked.kind === 'result' ? readSlot(asked.value) : undefined
    if (slot === undefined) return
    upstream.health.finalized = slot
    this.head.finalBlocks.note(upstream, slot, undefined)
  }
}

const readSlot = (value: unknown): bigint | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
