import { IntrusiveQueue, type QueueItem } from '../../runtime/intrusive-collections.js'
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

/**
 * Accounts above their part evict their own answers, but for one eviction in so many: an account
 * that asks no more must not keep its memory for ever.
 */
const EVICTIONS_PER_COMMON_ONE = 16

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

/** The answers that calls of one account brought; a second chance chooses which goes first. */
class Owner {
  readonly entries = new IntrusiveQueue<CacheEntry>()
  heldBytes = 0

  constructor(readonly accountId: string) {}

  /** The answer to evict. The account must have one. */
  candidate(): CacheEntry {
    let entry = this.entries.first!
    for (; entry.wasUsed; entry = this.entries.first!) {
      entry.wasUsed = false
      this.entries.remove(entry)
      this.entries.add(entry)
    }
    return entry
  }
}

class CacheEntry implements KeptAnswer, QueueItem<CacheEntry> {
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
    readonly methodAnswers: MethodAnswers,
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
  put(
    text: string,
    chunks: readonly Buffer[],
    finalized: bigint | undefined,
    accountId: string,
  ): KeptAnswer | undefined {
    return this.answers.put(this, text, chunks, finalized, accountId)
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
 *
 * The bound is shared in equal parts by the accounts that have answers here. An account above its
 * part makes room among its own answers, whoever else may be served from them.
 * Source  Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024
 */
export class MemoryAnswers {
  private held = 0
  private newest: CacheEntry | undefined
  private oldest: CacheEntry | undefined
  private hand: CacheEntry | undefined
  private readonly owners = new Map<string, Owner>()
  private ownEvictions = 0

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
    while (this.held > maxBytes) this.remove(this.candidate())
  }

  put(
    methodAnswers: MethodAnswers,
    text: string,
    chunks: readonly Buffer[],
    finalized: bigint | undefined,
    accountId: string,
  ): KeptAnswer | undefined {
    let length = 0
    for (const chunk of chunks) length += chunk.length
    const sizeBytes = length + text.length + OVERHEAD_BYTES
    if (length > this.maxEntryBytes || sizeBytes > this.maxBytes) return undefined
    methodAnswers.drop(text)
    while (this.held + sizeBytes > this.maxBytes) this.remove(this.candidateFor(accountId))
    const bytes =
      length <= SMALL_BYTES && chunks.length === 1 ? chunks[0]!.toString('latin1') : ownBuffer(chunks, length)
    const owner = this.ownerOf(accountId)
    const entry = new CacheEntry(methodAnswers, owner, text, bytes, sizeBytes, finalized)
    methodAnswers.entries.set(text, entry)
    owner.entries.add(entry)
    owner.heldBytes += sizeBytes
    this.held += sizeBytes
    entry.older = this.newest
    if (this.newest === undefined) this.oldest = entry
    else this.newest.newer = entry
    this.newest = entry
    return entry
  }

  remove(entry: CacheEntry): void {
    const { owner } = entry
    entry.methodAnswers.entries.delete(entry.text)
    owner.entries.remove(entry)
    owner.heldBytes -= entry.sizeBytes
    if (owner.entries.length === 0) this.owners.delete(owner.accountId)
    this.held -= entry.sizeBytes
    if (this.hand === entry) this.hand = entry.newer
    if (entry.newer === undefined) this.newest = entry.older
    else entry.newer.older = entry.older
    if (entry.older === undefined) this.oldest = entry.newer
    else entry.older.newer = entry.newer
  }

  private ownerOf(accountId: string): Owner {
    const known = this.owners.get(accountId)
    if (known !== undefined) return known
    const owner = new Owner(accountId)
    this.owners.set(accountId, owner)
    return owner
  }

  /** The answer to evict for one of an account. The cache must not be empty. */
  private candidateFor(accountId: string): CacheEntry {
    const owner = this.owners.get(accountId)
    const isAbovePart = owner !== undefined && owner.heldBytes > this.maxBytes / this.owners.size
    if (!isAbovePart || ++this.ownEvictions % EVICTIONS_PER_COMMON_ONE === 0) return this.candidate()
    return owner.candidate()
  }

  /** The answer to evict by SIEVE. The cache must not be empty. */
  private candidate(): CacheEntry {
    let entry = this.hand ?? this.oldest!
    while (entry.wasUsed) {
      entry.wasUsed = false
      entry = entry.newer ?? this.oldest!
    }
    this.hand = entry
    return entry
  }
}
