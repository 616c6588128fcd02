import { readQuantity } from '../../runtime/quantity.js'
import { stopwatchMs } from '../../runtime/system-ports.js'
import type { AccountShare } from '../accounts/account-share.js'
import { Absences } from './absences.js'
import type { Ask, AskHeads, AskLimit } from './ask.js'
import { BlockTime } from './block-time.js'
import { ChainGrowth } from './chain-growth.js'
import { FinalBlocks } from './final-blocks.js'
import { type AgreedHead, agreedHead, HeadClaims, type LowerClaim } from './head-claims.js'
import { ServedHead } from './served-head.js'

/** Facts of a network that its head depends on. */
export interface HeadOptions {
  readonly nowMs: () => number
  /** Blocks a node may be behind. */
  readonly maxLag: number
  /** Blocks that a node may be above the others and still be believed. */
  readonly reach: number
  /** As configured; undefined: learned from the blocks. */
  readonly blockTimeMs: number | undefined
  /** Receives each number that is higher than callers of this process had. */
  readonly onServed?: (number: bigint) => void
}

/** A head that no node confirmed for this long says nothing about the present. */
const STALE_MS = 10_000

/**
 * The network's newest block according to its nodes, ignoring nodes that stand alone with their
 * number; and the block numbers behind tags and hashes.
 *
 * The poll reports through `claim` and `withdraw`. `latest` asks immediately: on a near-head
 * network an answer that is a second old is wrong. Nodes are compared by identity only.
 */
export class Head {
  /** The head according to the poll; undefined until every node answered or failed. */
  known: AgreedHead | undefined
  /** The final blocks that the poll reports. */
  readonly finalBlocks = new FinalBlocks()
  readonly maxLag: bigint
  private readonly claims: HeadClaims
  private readonly answers = new Map<object, { number: bigint; atMs: number }>()
  private readonly blockTime: BlockTime
  private readonly servedHead = new ServedHead()
  private readonly reach: bigint
  private readonly growth = new ChainGrowth()
  private readonly absences: Absences
  private asking: Promise<bigint | undefined> | undefined
  private askingNext: Promise<bigint | undefined> | undefined
  private nextCallers = new Set<AccountShare>()
  private isJustAsked = false
  private lastAsked: { readonly atMs: number; readonly answer: Promise<bigint | undefined> } | undefined
  private newest: bigint | undefined

  constructor(
    private readonly ask: Ask,
    private readonly askHeads: AskHeads,
    /** The polled nodes; empty: there is no poll. */
    nodes: readonly object[],
    private readonly options: HeadOptions,
  ) {
    this.reach = BigInt(options.reach)
    this.maxLag = BigInt(options.maxLag)
    this.claims = new HeadClaims(nodes, this.maxLag, this.reach)
    this.blockTime = new BlockTime(options.blockTimeMs)
    this.absences = new Absences(this.growth, this.reach, options.nowMs)
  }

  /**
   * The number of the newest block as of now; the last known one if no node answers.
   *
   * Calls of one turn share a request. A request in flight may predate this call, so the call waits
   * for the next one, or shares one that began after its batch arrived (`sinceMs`, stopwatch).
   */
  latest(caller: AccountShare, sinceMs = Number.POSITIVE_INFINITY): Promise<bigint | undefined> {
    if (this.lastAsked !== undefined && this.lastAsked.atMs >= sinceMs) return this.lastAsked.answer
    if (this.asking === undefined) return this.askNow(new Set([caller]))
    if (this.isJustAsked) return this.asking
    this.nextCallers.add(caller)
    this.askingNext ??= this.asking.then(() => {
      const callers = this.nextCallers
      this.nextCallers = new Set()
      this.askingNext = undefined
      return this.askNow(callers)
    })
    return this.askingNext
  }

  /** The number of the block behind a tag or hash; undefined if no node knows the block. */
  async numberOf(
    method: 'eth_getBlockByNumber' | 'eth_getBlockByHash',
    block: string,
    limit: AskLimit,
  ): Promise<bigint | undefined> {
    const found = await this.ask(method, [block, false], limit)
    if (typeof found !== 'object' || found === null) return undefined
    return readQuantity((found as { number?: unknown }).number)
  }

  /** The newest block that the nodes agree to be final. */
  get finalized(): bigint | undefined {
    return this.finalBlocks.agreed
  }

  /** Block time; undefined while unknown or if the chain has no fixed interval. */
  get blockTimeMs(): number | undefined {
    return this.blockTime.ms
  }

  /** The head, if certainly still the newest: the next block is not due, and our clock is sane. */
  fresh(nowMs: number): bigint | undefined {
    const { known, blockTimeMs } = this
    if (known?.timestampMs === undefined || blockTimeMs === undefined) return undefined
    if (!this.blockTime.isClockSane || nowMs < known.learnedAtMs) return undefined
    return nowMs < known.timestampMs + blockTimeMs ? known.number : undefined
  }

  /**
   * Decides whether a node's eth_blockNumber may be passed on. `ahead`: further than the chain can
   * have grown, and only one node says so; `back`: lower than callers were told. `by`: the node
   * that answers it now.
   */
  judge(number: bigint, by?: object): 'plausible' | 'ahead' | 'back' {
    const now = this.options.nowMs()
    const known = this.knownAt(now)
    if (known === undefined) return this.servedHead.follow(number, now) ? 'plausible' : 'back'
    if (number < (this.newestServed ?? 0n)) return 'back'
    const grown = this.growth.blocksIn(now - known.learnedAtMs, this.blockTimeMs)
    if (number <= known.number + this.reach + grown) return 'plausible'
    return this.isSeconded(number, by, now) ? 'plausible' : 'ahead'
  }

  /** True if callers have a number at least as high as the poll's. */
  get hasServedNewest(): boolean {
    const known = this.knownAt(this.options.nowMs())
    return known !== undefined && known.number <= (this.newestServed ?? -1n)
  }

  /** The newest block whose number callers have; a lower one once the chain rolled back. */
  get newestServed(): bigint | undefined {
    return this.servedHead.newest
  }

  /** Records a number that a caller received, in an answer or an event. */
  served(number: bigint): void {
    if (this.servedHead.served(number)) this.options.onServed?.(number)
  }

  /** Records a number that a caller received from another process of this gateway. */
  servedElsewhere(number: bigint): void {
    this.servedHead.served(number)
  }

  /** Calls `listener` whenever a final block changed. Returns a function that unsubscribes it. */
  onFinalityViolation(listener: () => void): () => void {
    return this.finalBlocks.onViolation(listener)
  }

  /** Records a node's newest block from the poll. `isShown`: it showed the blocks, too. */
  claim(node: object, number: bigint, timestampMs?: number, isShown = false): void {
    const atMs = this.options.nowMs()
    const isBelieved = isShown && !this.claims.isContradicted(node, { number, timestampMs }, atMs)
    const isLate = this.isLate(node, number)
    if (!isLate) this.absences.end(node)
    this.claims.set(node, { number, isShown: isBelieved, timestampMs, atMs, isLate })
    this.agree()
  }

  /** Counts a node as asked, even if it failed; its earlier claim stays. */
  countAsAsked(node: object): void {
    if (this.claims.countAsAsked(node)) this.agree()
  }

  /** Removes the claim of a node that is down or does not report a head. */
  withdraw(node: object): void {
    if (this.claims.withdraw(node)) this.absences.begin(node, this.known, this.blockTimeMs)
    this.finalBlocks.withdraw(node)
    this.agree()
  }

  /** True if a node with this newest block was away, and has not caught up with the others yet. */
  isLate(node: object, number: bigint): boolean {
    const head = this.known?.number ?? 0n
    const lag = head - number
    return lag > this.reach && this.claims.hasOthers(node) && this.absences.explains(node, head, lag <= this.maxLag)
  }

  isBehind(node: object): boolean {
    return this.claims.isBehind(node)
  }

  /** The next lower claim, if a node with this number is too far above it to be believed alone. */
  standsAloneAbove(node: object, number?: bigint): LowerClaim | undefined {
    return this.claims.standsAloneAbove(node, number)
  }

  /** The head according to the poll, if a node confirmed it lately. */
  private knownAt(nowMs: number): AgreedHead | undefined {
    return this.known !== undefined && nowMs - this.known.learnedAtMs <= STALE_MS ? this.known : undefined
  }

  private agree(): void {
    const agreed = this.claims.agreed(this.options.nowMs())
    // If no node answers, the last known head stays and ages.
    if (agreed === undefined) return
    const { number, learnedAtMs } = agreed
    const timestampMs = agreed.timestampMs ?? (this.known?.number === number ? this.known.timestampMs : undefined)
    this.growth.measure(number, learnedAtMs)
    this.known = { number, timestampMs, learnedAtMs }
    if (timestampMs !== undefined) this.blockTime.record(number, timestampMs, learnedAtMs)
    this.servedHead.follow(number, this.options.nowMs(), !this.claims.areMostBelow(this.newestServed ?? number))
  }

  /** True if two nodes answered so high a number lately. `by`: the one that does now. */
  private isSeconded(number: bigint, by: object | undefined, nowMs: number): boolean {
    if (by !== undefined) this.answers.set(by, { number, atMs: nowMs })
    let nodes = 0
    for (const [node, answer] of this.answers) {
      if (nowMs - answer.atMs > STALE_MS) this.answers.delete(node)
      else if (answer.number >= number - this.reach) nodes++
    }
    return nodes > 1
  }

  private askNow(callers: ReadonlySet<AccountShare>): Promise<bigint | undefined> {
    this.isJustAsked = true
    setImmediate(() => {
      this.isJustAsked = false
    })
    const atMs = stopwatchMs()
    this.asking = this.askLatest(callers).finally(() => {
      this.asking = undefined
    })
    this.lastAsked = { atMs, answer: this.asking }
    return this.asking
  }

  private async askLatest(callers: ReadonlySet<AccountShare>): Promise<bigint | undefined> {
    // A node that is not asked, or does not answer in time, counts with its last polled claim,
    // because the first node to answer may be lying.
    const claims = this.claims.since(this.options.nowMs() - STALE_MS)
    await this.askHeads(callers, (node, number) => {
      if (!this.claims.isDistrusted(node) && !this.isLate(node, number))
        claims.set(node, { number, isShown: this.claims.isShown(node) })
    })
    // The newest answers win: a node that rolled back is believed.
    this.newest = agreedHead([...claims.values()], this.reach) ?? this.newest
    return this.newest
  }
}
