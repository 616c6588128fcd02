import type { Family } from '../../../../generated/methods.js'
import type { Upstream } from '../upstream.js'
import type { AskUpstream } from './asked.js'

const TIMEOUT_MS = 1_000

/** The chain that a network's nodes must be on, as far as configured. */
export interface ExpectedChain {
  readonly family: Family
  readonly chainId: number | undefined
  readonly genesisHash: string | undefined
}

type Identity = { readonly name: string } | 'cannot-tell' | 'silent'

/**
 * Checks that a node is on the network's chain: the configured one, or else the chain of the first
 * configured node that answers.
 *
 * A node that answers, but not to this request, is accepted: some providers serve only a few
 * methods.
 */
export class ChainIdentity {
  private expected: string | undefined
  private learning: Promise<ReadonlyMap<Upstream, Identity>> | undefined
  private readonly checking = new Map<Upstream, Promise<boolean>>()

  constructor(
    private readonly chain: ExpectedChain,
    private readonly upstreams: readonly Upstream[],
    private readonly ask: AskUpstream,
  ) {
    // Hexadecimal ignores case; in Solana's base58 upper and lower case differ.
    const genesis = chain.family === 'evm' ? chain.genesisHash?.toLowerCase() : chain.genesisHash
    const parts = [chain.chainId?.toString(), genesis].filter((part) => part !== undefined)
    if (parts.length > 0) this.expected = parts.join(' ')
  }

  /**
   * Concurrent callers share a request. False if the upstream is on another chain or does not
   * answer. Never rejects.
   */
  check(upstream: Upstream): Promise<boolean> {
    const checking =
      this.checking.get(upstream) ??
      this.find(upstream).finally(() => {
        this.checking.delete(upstream)
      })
    this.checking.set(upstream, checking)
    return checking
  }

  private async find(upstream: Upstream): Promise<boolean> {
    let identity: Identity | undefined
    if (this.expected === undefined) {
      this.learning ??= this.learn().finally(() => {
        this.learning = undefined
      })
      identity = (await this.learning).get(upstream)
    }
    identity ??= await this.identityOf(upstream)
    if (identity === 'silent') return false
    const isRight = identity === 'cannot-tell' || this.expected === undefined || identity.name === this.expected
    upstream.health.recordChain(isRight)
    return isRight
  }

  /**
   * Asks all upstreams at once. The first configured one that answers decides; resolves with the
   * answers up to it.
   */
  private async learn(): Promise<ReadonlyMap<Upstream, Identity>> {
    const asked = this.upstreams.map((upstream) => [upstream, this.identityOf(upstream)] as const)
    const answered = new Map<Upstream, Identity>()
    for (const [upstream, answer] of asked) {
      const identity = await answer
      answered.set(upstream, identity)
      if (typeof identity === 'string') continue
      this.expected = identity.name
      break
    }
    return answered
  }

  private async identityOf(upstream: Upstream): Promise<Identity> {
    const { family, chainId, genesisHash } = this.chain
    if (family === 'solana') return this.read(upstream, 'getGenesisHash', [], readText)
    const parts: string[] = []
    if (chainId !== undefined || genesisHash === undefined) {
      const found = await this.read(upstream, 'eth_chainId', [], readChainId)
      if (typeof found === 'string') return found
      parts.push(found.name)
    }
    if (genesisHash !== undefined) {
      const found = await this.read(upstream, 'eth_getBlockByNumber', ['0x0', false], readHash)
      if (typeof found === 'string') return found
      parts.push(found.name)
    }
    return { name: parts.join(' ') }
  }

  private async read(
    upstream: Upstream,
    method: string,
    params: readonly unknown[],
    name: (value: unknown) => string | undefined,
  ): Promise<Identity> {
    const asked = await this.ask(upstream, method, params, TIMEOUT_MS)
    if (asked.kind === 'silent' || asked.kind === 'overloaded') return 'silent'
    const found = asked.kind === 'result' ? name(asked.value) : undefined
    return found === undefined ? 'cannot-tell' : { name: found }
  }
}

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const readHash = (value: unknown) => readText((value as { hash?: unknown } | null)?.hash)?.toLowerCase()
/** A chain id as hexadecimal quantity, in decimal; undefined if the value is not one. */
export const readChainId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(value) ? BigInt(value).toString() : undefined
