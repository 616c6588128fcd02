import { NodeGrowth, type Place } from './node-growth.js'

/**
 * What one node says of its newest block.
 *
 * `isShown`  it showed the blocks between the next lower claim and its own, on top of that node's
 *            newest: more than a number
 */
export interface HeadClaim {
  readonly number: bigint
  readonly isShown: boolean
}

/**
 * A claim, the chain's own time of that block where it was seen, and when the claim was made by our
 * clock.
 */
interface Claimed extends HeadClaim {
  readonly timestampMs: number | undefined
  readonly atMs: number
}

/** What the nodes agree on. `timestampMs` is the chain's own time. */
export interface AgreedHead {
  readonly number: bigint
  readonly timestampMs: number | undefined
  readonly learnedAtMs: number
}

/**
 * A node that has been the only one for so long is believed: there is no other to compare it with.
 */
const DISTRUST_MS = 60_000

const isRepeated = (before: Claimed | undefined, { number, isShown, timestampMs }: Claimed): boolean =>
  before?.number === number && before.isShown === isShown && before.timestampMs === timestampMs

/**
 * What a network's nodes claim to have as their newest block, and what follows from all claims
 * together. Nodes are compared by identity.
 */
export class HeadClaims {
  private readonly claims = new Map<object, Claimed>()
  private readonly growths = new Map<object, NodeGrowth>()
  private readonly waiting: Set<object>
  /**
   * What was agreed last and who claims as much, as long as every claim since then repeats the one
   * before it.
   */
  private last: { readonly head: AgreedHead; readonly supporters: readonly object[] } | undefined
  /**
   * Nodes whose claim stood alone when others were heard too, and when: as the others fall silent,
   * they are no truer for it.
   */
  private readonly distrusted = new Map<object, number>()

  /**
   * `nodes`: all of them must answer, or fail to, before anything is agreed; the first to answer
   * may be one that lies.
   */
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
    else growth.saw(claim, claim.atMs)
    this.waiting.delete(node)
  }

  /**
   * A node was asked, if in vain; what it said before still counts. True when nothing was agreed
   * before only for want of it.
   */
  heard(node: object): boolean {
    return this.waiting.delete(node)
  }

  withdraw(node: object): void {
    this.last = undefined
    this.claims.delete(node)
    this.growths.delete(node)
    this.waiting.delete(node)
  }

  /**
   * The newest block the nodes agree on; undefined while a node has not been heard, and when only
   * distrusted nodes are left.
   */
  agreed(nowMs: number): AgreedHead | undefined {
    if (this.waiting.size > 0) return undefined
    // Most polls repeat what the poll before them said.
    if (this.last !== undefined) return this.learnedAgain(this.last)
    const number = agreedHead([...this.claims.values()], this.reach)
    if (number === undefined) return undefined
    for (const [node, claim] of this.claims) {
      if (claim.number > number) this.distrusted.set(node, nowMs)
      else if (this.claims.size > 1 || nowMs - (this.distrusted.get(node) ?? 0) > DISTRUST_MS)
        this.distrusted.delete(node)
    }
    const supporters = [...this.claims].filter(([, claim]) => claim.number >= number)
    if (supporters.every(([node]) => this.distrusted.has(node))) return undefined
    const claims = supporters.map(([, claim]) => claim)
    const head = {
      number,
      timestampMs: claims.find((claim) => claim.number === number && claim.timestampMs !== undefined)?.timestampMs,
      learnedAtMs: Math.max(...claims.map(({ atMs }) => atMs)),
    }
    // Whom to distrust depends on the time, too.
    if (this.distrusted.size === 0) this.last = { head, supporters: supporters.map(([node]) => node) }
    return head
  }

  private learnedAgain({ head: { number, timestampMs }, supporters }: NonNullable<HeadClaims['last']>): AgreedHead {
    let learnedAtMs = 0
    for (const node of supporters) learnedAtMs = Math.max(learnedAtMs, this.claims.get(node)!.atMs)
    return { number, timestampMs, learnedAtMs }
  }

  /** Claims made since `sinceMs`, by node. */
  since(sinceMs: number): Map<object, HeadClaim> {
    return new Map([...this.claims].filter(([node, { atMs }]) => atMs >= sinceMs && !this.distrusted.has(node)))
  }

  isDistrusted(node: object): boolean {
    return this.distrusted.has(node)
  }

  isShown(node: object): boolean {
    return this.claims.get(node)?.isShown ?? false
  }

  isBehind(node: object): boolean {
    const own = this.claims.get(node)
    if (own === undefined) return false
    return isBehind(own.number, this.claims.values(), this.maxLag)
  }

  /**
   * Whether the others speak against a leader that is far above them (more blocks than a node may
   * be behind), whatever blocks it shows: any node can make blocks that follow those of others.
   *
   * A majority that agrees and grows is the network. One node that goes on by itself contradicts a
   * leader, too, unless the chain's own time shows that it is late. Nodes that have stopped
   * contradict no leader.
   */
  isContradicted(node: object, leader: Place, nowMs: number): boolean {
    const others = [...this.claims].filter(([other]) => other !== node)
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

  /** The next lower claim, when a node is so far above it that its word is not enough. */
  standsAloneAbove(node: object): { readonly node: object; readonly number: bigint } | undefined {
    const own = this.claims.get(node)
    if (own === undefined) return undefined
    let next: { node: object; number: bigint } | undefined
    for (const [other, claim] of this.claims) {
      if (other === node) continue
      if (next === undefined || claim.number > next.number) next = { node: other, number: claim.number }
    }
    return next !== undefined && own.number - next.number > this.reach ? next : undefined
  }
}

/**
 * The newest block that the nodes can be believed about: the highest claim that another comes near
 * (`reach` blocks), or that was shown. A claim that stands alone above the others is left out; so
 * one liar moves the head by `reach` at most. Of two nodes that contradict each other the lower one
 * is believed: its blocks exist.
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
 * Whether a node is behind: two others are more than `maxLag` blocks further, or one that showed
 * its blocks. One node's word alone never is enough, whatever it says.
 */
const isBehind = (own: bigint, others: Iterable<HeadClaim>, maxLag: bigint): boolean => {
  let further = 0
  for (const { number, isShown } of others) {
    if (number - own <= maxLag) continue
    further += 1
    if (isShown || further === 2) return true
  }
  return false
}
