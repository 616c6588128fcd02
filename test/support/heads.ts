import { Head, type HeadOptions } from '../../src/server/networks/head.js'

/** Blocks that a node may be behind. */
export const MAX_LAG = 5
/** Blocks that a node may be above the others and still be believed. */
export const REACH = 2

/**
 * Returns a head over named nodes, with a new clock. `answers` has the numbers that the nodes reply
 * when the head asks them.
 */
export const headOf = (names: readonly string[], setting: Partial<HeadOptions> = {}) => {
  const clock = { nowMs: 1_000_000 }
  const nodes = Object.fromEntries(names.map((name) => [name, { name }]))
  const answers = new Map<string, number>()
  const head = new Head(
    async () => undefined,
    async (_callers, claim) => {
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
