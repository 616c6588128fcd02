import { createHash } from 'node:crypto'
import { isRecord, type MockClock } from './mock-chain.js'

/** The mock's first head: the blocks of the contract's examples are behind it. */
const FIRST_HEAD = 25_000_000
/** Distance of final blocks from the newest, as on Ethereum. */
export const FINALIZED_BEHIND = 64
const HASH_DIGITS = 64
/**
 * The last digits of a hash are the number of its block, those before mark it as the mock's, so
 * that it is recognized in later calls.
 */
const NUMBER_DIGITS = 12
const PROOF_DIGITS = 12
const SALT_DIGITS = HASH_DIGITS - PROOF_DIGITS - NUMBER_DIGITS

/** A number as nodes write it. */
export const hex = (number: number): string => `0x${number.toString(16)}`

/**
 * Blocks of an EVM chain that grows by one every block time. Stores nothing: a block follows from
 * its number and the seed.
 */
export class EvmBlocks {
  constructor(
    private readonly seed: string,
    private readonly clock: MockClock,
  ) {}

  block(number: number): Record<string, unknown> {
    const [hash, parentHash] = [this.hashOf(number), this.hashOf(number - 1)]
    return {
      number: hex(number),
      hash,
      parentHash,
      stateRoot: this.rootOf(number),
      timestamp: hex(this.timeOf(number)),
    }
  }

  head(): number {
    return FIRST_HEAD + this.clock.blocksSinceStart()
  }

  private timeOf(number: number): number {
    return Math.floor((this.clock.startedAtMs + (number - FIRST_HEAD) * this.clock.blockTimeMs) / 1_000)
  }

  hashOf(number: number): string {
    return number < 0 ? `0x${'0'.repeat(HASH_DIGITS)}` : this.markedHash(number, 'block')
  }

  /** A hash that encodes its block and is marked as the mock's. */
  markedHash(number: number, about: string): string {
    const salt = this.digestOf(`${number}:${about}`).slice(0, SALT_DIGITS)
    return `0x${salt}${this.proofOf(salt, number)}${number.toString(16).padStart(NUMBER_DIGITS, '0')}`
  }

  private proofOf(salt: string, number: number): string {
    return this.digestOf(`proof:${salt}:${number}`).slice(0, PROOF_DIGITS)
  }

  /** The block of a hash of the mock's; undefined for another hash. */
  blockOfHash(hash: string): number | undefined {
    const digits = hash.slice(2).toLowerCase()
    const number = Number.parseInt(digits.slice(-NUMBER_DIGITS), 16)
    const isOwn = digits.slice(SALT_DIGITS, -NUMBER_DIGITS) === this.proofOf(digits.slice(0, SALT_DIGITS), number)
    return isOwn && number <= this.head() ? number : undefined
  }

  private digestOf(text: string): string {
    return createHash('sha256').update(`${this.seed}:${text}`).digest('hex')
  }

  private rootOf(number: number): string {
    return `0x${this.digestOf(`state:${number}`)}`
  }

  /**
   * The number of a block, given by number, tag, hash of this chain or an object with one of them;
   * undefined if this chain has no such block.
   */
  numberOf(block: unknown): number | undefined {
    if (isRecord(block)) return this.numberOf(block.blockNumber ?? block.blockHash)
    if (typeof block !== 'string') return this.head()
    if (block === 'earliest') return 0
    if (block === 'finalized' || block === 'safe') return this.head() - FINALIZED_BEHIND
    if (!block.startsWith('0x')) return this.head()
    if (block.length < HASH_DIGITS) return Number(block)
    return this.blockOfHash(block)
  }
}
