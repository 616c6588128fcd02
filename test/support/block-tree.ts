import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../src/runtime/keccak256.js'
import { LogsBloom } from '../../src/server/subscriptions/follow/bloom.js'

/** A block of a model chain; `logs` as a node's JSON without `removed`. */
export interface TreeBlock {
  readonly number: number
  readonly hash: string
  readonly parent: TreeBlock | undefined
  readonly logs: readonly object[]
  readonly json: string
}

const ADDRESSES = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`)
const hash32 = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const quantity = (number: number): string => `0x${number.toString(16)}`

/** A tree of blocks. Every log has a topic that no other log has. */
export class BlockTree {
  readonly blocks = new Map<string, TreeBlock>()
  readonly genesis: TreeBlock
  private count = 0
  private topics = 0

  /**
   * `addresses`        addresses of the logs, in turn; by default one of three, at random
   * `hashesOtherwise`  true for a chain whose block hashes are not Ethereum's hashes of the headers
   */
  constructor(
    private readonly random: () => number,
    private readonly addresses?: readonly string[],
    private readonly hashesOtherwise = false,
  ) {
    this.genesis = this.add(undefined, 0)
  }

  /** Adds a block with `logCount` logs, by default up to five. */
  add(parent: TreeBlock | undefined, logCount = Math.floor(this.random() * 6), timestampMs = 0): TreeBlock {
    this.count++
    const number = parent === undefined ? 100 : parent.number + 1
    const bloom = new LogsBloom()
    const found = Array.from({ length: logCount }, () => {
      const at = this.topics++
      const address = this.addresses?.[at % this.addresses.length] ?? this.anAddress()
      const topics = [hash32(0xe0e0), hash32(0x7000_0001 + at)]
      bloom.add(address, topics)
      return { address, topics }
    })
    const header = {
      parentHash: parent?.hash ?? hash32(0),
      sha3Uncles: hash32(2),
      miner: `0x${'0'.repeat(40)}`,
      stateRoot: hash32(this.count),
      transactionsRoot: hash32(3),
      receiptsRoot: hash32(1),
      logsBloom: `0x${Buffer.from(bloomBytes(bloom)).toString('hex')}`,
      difficulty: '0x0',
      number: quantity(number),
      gasLimit: '0x1c9c380',
      gasUsed: '0x0',
      timestamp: quantity(Math.floor(timestampMs / 1_000)),
      extraData: '0x',
      mixHash: hash32(0),
      nonce: '0x0000000000000000',
    }
    const hash = this.hashesOtherwise ? hash32(0xb10c_0000 + this.count) : hashOf(Object.values(header))
    const logs = found.map(({ address, topics }, index) => ({
      address,
      topics,
      data: '0x',
      blockNumber: quantity(number),
      blockHash: hash,
      transactionHash: hash32(this.count),
      transactionIndex: '0x0',
      logIndex: quantity(index),
    }))
    const json = JSON.stringify({ hash, ...header, transactions: [], size: '0x1' })
    const block = { number, hash, parent, logs, json }
    this.blocks.set(hash, block)
    return block
  }

  private anAddress(): string {
    return ADDRESSES[Math.floor(this.random() * ADDRESSES.length)]!
  }
}

/** Returns the hash of a header. Its numbers have no leading zeros, except the nonce. */
const hashOf = (values: readonly string[]): string => {
  const fields = values.map((text) => {
    const digits = text === '0x0' ? '' : text.slice(2)
    return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  })
  return `0x${Buffer.from(keccak256(RLP.encode(fields))).toString('hex')}`
}

const bloomBytes = (bloom: LogsBloom): Uint8Array => (bloom as unknown as { readonly bytes: Uint8Array }).bytes

/** The ancestor that is `depth` blocks below, or the first block. */
export const ancestorOf = (block: TreeBlock, depth: number): TreeBlock => {
  let at = block
  for (let left = depth; left > 0 && at.parent !== undefined; left--) at = at.parent
  return at
}

/** The block with this number on the chain that ends with `tip`. */
export const blockAt = (tip: TreeBlock, number: number): TreeBlock | undefined =>
  number > tip.number ? undefined : [ancestorOf(tip, tip.number - number)].find((found) => found.number === number)
