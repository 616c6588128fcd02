import { IntrusiveQueue, type QueueItem } from '../../runtime/intrusive-collections.js'
import type { Payload } from '../../wire/jsonrpc/reply.js'
import { copyInto, type Piece } from '../../wire/jsonrpc/write-reply.js'

/**
 * Small answers are stored as strings until the first hit: a separate buffer costs more than all
 * the rest of keeping the answer.
 */
const SMALL_BYTES = 4_096

/**
 * Used answers that an eviction passes before it takes one of them. To pass a million would take a
 * tenth of a second.
 */
export const MAX_PASSED = 1_000

const nothingToRelease = (): void => {}

/** Copies into a separate buffer: a slice would retain the whole shared one. */
const ownBuffer = (pieces: readonly Piece[], length: number): Buffer => copyInto(Buffer.allocUnsafeSlow(length), pieces)

/** A copy of an answer's bytes, to keep. */
export const ownBytes = (chunks: readonly Buffer[], length: number): Buffer | string =>
  length <= SMALL_BYTES && chunks.length === 1 ? chunks[0]!.toString('latin1') : ownBuffer(chunks, length)

/**
 * An answer in memory. `payload` is the same object for every caller, and never changes.
 *
 * `finalized`  highest final block when it was asked for; undefined if finality needs no number
 * `upstream`   the upstream that answered
 * `isAgreed`   two upstreams gave this answer, so it may differ from the contract's schema
 * `isChecked`  it was checked against the contract. Until then it is a candidate and must not be
 *              served.
 */
export interface KeptAnswer {
  readonly payload: Payload
  readonly finalized: bigint | undefined
  upstream: string | undefined
  isAgreed: boolean
  isChecked: boolean
}

/** The answers that calls of one account brought; a second chance chooses which goes first. */
export class Owner {
  readonly entries = new IntrusiveQueue<CacheEntry>()
  heldBytes = 0

  constructor(readonly accountId: string) {}

  /** The answer to evict. The account must have one. */
  candidate(): CacheEntry {
    let entry = this.entries.first!
    for (let passed = 0; entry.wasUsed && passed < MAX_PASSED; passed++, entry = this.entries.first!) {
      entry.wasUsed = false
      this.entries.remove(entry)
      this.entries.add(entry)
    }
    return entry
  }
}

/** `home` is the map that has the entry, also when its method has another one by now. */
export class CacheEntry implements KeptAnswer, QueueItem<CacheEntry> {
  upstream: string | undefined
  isAgreed = false
  isChecked = false
  wasUsed = false
  newer: CacheEntry | undefined
  older: CacheEntry | undefined
  isWaiting = false
  before: CacheEntry | undefined
  behind: CacheEntry | undefined
  private made: Payload | undefined

  constructor(
    readonly home: Map<string, CacheEntry>,
    readonly owner: Owner,
    readonly text: string,
    private bytes: Buffer | string,
    readonly sizeBytes: number,
    readonly finalized: bigint | undefined,
  ) {}

  get payload(): Payload {
    return this.made ?? this.make()
  }

  private make(): Payload {
    const bytes = typeof this.bytes === 'string' ? ownBuffer([this.bytes], this.bytes.length) : this.bytes
    this.bytes = bytes
    this.made = { chunks: [bytes], release: nothingToRelease }
    return this.made
  }
}
