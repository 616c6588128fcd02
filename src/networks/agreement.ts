/**
 * What one node says of its newest block.
 *
 * `isShown`  it showed the blocks between the next lower claim and its own, on top of that node's newest: more than a number
 */
export interface HeadClaim {
  readonly number: bigint
  readonly isShown: boolean
}

/**
 * The newest block that the nodes can be believed about: the highest claim that another comes near (`reach` blocks), or that was
 * shown. A claim that stands alone above the others is left out; so one liar moves the head by `reach` at most. Of two nodes that
 * contradict each other the lower one is believed: its blocks exist.
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
 * Whether a node is behind: two others are more than `maxLag` blocks further, or one that showed its blocks. One node's word alone
 * never is enough, whatever it says.
 */
export const isBehind = (own: bigint, others: Iterable<HeadClaim>, maxLag: bigint): boolean => {
  let further = 0
  for (const { number, isShown } of others) {
    if (number - own <= maxLag) continue
    further += 1
    if (isShown || further === 2) return true
  }
  return false
}
