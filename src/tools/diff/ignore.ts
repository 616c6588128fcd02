import type { DiffFinding } from './finding.js'
import { type DiffRuleId, diffRules } from './rules.js'

/**
 * One line of an ignore file: a rule, and the method or path for which it is ignored; by default
 * everywhere.
 */
export interface IgnoredRule {
  readonly line: number
  readonly rule: DiffRuleId
  readonly target?: string
}

/** Reads an ignore file: a line is `RULE`, `RULE METHOD` or `RULE PATH`, then `#` and a remark. */
export const readIgnored = (text: string): readonly IgnoredRule[] | { readonly mistake: string } => {
  const ignored: IgnoredRule[] = []
  for (const [index, whole] of text.split('\n').entries()) {
    const words = whole.replace(/(^|\s)#.*$/, '').trim()
    if (words === '') continue
    const [rule = '', target, ...others] = words.split(/\s+/)
    if (!Object.hasOwn(diffRules, rule)) return { mistake: `line ${index + 1}: there is no rule ${rule}` }
    if (others.length > 0) return { mistake: `line ${index + 1}: one method or path, and remarks behind #` }
    ignored.push({ line: index + 1, rule: rule as DiffRuleId, ...(target !== undefined && { target }) })
  }
  return ignored
}

/** True if a line applies to a finding; one with a method only if the finding affects no other. */
export const isIgnoredBy = (finding: DiffFinding, { rule, target }: IgnoredRule): boolean =>
  rule === finding.rule &&
  (target === undefined ||
    target === finding.path ||
    (finding.methods.length > 0 && finding.methods.every((method) => method === target)))
