import { createHash } from 'node:crypto'
import { isObject } from '../../runtime/is-object.js'
import { quantityOf } from '../../runtime/quantity.js'
import { evmTransactionHash } from '../../wire/transactions/transaction-id.js'
import { keepNewest } from '../record/keep-newest.js'
import type { MockClock } from './mock-chain.js'

/** The mock's first head: the blocks of the contract's examples are behind it. */
const FIRST_HEAD = 25_000_000
/** Distance of final blocks from the newest, as on Ethereum. */
export const FINALIZED_BEHIND = 64
/** Reorganizations that are remembered: more blocks lie behind them than can be replaced. */
const MOST_BRANCHES = 10_000
/** Transactions that were sent and are remembered. */
const MOST_SENT = 10_000
const HASH_DIGITS = 64
/**
 * The last digits of a hash are the number of its block, those before mark it as the mock's, so
 * that it is recognized in later calls.
 */
const NUMBER_DIGITS = 12
const PROOF_DIGITS = 12
const SALT_DIGITS = HASH_DIGITS - PROOF_DIGITS - NUMBER_DIGITS

/**
 * Blocks of an EVM chain that grows by one every block time. Stores no blocks: a block follows from
 * its number, the seed and the branch.
 */
export class EvmBlocks {
  /** The first block of each branch, in order. A branch replaces those before it from there on. */
  private readonly branches: number[] = []

  /** The blocks of sent transactions, by hash, oldest first. */
  private readonly sent = new Map<string, number>()

  constructor(
    private readonly seed: string,
    private readonly clock: MockClock,
  ) {}

  block(number: number): Record<string, unknown> {
    const [hash, parentHash] = [this.hashOf(number), this.hashOf(number - 1)]
    return {
      number: quantityOf(number),
      hash,
      parentHash,
      stateRoot: this.rootOf(number),
      timestamp: quantityOf(this.timeOf(number)),
    }
  }

  head(): number {
    return FIRST_HEAD + this.clock.blocksSinceStart()
  }

  private timeOf(number: number): number {
    return Math.floor((this.clock.startedAtMs + (number - FIRST_HEAD) * this.clock.blockTimeMs) / 1_000)
  }

  /** Replaces the newest blocks; never final ones. */
  reorganize(depth: number): void {
    if (this.branches.length === MOST_BRANCHES) throw new Error(`${MOST_BRANCHES} reorganizations are the most`)
    this.branches.push(this.head() - Math.min(depth, FINALIZED_BEHIND) + 1)
  }

  get branchCount(): number {
    return this.branches.length
  }

  /** The first block that the branches from number `branch` on replaced. */
  firstReplaced(branch: number): number {
    return Math.min(...this.branches.slice(branch))
  }

  hashOf(number: number): string {
    if (number < 0) return `0x${'0'.repeat(HASH_DIGITS)}`
    const branch = this.branches.findLastIndex((first) => first <= number)
    return this.markedHash(number, branch < 0 ? 'block' : `block:${branch}`)
  }

  /** True if a block has this hash now. */
  isCanonical(hash: string): boolean {
    const number = this.blockOfHash(hash)
    return number !== undefined && this.hashOf(number) === hash.toLowerCase()
  }

  /**
   * Puts a signed transaction into the newest block; returns its hash, which clients compute, too.
   */
  send(transaction: unknown): string {
    const hash = evmTransactionHash(transaction) ?? this.markedHash(this.head(), String(transaction))
    keepNewest(this.sent, hash, this.head(), MOST_SENT)
    return hash
  }

  /** A hash that encodes its block and is marked as the mock's. */
  markedHash(number: number, about: string): string {
    const salt = this.digestOf(`${number}:${about}`).slice(0, SALT_DIGITS)
    return `0x${salt}${this.proofOf(salt, number)}${number.toString(16).padStart(NUMBER_DIGITS, '0')}`
  }

  private proofOf(salt: string, number: number): string {
    return this.digestOf(`proof:${salt}:${number}`).slice(0, PROOF_DIGITS)
  }

  /** The block of a hash of the mock's, or of a sent transaction; undefined for another hash. */
  blockOfHash(hash: string): number | undefined {
    const sentIn = this.sent.get(hash.toLowerCase())
    if (sentIn !== undefined) return sentIn
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
    if (isObject(block)) return this.numberOf(block.blockNumber ?? block.blockHash)
    if (typeof block !== 'string') return this.head()
    if (block === 'earliest') return 0
    if (block === 'finalized' || block === 'safe') return this.head() - FINALIZED_BEHIND
    if (!block.startsWith('0x')) return this.head()
    if (block.length < HASH_DIGITS) return Number(block)
    return this.blockOfHash(block)
  }
}
