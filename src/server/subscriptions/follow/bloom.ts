import { keccak256 } from '../../../runtime/keccak256.js'

const BLOOM_BYTES = 256
const HASHES = 3
/** A bit's index is the low eleven bits of two bytes. */
const BITS = 2_048
/** Hashing takes 10 µs; a thousand addresses and events are in most logs of a chain. */
const MAX_REMEMBERED = 16_384

/** Bit indexes of addresses and first topics, packed; the oldest is forgotten first. */
const remembered = new Map<string, number>()

const packedBits = (item: string): number => {
  const hash = keccak256(Buffer.from(item.slice(2), 'hex'))
  let packed = 0
  for (let pair = HASHES - 1; pair >= 0; pair--)
    packed = packed * BITS + (((hash[2 * pair]! << 8) | hash[2 * pair + 1]!) % BITS)
  return packed
}

const bitsOf = (item: string, isFrequent: boolean): number => {
  const known = isFrequent ? remembered.get(item) : undefined
  if (known !== undefined) return known
  const packed = packedBits(item)
  if (!isFrequent) return packed
  remembered.set(item, packed)
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
  return packed
}

/**
 * The bloom filter over a block's logs.
 *
 * Source  Ethereum Yellow Paper, section 4.3.1: of each address and topic, three bits
 */
export class LogsBloom {
  private readonly bytes = Buffer.alloc(BLOOM_BYTES)

  /** Adds a log; addresses and topics in lower case. */
  add(address: string, topics: readonly string[]): void {
    this.set(bitsOf(address, true))
    for (let at = 0; at < topics.length; at++) this.set(bitsOf(topics[at]!, at === 0))
  }

  /** Compares with a header's `logsBloom`. */
  equals(logsBloom: string | undefined): boolean {
    return logsBloom !== undefined && this.bytes.toString('hex') === logsBloom.slice(2).toLowerCase()
  }

  /** True if it has a bit that the header's `logsBloom` lacks: the header denies a log. */
  exceeds(logsBloom: string | undefined): boolean {
    const header = Buffer.from(logsBloom?.slice(2) ?? '', 'hex')
    return this.bytes.some((byte, at) => (byte & ~(header[at] ?? 0)) !== 0)
  }

  private set(packed: number): void {
    for (let left = packed, hash = 0; hash < HASHES; hash++) {
      const bit = left % BITS
      left = (left - bit) / BITS
      const at = BLOOM_BYTES - 1 - (bit >> 3)
      this.bytes[at] = this.bytes[at]! | (1 << (bit & 7))
    }
  }
}
