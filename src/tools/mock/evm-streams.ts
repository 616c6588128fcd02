import type { EvmBlocks } from './evm-blocks.js'
import { type MockStream, stepsBetween } from './mock-chain.js'

/** Sent transactions that are kept until all streams are read. */
const MOST_SENT = 1_000

/** The pending transaction that comes with a block. */
export const pendingHash = (blocks: EvmBlocks, number: number): string => blocks.markedHash(number, 'pending')

/** The subscriptions of an EVM node: new heads, and pending transactions. */
export class EvmStreams {
  /** Blocks that are announced never, or more than once. */
  private planned: { readonly first: number; readonly last: number; readonly times: number }[] = []
  private sentHashes: string[] = []
  private sentCount = 0

  constructor(private readonly blocks: EvmBlocks) {}

  /** Each new block, and after a reorganization each block of the new branch. */
  heads(headerOf: (number: number) => unknown): MockStream {
    const { blocks } = this
    let [seen, branches] = [blocks.head(), blocks.branchCount]
    return {
      read: () => {
        const [head, first] = [blocks.head(), Math.min(seen + 1, blocks.firstReplaced(branches))]
        seen = head
        branches = blocks.branchCount
        return stepsBetween(first, head).flatMap((number) => {
          const { times = 1 } = this.planned.find((one) => one.first <= number && number <= one.last) ?? {}
          return Array.from({ length: times }, () => headerOf(number))
        })
      },
    }
  }

  /** One transaction with each block, and those that callers send. */
  pending(eventOf: (hash: string) => unknown): MockStream {
    const { blocks } = this
    let [seen, seenSent] = [blocks.head(), this.sentCount]
    return {
      read: () => {
        const [head, fresh] = [blocks.head(), Math.min(this.sentHashes.length, this.sentCount - seenSent)]
        const sent = this.sentHashes.slice(this.sentHashes.length - fresh)
        const hashes = [...stepsBetween(seen + 1, head).map((number) => pendingHash(blocks, number)), ...sent]
        seen = head
        seenSent = this.sentCount
        return hashes.map(eventOf)
      },
    }
  }

  /** Puts a caller's transaction into the streams; returns its hash. */
  sent(hash: string): string {
    this.sentHashes = [...this.sentHashes.slice(1 - MOST_SENT), hash]
    this.sentCount++
    return hash
  }

  /** Announces the next blocks so many times each; later plans begin where this one ends. */
  announceHeads(blocks: number, times: number): void {
    const head = this.blocks.head()
    const planned = this.planned.filter(({ last }) => last > head)
    const first = Math.max(head, ...planned.map(({ last }) => last)) + 1
    this.planned = [...planned, { first, last: first + blocks - 1, times }]
  }
}
