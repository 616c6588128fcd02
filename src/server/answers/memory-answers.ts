import type { Steps } from '../../runtime/turns/in-turns.js'
import { WorkTurns } from '../../runtime/turns/work-turns.js'
import { CacheEntry, type KeptAnswer, MAX_PASSED, Owner, ownBytes } from './kept-answer.js'

/**
 * Measured resident memory of an entry besides key and bytes: map slot, entry and buffer objects.
 */
const OVERHEAD_BYTES = 768

/**
 * Accounts above their part evict their own answers, but for one eviction in so many: an account
 * that asks no more must not keep its memory for ever.
 */
const EVICTIONS_PER_COMMON_ONE = 16

/** Answers that leave, or stay because they were used, in one step of work in turns. */
const AT_ONCE = 100

const throwBug = (bug: unknown): never => {
  throw bug
}

/** The answers of one method on one network, by the text of the params. */
export class MethodAnswers {
  entries = new Map<string, CacheEntry>()
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

  /** Forgets all answers at once; their memory becomes free in turns of the event loop. */
  clear(): void {
    this.count++
    const left = this.entries
    if (left.size === 0) return
    this.entries = new Map()
    this.answers.removeInTurns(left)
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
  /** The bound that is asked for; `maxBytes` is above it while answers are evicted in turns. */
  private wantedBytes: number
  private turn: NodeJS.Immediate | undefined
  /** Not `spareTurns`: refunds wait for those when the process ends. */
  private readonly turns: WorkTurns

  /** `onBug` receives what work in turns threw. */
  constructor(
    private maxBytes: number,
    private readonly maxEntryBytes: number,
    onBug: (bug: unknown) => void = throwBug,
  ) {
    this.wantedBytes = maxBytes
    this.turns = new WorkTurns((action) => {
      this.turn = setImmediate(action)
    }, onBug)
  }

  get heldBytes(): number {
    return this.held
  }

  methodAnswers(): MethodAnswers {
    return new MethodAnswers(this)
  }

  /**
   * Applies a new bound. What exceeds it is evicted in turns of the event loop, after dropped
   * answers have left; until then, answers take no more than they did.
   */
  bound(maxBytes: number): void {
    this.wantedBytes = maxBytes
    this.maxBytes = Math.max(this.held, maxBytes)
    if (this.held > maxBytes) this.addWork(this.evicting())
  }

  /** Removes entries that nobody finds any more, in turns of the event loop. */
  removeInTurns(entries: ReadonlyMap<string, CacheEntry>): void {
    this.addWork(this.removing(entries))
  }

  /** Ends all work in turns: a process that ends must not wait for it. */
  close(): void {
    clearImmediate(this.turn)
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
    const bytes = ownBytes(chunks, length)
    const owner = this.ownerOf(accountId)
    const { entries } = methodAnswers
    const entry = new CacheEntry(entries, owner, text, bytes, sizeBytes, finalized)
    entries.set(text, entry)
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
    entry.home.delete(entry.text)
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

  private addWork(work: Steps<void>): void {
    this.turns.add(this, work, () => {})
  }

  /** An entry that is evicted between two steps leaves the map as well. */
  private *removing(entries: ReadonlyMap<string, CacheEntry>): Steps<void> {
    let count = 0
    for (const entry of entries.values()) {
      this.remove(entry)
      if (++count % AT_ONCE === 0) yield
    }
  }

  /** Evicts by SIEVE down to the wanted bound, which may change between two steps. */
  private *evicting(): Steps<void> {
    for (let count = 1; this.held > this.wantedBytes; count++) {
      const entry = this.hand ?? this.oldest!
      if (entry.wasUsed) {
        entry.wasUsed = false
        this.hand = entry.newer
      } else this.remove(entry)
      if (count % AT_ONCE > 0) continue
      // A new answer evicts no more than it takes.
      this.maxBytes = Math.max(this.held, this.wantedBytes)
      yield
    }
    this.maxBytes = this.wantedBytes
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
    for (let passed = 0; entry.wasUsed && passed < MAX_PASSED; passed++) {
      entry.wasUsed = false
      entry = entry.newer ?? this.oldest!
    }
    this.hand = entry
    return entry
  }
}
