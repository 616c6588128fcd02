// @generated from openrpc.json by scripts/generate — do not edit

/** The place of the last event that a program was given: what a subscription may go on after. */
export interface ResumePoint {
  readonly blockHash: string
  /** The index of the last log; undefined if all of the block was given. */
  readonly logIndex?: string
}

/** The members of a log that give its place, and of a header. */
export interface PlacedLog {
  readonly blockHash: string
  readonly blockNumber: string
  readonly logIndex: string
  readonly removed?: boolean | null
}

export interface PlacedHead {
  readonly hash: string
  readonly parentHash: string
  readonly number: string
}

/** A log that a watch may begin after, or its place alone; null for a log that is in no block. */
export interface StoredLog {
  readonly blockHash: string | null
  readonly blockNumber: string | null
  readonly logIndex: string | null
  readonly removed?: boolean | null
}

/** A header that a watch may begin after, or its place alone. */
export type StoredHead = Pick<PlacedHead, 'hash' | 'number'>

export type StoredEvent = StoredLog | StoredHead

interface Point {
  readonly number: number
  readonly index: number
  readonly after: ResumePoint
}

/** A stack deeper than this forgets its oldest points. */
const MOST_POINTS = 10_000

/**
 * The places that a program has reached, the newest last.
 *
 * A removed log takes back its own place and all after it. The last place left is then the newest
 * log that is still valid, or a block before it. From there, the gateway sends exactly the removals
 * that are missing.
 */
export class ResumePoints {
  readonly #points: Point[] = []
  #hasBegun = false

  /** The point to go on after; undefined if every event was taken back. */
  get newest(): ResumePoint | undefined {
    return this.#points.at(-1)?.after
  }

  /** True if there was ever a point: from then on, no event may be lost. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  #add(point: Point): void {
    this.#hasBegun = true
    this.#points.push(point)
    if (this.#points.length > MOST_POINTS) this.#points.shift()
  }

  log({ blockHash, blockNumber, logIndex, removed }: PlacedLog): void {
    const [number, index] = [Number(blockNumber), Number(logIndex)]
    if (removed !== true) return this.#add({ number, index, after: { blockHash, logIndex } })
    const isTakenBack = (point: Point) => point.number > number || (point.number === number && point.index >= index)
    while (this.#points.length > 0 && isTakenBack(this.#points.at(-1)!)) this.#points.pop()
  }

  /**
   * Everything up to this event was given.
   *
   * Errors  ResumeLost for a log that was taken back, because the place before it is not known;
   *         TypeError for a log that is in no block
   */
  begin(event: StoredEvent): void {
    if ('hash' in event) return this.head(event)
    const { blockHash, blockNumber, logIndex, removed } = event
    if (removed === true) throw new ResumeLost(undefined)
    if (!blockHash || !blockNumber || !logIndex) throw new TypeError('after must be a head, or a log of a block')
    this.log({ blockHash, blockNumber, logIndex })
  }

  /** All of a block was given. */
  head({ hash, number }: StoredHead): void {
    this.#points.length = 0
    this.#add({ number: Number(number), index: Number.POSITIVE_INFINITY, after: { blockHash: hash } })
  }

  /**
   * All logs of the blocks before this head were given. A log of its block, or of a later one, is
   * the better point: going on behind the parent would give it again.
   */
  before({ parentHash, number }: PlacedHead): void {
    const parent = Number(number) - 1
    if ((this.#points.at(-1)?.number ?? parent) > parent) return
    this.#add({ number: parent, index: Number.POSITIVE_INFINITY, after: { blockHash: parentHash } })
  }
}

/**
 * The gateway cannot go on after the last event, so that events may be missing: the connection was
 * broken for too long, too many blocks were replaced, or the kind of events cannot be resumed.
 */
export class ResumeLost extends Error {
  override readonly name = 'resume-lost'
  /** The place of the last event that still stands; undefined if none does. */
  readonly after: ResumePoint | undefined

  constructor(after: ResumePoint | undefined, cause?: unknown) {
    super('events may be missing: the gateway cannot go on after the last one', { cause })
    this.after = after
  }
}
