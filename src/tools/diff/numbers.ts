import { exactJson } from '../../runtime/exact-json.js'
import type { DiffRuleId } from './rules.js'

/** A bound of a schema: a bigint if a number cannot hold its digits. */
export type Bound = number | bigint

/** True if two JSON values are the same, to the last digit of their integers. */
export const same = (a: unknown, b: unknown): boolean => exactJson(a) === exactJson(b)

export const moved = (bound: Bound, by: 1 | -1): Bound => (typeof bound === 'bigint' ? bound + BigInt(by) : bound + by)

const ascending = (bounds: readonly Bound[]): Bound[] => [...bounds].sort((a, b) => (a < b ? -1 : 1))

/** The largest of some bounds, which `Math.max` does not find among bigints. */
export const largest = (bounds: readonly [Bound, ...Bound[]]): Bound => ascending(bounds).at(-1)!

export const smallest = (bounds: readonly [Bound, ...Bound[]]): Bound => ascending(bounds)[0]!

/** The rule for a number that became smaller or larger; an absent number has no bound. */
export const numberRule = (old: number | undefined, now: number | undefined, less: DiffRuleId, more: DiffRuleId) => {
  const [before, after] = [old ?? Number.POSITIVE_INFINITY, now ?? Number.POSITIVE_INFINITY]
  return before === after ? [] : [[after < before ? less : more, old, now] as const]
}
