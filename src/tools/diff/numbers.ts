import type { DiffRuleId } from './rules.js'

/** The rule for a number that became smaller or larger; an absent number has no bound. */
export const numberRule = (old: number | undefined, now: number | undefined, less: DiffRuleId, more: DiffRuleId) => {
  const [before, after] = [old ?? Number.POSITIVE_INFINITY, now ?? Number.POSITIVE_INFINITY]
  return before === after ? [] : [[after < before ? less : more, old, now] as const]
}
