import { exactJson } from '../../runtime/exact-json.js'
import { categories, type DiffRuleId, diffRules } from './rules.js'

/** A call that the old contract accepts and the new one refuses. */
export interface Witness {
  readonly method: string
  readonly params: readonly unknown[]
}

/** One change between two contracts. */
export interface DiffFinding {
  readonly rule: DiffRuleId
  /** JSON pointer into the new document; for a removed part into the old one. */
  readonly path: string
  /** The affected methods; empty for the document. */
  readonly methods: readonly string[]
  /** The place within the values: `params[0].address`. */
  readonly place?: string
  /** The old and the new value; undefined if absent. */
  readonly old?: unknown
  readonly new?: unknown
  /** Further information: how it was judged, how many calls. */
  readonly note?: string
  /** For a change that refuses calls: one of them, if one was found. */
  readonly witness?: Witness
}

/** True if callers, their programs or their bills notice the change. */
export const isBreaking = ({ rule }: Pick<DiffFinding, 'rule'>): boolean => diffRules[rule].isBreaking

const orderOf = ({ rule }: DiffFinding): number =>
  (isBreaking({ rule }) ? 0 : categories.length) + categories.indexOf(diffRules[rule].category)

/**
 * Breaking ones first, then by category; a changed component that several methods refer to is one
 * finding.
 */
export const inOrder = (findings: readonly DiffFinding[]): readonly DiffFinding[] => {
  const merged = new Map<string, DiffFinding>()
  for (const finding of findings) {
    const { rule, path, old, new: now, note } = finding
    const key = exactJson([rule, path, old, now, note])
    const first = merged.get(key)
    if (first === undefined) merged.set(key, finding)
    else
      merged.set(key, {
        ...first,
        ...(first.witness === undefined && finding.witness !== undefined && { witness: finding.witness }),
        methods: [...new Set([...first.methods, ...finding.methods])],
      })
  }
  return [...merged.values()].sort((a, b) => orderOf(a) - orderOf(b))
}
