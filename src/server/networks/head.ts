import type { Cancellation } from '../../runtime/deferred.js'
import { BlockTime } from './block-time.js'
import { FinalBlocks } from './final-blocks.js'
import { type AgreedHead, agreedHead, HeadClaims } from './head-claims.js'
import { ServedHead } from './served-head.js'

/**
 * Until when a call waits for an answer: its deadline (the clock's milliseconds), and what fires
 * when it needs none any more.
 */
export interface AskLimit {
  readonly deadlineMs: number
  readonly cancellation: Cancellation
}

/**
 * Asks one of the network's nodes; the parsed result, or undefined when no node answered. Never
 * rejects.
 *
 * `limit`  left out: it is asked for no call, and every node has its time
 */
export type Ask = (method: string, params: readonly unknown[], limit?: AskLimit) => Promise<unknown>

/**
 * Asks the network's nodes for their newest block and gives what they say to `claim`; resolves when
 * enough have answered.
 */
export type AskHeads = (claim: (node: object, number: bigint) => void) => Promise<void>

/** Facts of a network that its head depends on. */
export interface HeadOptions {
  readonly nowMs: () => number
  /** Blocks a node may be behind. */
  readonly maxLag: number
  /** Blocks that callers may see the head go back. */
  readonly maxHeadRollback: number
  /** As configured; undefined: to be learned. */
  readonly blockTimeMs: number | undefined
}

/** A number that no node confirmed for so long says nothing about the present. */
const STALE_MS = 10_000
const RATE_HALVES_MS = 10_000
/**
 * How fast the chain grows is measured over so long at least: two nodes may report two blocks
 * within a millisecond.
 */
const MEASURED_MS = 1_000

/**
 * The network's newest block by its nodes, without nodes that stand alone with their number; and
 * the numbers behind tags and hashes.
 *
 * The poll feeds it with `claim`, `withdraw`; `latest` asks at once, because on a near-head network
 * an answer that is a second old is a wrong one. Nodes are compared by identity; this folder knows
 * nothing else of them.
 */
export class Head {
  /** The network's head by the poll; undefined until every node was heard, or failed to answer. */
  known: AgreedHead | undefined
  /** The final blocks that the nodes report; the poll feeds it. */
  readonly finalBlocks = new FinalBlocks()
  /** Blocks a node may be behind. */
  readonly maxLag: bigint
  private readonly claims: HeadClaims
  private readonly answers = new Map<object, { number: bigint; atMs: number }>()
  private readonly blockTime: BlockTime
  private readonly servedHead: ServedHead
  private readonly reach: bigint
  private fastestPerMs = 0
  private measuredFrom: { readonly number: bigint; readonly atMs: number } | undefined
  private asking: Promise<bigint | undefined> | undefined
  private askingNext: Promise<bigint | undefined> | undefined
  private isJustAsked = false
  private newest: bigint | undefined

  constructor(
    private readonly ask: Ask,
    private readonly askHeads: AskHeads,
    /** The nodes that will be heard by the poll; none: there is no poll. */
    nodes: readonly object[],
    private readonly options: HeadOptions,
  ) {
    this.reach = BigInt(options.maxHeadRollback)
    this.maxLag = BigInt(options.maxLag)
    this.claims = new HeadClaims(nodes, this.maxLag, this.reach)
    this.blockTime = new BlockTime(options.blockTimeMs)
    this.servedHead = new ServedHead(BigInt(options.maxHeadRollback))
  }

  /**
   * The number of the newest block, as of now; the last one known when no node answers.
   *
   * Calls of one turn share one question. A question in flight may predate this call, so the call
   * waits for the next one, shared by all calls that arrive meanwhile.
   */
  latest(): Promise<bigint | undefined> {
    if (this.asking === undefined) return this.askNow()
    if (this.isJustAsked) return this.asking
    this.askingNext ??= this.asking.then(() => {
      this.askingNext = undefined
      return this.askNow()
    })
    return this.askingNext
  }

  /**
   * The number of the block a tag or hash stands for; undefined when there is none, or no node
   * knows it.
   */
  async numberOf(
    method: 'eth_getBlockByNumber' | 'eth_getBlockByHash',
    block: string,
    limit: AskLimit,
  ): Promise<bigint | undefined> {
    const found = await this.ask(method, [block, false], limit)
    return typeof found === 'object' && found !== null
      ? readQuantity((found as { number?: unknown }).number)
      : undefined
  }

  /** The newest block that the nodes agree to be final. */
  get finalized(): bigint | undefined {
    return this.finalBlocks.agreed
  }

  /** Time from block to block; undefined where it is not known, or the chain has no beat. */
  get blockTimeMs(): number | undefined {
    return this.blockTime.ms
  }

  /**
   * The head if it surely is the newest block still: the next one is not due, and no clock
   * contradicts that.
   */
  fresh(nowMs: number): bigint | undefined {
    const { known } = this
    const blockTimeMs = this.blockTime.ms
    if (known?.timestampMs === undefined || blockTimeMs === undefined) return undefined
    if (!this.blockTime.isClockSane || nowMs < known.learnedAtMs) return undefined
    return nowMs < known.timestampMs + blockTimeMs ? known.number : undefined
  }

  /**
   * Whether a node's answer to eth_blockNumber can be passed on. `ahead`: further than the chain
   * can have grown, and no other node says so (`by` identifies the node); `back`: further back than
   * callers may see it go.
   */
  judge(number: bigint, by?: object): 'plausible' | 'ahead' | 'back' {
    const now = this.options.nowMs()
    if (!this.servedHead.allows(number, now)) return 'back'
    const { known } = this
    if (known === undefined || now - known.learnedAtMs > STALE_MS) return 'plausible'
    if (number <= known.number + this.reach + this.growth(now - known.learnedAtMs)) return 'plausible'
    return by !== undefined && this.isSeconded(number, by, now) ? 'plausible' : 'ahead'
  }

  /** A caller got this number. */
  served(number: bigint): void {
    this.servedHead.served(number)
  }

  /** Hears whenever a block changed that had been final, until what it returns is called. */
  onFinalityViolation(listener: () => void): () => void {
    return this.finalBlocks.onViolation(listener)
  }

  /** What a node's poll said. `isShown`: it showed the blocks, too. */
  claim(node: object, number: bigint, timestampMs?: number, isShown = false): void {
    const atMs = this.options.nowMs()
    const isBelieved = isShown && !this.claims.isContradicted(node, { number, timestampMs }, atMs)
    this.claims.set(node, { number, isShown: isBelieved, timestampMs, atMs })
    this.agree()
  }

  /** A node was asked, if in vain; what it said before still counts. */
  heard(node: object): void {
    if (this.claims.heard(node)) this.agree()
  }

  /** A node is down, or does not say where it is. */
  withdraw(node: object): void {
    this.claims.withdraw(node)
    this.finalBlocks.withdraw(node)
    this.agree()
  }

  /** Whether a node is behind the others. */
  isBehind(node: object): boolean {
    return this.claims.isBehind(node)
  }

  /** The next lower claim, when a node is so far above it that its word is not enough. */
  standsAloneAbove(node: object): { readonly node: object; readonly number: bigint } | undefined {
    return this.claims.standsAloneAbove(node)
  }

  private agree(): void {
    const agreed = this.claims.agreed(this.options.nowMs())
    // No node answers: the last known head is kept, and ages.
    if (agreed === undefined) return
    const { known } = this
    const { number, learnedAtMs } = agreed
    const timestampMs = agreed.timestampMs ?? (known?.number === number ? known.timestampMs : undefined)
    this.measure(number, learnedAtMs)
    this.known = { number, timestampMs, learnedAtMs }
    if (timestampMs !== undefined) this.blockTime.saw(number, timestampMs, learnedAtMs)
    this.servedHead.agreed(number, this.options.nowMs())
  }

  private measure(number: bigint, atMs: number): void {
    const { measuredFrom } = this
    const inMs = measuredFrom === undefined ? 0 : atMs - measuredFrom.atMs
    if (measuredFrom !== undefined && number >= measuredFrom.number && inMs >= 0) {
      if (inMs < MEASURED_MS) return
      const perMs = Number(number - measuredFrom.number) / inMs
      this.fastestPerMs = Math.max(perMs, this.fastestPerMs * 0.5 ** (inMs / RATE_HALVES_MS))
    }
    this.measuredFrom = { number, atMs }
  }

  /**
   * How many blocks the chain can have grown in a time: by its beat, or else by twice what was seen
   * lately.
   */
  private growth(inMs: number): bigint {
    const blockTimeMs = this.blockTime.ms
    return BigInt(Math.ceil(blockTimeMs === undefined ? 2 * this.fastestPerMs * inMs : inMs / blockTimeMs))
  }

  private isSeconded(number: bigint, by: object, nowMs: number): boolean {
    this.answers.set(by, { number, atMs: nowMs })
    for (const [other, answer] of this.answers) {
      if (nowMs - answer.atMs > STALE_MS) this.answers.delete(other)
      else if (other !== by && answer.number >= number - this.reach) return true
    }
    return false
  }

  private askNow(): Promise<bigint | undefined> {
    this.isJustAsked = true
    setImmediate(() => {
      this.isJustAsked = false
    })
    this.asking = this.askLatest().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  private async askLatest(): Promise<bigint | undefined> {
    // A node that does not answer at once counts with what the poll heard: the first node to answer
    // may be the one that lies.
    const claims = this.claims.since(this.options.nowMs() - STALE_MS)
    await this.askHeads((node, number) => {
      if (!this.claims.isDistrusted(node)) claims.set(node, { number, isShown: this.claims.isShown(node) })
    })
    // A node that rolled back is believed: the newest answers count.
    this.newest = agreedHead([...claims.values()], this.reach) ?? this.newest
    return this.newest
  }
}

/** A hexadecimal quantity; undefined when it is none. */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value) ? BigInt(value) : undefined
