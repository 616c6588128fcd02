import { Head, type HeadOptions } from '../../src/server/networks/head.js'

/** How far a node may be behind. */
export const MAX_LAG = 5
/** How far a head may stand above the others. */
export const REACH = 2

/**
 * A head over named nodes, with a clock of its own. `answers` is what the nodes say when asked at
 * once.
 */
export const headOf = (names: readonly string[], setting: Partial<HeadOptions> = {}) => {
  const clock = { nowMs: 1_000_000 }
  const nodes = Object.fromEntries(names.map((name) => [name, { name }]))
  const answers = new Map<string, number>()
  const head = new Head(
    async () => undefined,
    async (claim) => {
      for (const [name, number] of answers) claim(nodes[name]!, BigInt(number))
    },
    Object.values(nodes),
    { nowMs: () => clock.nowMs, maxLag: MAX_LAG, reach: REACH, blockTimeMs: undefined, ...setting },
  )
  const say = (name: string, number: number | bigint, isShown = false, timestampMs?: number) =>
    head.claim(nodes[name]!, BigInt(number), timestampMs, isShown)
  const behind = () => names.filter((name) => head.isBehind(nodes[name]!))
  return { clock, nodes, answers, head, say, behind, known: () => head.known?.number }
}
