import { crc32 } from 'node:zlib'
import { FairSlots } from '../../runtime/turns/fair-slots.js'
import type { KeyValue } from './redis.js'

/**
 * The longest wait for the server: about the time of an answer from a node. A call may wait for it
 * twice if the value is long.
 */
const WAIT_MS = 20
const MAX_IN_FLIGHT = 256
/**
 * Read of a value at first: most are whole then, and few enough bytes for all that are in flight.
 */
const SHORT_BYTES = 8_192
const MAX_LONG_IN_FLIGHT = 4
const FAILURES_TO_REST = 3
const REST_MS = 1_000
/** After this long without an answer, the connection counts as dead. */
const HUNG_MS = 5_000
const KEPT_SECONDS = 7 * 86_400
const MAX_EPOCH_BYTES = 32
const MAX_INVALIDATED = 1_000
/** Version of the format of values and keys; a new format gets a new name. */
const MAGIC = Buffer.from('TGA1')
const HEADER_BYTES = 8

export interface SharedAnswersDeps {
  readonly nowMs: () => number
  readonly randomBytes: (length: number) => Buffer
  /** Larger answers are neither kept nor read. */
  readonly maxEntryBytes: number
}

/**
 * Final answers on a server that several gateways share. The server may vanish, hang or hold
 * anything: then it has no answer. `chain` identifies the chain itself, because operators' names
 * may collide; `method` and `text` are the call, keyed as in the memory cache.
 *
 * Values   `TGA1`, CRC-32 over key, epoch and answer, the answer. Corrupt or foreign values are
 *          ignored. It is no signature: every writer to the server is trusted.
 * Epoch    a random word per chain, part of the checksum: a new one invalidates earlier answers. A
 *          server that lost it, or is restored from a time before, makes no answer valid again
 * Away     after three failures or late answers in a row, one second without requests, then one
 *          request as a probe; calls lose no time in between
 * Bounds   256 requests in flight, 4 of them for values above 8 KiB: all use one connection, and
 *          short answers would come late behind many long ones
 */
export class SharedAnswers {
  private readonly inFlight = new FairSlots(MAX_IN_FLIGHT)
  private readonly longInFlight = new FairSlots(MAX_LONG_IN_FLIGHT)
  private failuresInARow = 0
  private restsUntilMs = 0
  private hungSinceMs: number | undefined
  private readonly epochs = new Map<string, string>()
  private readonly undropped = new Set<string>()
  /** Chains with epochs that were invalidated here, the oldest first. */
  private readonly invalidated = new Set<string>()

  constructor(
    private readonly server: KeyValue,
    private readonly deps: SharedAnswersDeps,
  ) {}

  /**
   * The bytes that a gateway kept for this call, unchecked. Never rejects, and waits a few
   * milliseconds at most. `account` is the caller's id: accounts share the number of requests in
   * flight.
   */
  async get(chain: string, method: string, text: string, account: string): Promise<Buffer | undefined> {
    if (this.undropped.size > 0 && !(await this.dropNow(chain))) return undefined
    if (!this.mayAsk() || this.inFlight.isFullFor(account)) return undefined
    const key = keyOf(chain, method, text)
    const maxBytes = this.deps.maxEntryBytes + HEADER_BYTES + 1
    const read = (bytes: number) => () => this.server.read([epochKeyOf(chain), key], [MAX_EPOCH_BYTES, bytes])
    const shortBytes = Math.min(SHORT_BYTES, maxBytes)
    const begun = await this.ask(read(shortBytes), account)
    const isLong = shortBytes < maxBytes && begun?.[1]?.length === shortBytes
    const [epochBytes, value] = (isLong ? await this.askLong(read(maxBytes), account) : begun) ?? []
    if (epochBytes === undefined || value === undefined) return undefined
    const epoch = epochBytes.toString('latin1')
    if (epoch === '') {
      this.epochs.delete(chain)
      void this.ask(() => this.server.writeLasting(epochKeyOf(chain), this.newEpoch(), true))
      return undefined
    }
    if (this.invalidated.has(`${chain} ${epoch}`)) {
      this.drop(chain)
      return undefined
    }
    this.epochs.set(chain, epoch)
    return value.length < maxBytes ? unpack(value, key, epoch) : undefined
  }

  /** True if `put` can keep so many bytes right now; only then they are worth a check. */
  takes(chain: string, length: number, account: string): boolean {
    if (length > this.deps.maxEntryBytes || !this.epochs.has(chain) || !this.mayAsk()) return false
    return length <= SHORT_BYTES || !this.longInFlight.isFullFor(account)
  }

  /** Keeps an answer, if possible right now. `account` is the id of the caller who brought it. */
  put(chain: string, method: string, text: string, bytes: Buffer, account: string): void {
    const epoch = this.epochs.get(chain)
    if (epoch === undefined || !this.takes(chain, bytes.length, account)) return
    const key = keyOf(chain, method, text)
    const write = () => this.server.write(key, pack(bytes, key, epoch), KEPT_SECONDS)
    void (bytes.length > SHORT_BYTES ? this.askLong(write, account) : this.ask(write))
  }

  /** Invalidates every answer of a chain for all gateways, because a final block has changed. */
  drop(chain: string): void {
    const epoch = this.epochs.get(chain)
    if (epoch !== undefined) this.invalidated.add(`${chain} ${epoch}`)
    for (const oldest of this.invalidated) {
      if (this.invalidated.size <= MAX_INVALIDATED) break
      this.invalidated.delete(oldest)
    }
    this.epochs.delete(chain)
    this.undropped.add(chain)
    void this.dropNow(chain)
  }

  close(): void {
    this.server.close()
  }

  /** True once the chain is invalidated; it must not be read before. */
  private async dropNow(chain: string): Promise<boolean> {
    if (!this.undropped.has(chain)) return true
    if (!this.mayAsk()) return false
    const isDone = await this.ask(async () => {
      await this.server.writeLasting(epochKeyOf(chain), this.newEpoch(), false)
      return true
    })
    if (isDone === undefined) return false
    this.undropped.delete(chain)
    return true
  }

  private newEpoch(): string {
    return this.deps.randomBytes(MAX_EPOCH_BYTES / 2).toString('hex')
  }

  private mayAsk(): boolean {
    const now = this.deps.nowMs()
    if (this.hungSinceMs !== undefined && now - this.hungSinceMs > HUNG_MS) {
      this.hungSinceMs = undefined
      this.server.reset()
    }
    if (!this.server.isReady || this.inFlight.isFull) return false
    if (this.failuresInARow < FAILURES_TO_REST) return true
    // One request at a time probes whether the server is back.
    return now >= this.restsUntilMs && this.inFlight.used === 0
  }

  /** As `ask`, for a long value; undefined if too many are under way. */
  private async askLong<T>(question: () => Promise<T>, account: string): Promise<T | undefined> {
    if (this.longInFlight.isFullFor(account)) return undefined
    this.longInFlight.take(account)
    return this.ask(() => question().finally(() => this.longInFlight.free(account)), account)
  }

  /**
   * Undefined on failure or if the answer is late. `account` is undefined for the gateway's own
   * requests.
   */
  private ask<T>(question: () => Promise<T>, account?: string): Promise<T | undefined> {
    return new Promise((resolve) => {
      let isLate = false
      const late = (): void => {
        isLate = true
        this.failed()
        this.hungSinceMs ??= this.deps.nowMs()
        resolve(undefined)
      }
      const timer = setTimeout(late, WAIT_MS)
      this.inFlight.take(account)
      const end = (): void => {
        clearTimeout(timer)
        this.inFlight.free(account)
        this.hungSinceMs = undefined
      }
      question().then(
        (answer) => {
          end()
          if (!isLate) this.failuresInARow = 0
          resolve(answer)
        },
        () => {
          end()
          this.failed()
          resolve(undefined)
        },
      )
    })
  }

  private failed(): void {
    this.failuresInARow++
    this.restsUntilMs = this.deps.nowMs() + REST_MS
  }
}

const keyOf = (chain: string, method: string, text: string): string => `tollgate:1:${chain}:${method}:${text}`
const epochKeyOf = (chain: string): string => `tollgate:1:${chain}:epoch`

const checksumOf = (bytes: Buffer, key: string, epoch: string): number => crc32(bytes, crc32(`${key}\n${epoch}\n`))

const pack = (bytes: Buffer, key: string, epoch: string): Buffer => {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt32LE(checksumOf(bytes, key, epoch), MAGIC.length)
  return Buffer.concat([header, bytes])
}

const unpack = (value: Buffer, key: string, epoch: string): Buffer | undefined => {
  if (value.length <= HEADER_BYTES || !value.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  const bytes = value.subarray(HEADER_BYTES)
  return value.readUInt32LE(MAGIC.length) === checksumOf(bytes, key, epoch) ? bytes : undefined
}
