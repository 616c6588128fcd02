import { NodeGrowth, type Place } from './node-growth.js'

/**
 * One node's claim about its newest block.
 *
 * `isShown`  the node also showed the blocks that connect its claim to the next lower one
 */
export interface HeadClaim {
  readonly number: bigint
  readonly isShown: boolean
}

/**
 * `timestampMs` is the block's own time, if known; `atMs` is when the node claimed it, by our
 * clock. `isLate`: the node was away and has not caught up, so its claim counts only if no node
 * is in time, or if those stand still (`areLeft`).
 */
interface Claimed extends HeadClaim {
  readonly timestampMs: number | undefined
  readonly atMs: number
  readonly isLate: boolean
}

/**
 * The next lower claim than one that stands alone. `isSeconded`: a third node claims the same
 * block, or one a little below. `hasStopped`: see NodeGrowth.
 */
export interface LowerClaim {
  readonly node: object
  readonly number: bigint
  readonly isSeconded: boolean
  readonly hasStopped: boolean
}

/** The head that the nodes agree on. `timestampMs` is the block's own time. */
export interface AgreedHead {
  readonly number: bigint
  readonly timestampMs: number | undefined
  readonly learnedAtMs: number
}

/** A node that is the only one for this long is trusted: no other node can contradict it. */
const DISTRUST_MS = 60_000

const isRepeated = (before: Claimed | undefined, { number, isShown, timestampMs, isLate }: Claimed): boolean =>
  before?.number === number &&
  before.isShown === isShown &&
  before.timestampMs === timestampMs &&
  before.isLate === isLate

/**
 * The newest blocks that a network's nodes claim, and the head that follows from them. Nodes are
 * compared by identity.
 */
export class HeadClaims {
  private readonly claims = new Map<object, Claimed>()
  private readonly growths = new Map<object, NodeGrowth>()
  private readonly waiting: Set<object>
  /** The last agreement and its supporters, valid while every claim repeats its predecessor. */
  private last: { readonly head: AgreedHead; readonly supporters: readonly object[] } | undefined
  /**
   * Nodes whose claim stood alone above the others', and when. They stay distrusted after the
   * others fall silent.
   */
  private readonly distrusted = new Map<object, number>()

  /** `nodes`: each must answer or fail before a head is agreed, as the first one may be lying. */
  constructor(
    nodes: readonly object[],
    private readonly maxLag: bigint,
    private readonly reach: bigint,
  ) {
    this.waiting = new Set(nodes)
  }

  set(node: object, claim: Claimed): void {
    if (!isRepeated(this.claims.get(node), claim)) this.last = undefined
    this.claims.set(node, claim)
    const growth = this.growths.get(node)
    if (growth === undefined) this.growths.set(node, new NodeGrowth(claim, claim.atMs))
    else growth.record(claim, claim.atMs)
    this.waiting.delete(node)
  }

  /**
   * Counts a node as asked, even if it failed; its earlier claim stays. True if an agreement may
   * have waited for it.
   */
  countAsAsked(node: object): boolean {
    return this.waiting.delete(node)
  }

  /** Removes a node's claim. True if it had one. */
  withdraw(node: object): boolean {
    this.last = undefined
    this.growths.delete(node)
    this.waiting.delete(node)
    return this.claims.delete(node)
  }

  /**
   * The newest block the nodes agree on; undefined while a node has not been asked, and if all
   * supporters are distrusted.
   */
  agreed(nowMs: number): AgreedHead | undefined {
    if (this.waiting.size > 0) return undefined
    // Most polls repeat the previous claim.
    if (this.last !== undefined) return this.learnedAgain(this.last)
    const { counted } = this
    const number = agreedHead([...counted.values()], this.reach)
    if (number === undefined) return undefined
    for (const [node, claim] of counted) {
      if (claim.number > number) this.distrusted.set(node, nowMs)
      else if (counted.size > 1 || nowMs - (this.distrusted.get(node) ?? 0) > DISTRUST_MS) this.distrusted.delete(node)
    }
    const supporters = [...counted].filter(([, claim]) => claim.number >= number)
    if (supporters.every(([node]) => this.distrusted.has(node))) return undefined
    const claims = supporters.map(([, claim]) => claim)
    const head = {
      number,
      timestampMs: claims.find((claim) => claim.number === number && claim.timestampMs !== undefined)?.timestampMs,
      learnedAtMs: Math.max(...claims.map(({ atMs }) => atMs)),
    }
    // Distrust, and who counts beside late nodes, depend on the time: such a result is not stored.
    const isStored = this.distrusted.size === 0 && ![...this.claims.values()].some(({ isLate }) => isLate)
    if (isStored) this.last = { head, supporters: supporters.map(([node]) => node) }
    return head
  }

  private learnedAgain({ head: { number, timestampMs }, supporters }: NonNullable<HeadClaims['last']>): AgreedHead {
    let learnedAtMs = 0
    for (const node of supporters) learnedAtMs = Math.max(learnedAtMs, this.claims.get(node)!.atMs)
    return { number, timestampMs, learnedAtMs }
  }

  /** Claims since `sinceMs` from nodes that are not distrusted. */
  since(sinceMs: number): Map<object, HeadClaim> {
    return new Map([...this.counted].filter(([node, { atMs }]) => atMs >= sinceMs && !this.distrusted.has(node)))
  }

  isDistrusted(node: object): boolean {
    return this.distrusted.has(node)
  }

  isShown(node: object): boolean {
    return this.claims.get(node)?.isShown ?? false
  }

  /** True if most nodes claim less. */
  areMostBelow(number: bigint): boolean {
    const claims = [...this.counted.values()]
    return claims.filter((claim) => claim.number < number).length * 2 > claims.length
  }

  isBehind(node: object): boolean {
    const own = this.claims.get(node)
    return own !== undefined && isBehind(own, this.claims.values(), this.maxLag)
  }

  /**
   * True if the other nodes contradict a leader more than `maxLag` blocks above them. Shown blocks
   * do not help it: any node can make blocks that follow those of others.
   *
   * A growing majority that agrees is the network. A single growing node contradicts the leader,
   * too, unless block times show that it is only late. Nodes that have stopped contradict no
   * leader.
   */
  isContradicted(node: object, leader: Place, nowMs: number): boolean {
    const others = [...this.counted].filter(([other]) => other !== node)
    // biome-ignore lint/complexity/useMathMinMax: Math.max knows no bigint
    const top = others.reduce((most, [, { number }]) => (number > most ? number : most), -1n)
    if (top < 0n || leader.number - top <= this.maxLag) return false
    const agreeing = others.filter(
      ([other, { number }]) => top - number <= this.maxLag && !this.growths.get(other)!.hasStopped,
    )
    if (agreeing.length >= 2 && agreeing.length * 2 > others.length + 1) return true
    return others.some(([other]) => {
      const growth = this.growths.get(other)!
      return growth.isAlive && !growth.mayReach(leader, nowMs)
    })
  }

  /**
   * The next lower claim, if the node is so far above it that its claim alone does not count.
   * `number`: what it is about to claim. Late nodes count here, too: a leader shows its blocks
   * before they have a say again.
   */
  standsAloneAbove(node: object, number = this.claims.get(node)?.number): LowerClaim | undefined {
    if (number === undefined) return undefined
    const others = [...this.claims].filter(([other]) => other !== node)
    others.sort(([, one], [, other]) => (one.number < other.number ? 1 : -1))
    const [next, third] = others
    if (next === undefined || number - next[1].number <= this.reach) return undefined
    return {
      node: next[0],
      number: next[1].number,
      isSeconded: third !== undefined && next[1].number - third[1].number <= this.maxLag,
      hasStopped: this.growths.get(next[0])!.hasStopped,
    }
  }

  /** True if a node other than this one has a claim that counts. */
  hasOthers(node: object): boolean {
    return [...this.claims].some(([other, { isLate }]) => other !== node && !isLate)
  }

  private get counted(): ReadonlyMap<object, Claimed> {
    const inTime = [...this.claims].filter(([, { isLate }]) => !isLate)
    if (inTime.length === 0 || inTime.length === this.claims.size) return this.claims
    return this.areLeft(inTime) ? this.claims : new Map(inTime)
  }

  /** True if these nodes stand still, and most nodes are late ones that make newer blocks. */
  private areLeft(inTime: readonly (readonly [object, Claimed])[]): boolean {
    const newestMs = Math.max(...inTime.map(([, { timestampMs = 0 }]) => timestampMs))
    const isGrowing = ([node, { isLate, timestampMs = newestMs + 1 }]: readonly [object, Claimed]) =>
      isLate && timestampMs > newestMs && this.growths.get(node)!.isAlive
    if ([...this.claims].filter(isGrowing).length * 2 <= this.claims.size) return false
    return inTime.every(([node]) => this.growths.get(node)!.hasStopped)
  }
}

/**
 * The highest credible claim: one that another claim is within `reach` blocks of, or that was
 * shown. A claim that stands alone above the others is ignored, so one liar moves the head by at
 * most `reach`. Of two nodes that contradict each other the lower one is believed: its blocks
 * exist.
 */
export const agreedHead = (claims: readonly HeadClaim[], reach: bigint): bigint | undefined => {
  const falling = [...claims].sort((a, b) => (a.number < b.number ? 1 : a.number > b.number ? -1 : 0))
  const found = falling.find(({ number, isShown }, index) => {
    const next = falling[index + 1]
    return next === undefined || isShown || number - next.number <= reach
  })
  return found?.number
}

/**
 * True if two other nodes are more than `maxLag` blocks further, or one that showed its blocks. A
 * single unproven claim suffices only against a node that is late.
 */
const isBehind = (own: Claimed, others: Iterable<HeadClaim>, maxLag: bigint): boolean => {
  let further = 0
  for (const { number, isShown } of others) {
    if (number - own.number <= maxLag) continue
    further += 1
    if (isShown || own.isLate || further === 2) return true
  }
  return false
}
