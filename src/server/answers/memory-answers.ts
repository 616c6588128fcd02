import type { Payload } from '../../wire/jsonrpc/reply.js'
import { copyInto, type Piece } from '../../wire/jsonrpc/write-reply.js'

/**
 * Measured resident memory of an entry besides key and bytes: map slot, entry and buffer objects.
 */
const OVERHEAD_BYTES = 768

/**
 * Small answers are stored as strings until the first hit: a separate buffer costs more than all
 * the rest of keeping the answer.
 */
const SMALL_BYTES = 4_096

const nothingToRelease = (): void => {}

/** Copies into a separate buffer: a slice would retain the whole shared one. */
const ownBuffer = (pieces: readonly Piece[], length: number): Buffer => copyInto(Buffer.allocUnsafeSlow(length), pieces)

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

class CacheEntry implements KeptAnswer {
  upstream: string | undefined
  isAgreed = false
  isChecked = false
  wasUsed = false
  newer: CacheEntry | undefined
  older: CacheEntry | undefined
  private made: Payload | undefined

  constructor(
    readonly methodAnswers: MethodAnswers,
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

/** The answers of one method on one network, by the text of the params. */
export class MethodAnswers {
  readonly entries = new Map<string, CacheEntry>()
  private count = 0

  constructor(private readonly answers: MemoryAnswers) {}

  /** Changes when all answers are dropped. An answer requested before must not be kept after. */
  get generation(): number {
    return this.count
  }

  get(text: string): KeptAnswer | undefined {
    const entry = this.entries.get(text)
    if (entry !== undefined) entry.wasUsed = true
    return entry
  }

  /** Keeps a copy of the bytes as a candidate; undefined if they exceed the limit of one answer. */
  put(text: string, chunks: readonly Buffer[], finalized: bigint | undefined): KeptAnswer | undefined {
    return this.answers.put(this, text, chunks, finalized)
  }

  drop(text: string): void {
    const entry = this.entries.get(text)
    if (entry !== undefined) this.answers.remove(entry)
  }

  clear(): void {
    this.count++
    for (const entry of this.entries.values()) this.answers.remove(entry)
  }
}

/**
 * Answers of all networks in memory, bounded in bytes, including keys and overhead.
 *
 * SIEVE chooses the entry to evict: a hand walks from the oldest answer to the newest and evicts
 * the first that was not used since its last visit. A hit writes one flag, and answers used once do
 * not push out popular ones.
 * Source  Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024
 */
export class MemoryAnswers {
  private held = 0
  private newest: CacheEntry | undefined
  private oldest: CacheEntry | undefined
  private hand: CacheEntry | undefined

  constructor(
    private maxBytes: number,
    private readonly maxEntryBytes: number,
  ) {}

  get heldBytes(): number {
    return this.held
  }

  methodAnswers(): MethodAnswers {
    return new MethodAnswers(this)
  }

  /** Applies a new bound, and evicts what exceeds it immediately. */
  bound(maxBytes: number): void {
    this.maxBytes = maxBytes
    while (this.held > maxBytes) this.evict()
  }

  put(
    methodAnswers: MethodAnswers,
    text: string,
    chunks: readonly Buffer[],
    finalized: bigint | undefined,
  ): KeptAnswer | undefined {
    let length = 0
    for (const chunk of chunks) length += chunk.length
    const sizeBytes = length + text.length + OVERHEAD_BYTES
    if (length > this.maxEntryBytes || sizeBytes > this.maxBytes) return undefined
    methodAnswers.drop(text)
    while (this.held + sizeBytes > this.maxBytes) this.evict()
    const bytes =
      length <= SMALL_BYTES && chunks.length === 1 ? chunks[0]!.toString('latin1') : ownBuffer(chunks, length)
    const entry = new CacheEntry(methodAnswers, text, bytes, sizeBytes, finalized)
    methodAnswers.entries.set(text, entry)
    this.held += sizeBytes
    entry.older = this.newest
    if (this.newest === undefined) this.oldest = entry
    else this.newest.newer = entry
    this.newest = entry
    return entry
  }

  remove(entry: CacheEntry): void {
    entry.methodAnswers.entries.delete(entry.text)
    this.held -= entry.sizeBytes
    if (this.hand === entry) this.hand = entry.newer
    if (entry.newer === undefined) this.newest = entry.older
    else entry.newer.older = entry.older
    if (entry.older === undefined) this.oldest = entry.newer
    else entry.older.newer = entry.newer
  }

  /** Evicts one answer. The cache must not be empty. */
  private evict(): void {
    let entry = this.hand ?? this.oldest!
    while (entry.wasUsed) {
      entry.wasUsed = false
      entry = entry.newer ?? this.oldest!
    }
    this.hand = entry
    this.remove(entry)
  }
}
