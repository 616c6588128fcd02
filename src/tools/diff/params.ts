import { type ContractMethod, mayBeLeftOut } from '../../contract/contract.js'
import type { WitnessFinder } from './calls.js'
import type { DiffFinding } from './finding.js'
import { same } from './numbers.js'
import { type BothWays, paramFindings } from './schema-findings.js'

/** A method in both contracts, and its pointer in each. */
export interface MethodPair {
  readonly old: ContractMethod
  readonly now: ContractMethod
  readonly oldAt: string
  readonly at: string
}

/** Tools for the comparison of methods. */
export interface DiffTools {
  readonly ways: BothWays
  readonly finder: WitnessFinder
}

/** Params of a method or of a kind of events, and their JSON pointer. */
interface ParamList {
  readonly params: ContractMethod['params']
  readonly at: string
}

/** The calls that give the params: of which method, from which position on, behind which others. */
interface ParamUse {
  readonly method: ContractMethod
  readonly first: number
  readonly start: readonly unknown[]
}

export const paramListFindings = (
  old: ParamList,
  now: ParamList,
  { method, first, start }: ParamUse,
  { ways, finder }: DiffTools,
): readonly DiffFinding[] => {
  const length = Math.max(old.params.length, now.params.length)
  return Array.from({ length }, (_, own): readonly DiffFinding[] => {
    const [before, after] = [old.params[own], now.params[own]]
    const index = first + own
    const base = { methods: [method.name], place: `params[${index}]` }
    const path = `${now.at}/${own}`
    const lossAt = (samples: readonly unknown[]) => {
      const witness = finder.find(method.name, { kind: 'type', steps: [String(index)], samples }, start)
      return witness === undefined ? {} : { witness }
    }
    if (before === undefined) {
      const rule = mayBeLeftOut(after!) ? 'PARAM_ADDED_OPTIONAL' : 'PARAM_ADDED_REQUIRED'
      const lost = rule === 'PARAM_ADDED_REQUIRED' ? lossAt([undefined]) : {}
      return [{ ...base, rule, path, new: after!.name, ...lost }]
    }
    if (after === undefined) {
      const samples = method.examples.flatMap(({ params }) => params[index]?.value ?? [])
      const witness = lossAt([...samples, null])
      return [{ ...base, rule: 'PARAM_REMOVED', path: `${old.at}/${own}`, old: before.name, ...witness }]
    }
    const found: DiffFinding[] = []
    if (mayBeLeftOut(before) !== mayBeLeftOut(after)) {
      const isNeeded = mayBeLeftOut(before)
      const rule = isNeeded ? 'PARAM_REQUIRED' : 'PARAM_OPTIONAL'
      found.push({ ...base, rule, path, ...(isNeeded && lossAt([undefined, null])) })
    }
    const [completion, nowCompletion] = [before['x-completed-with'], after['x-completed-with']]
    // An old contract without a completion promised nothing.
    if (completion !== undefined && mayBeLeftOut(after) && !same(completion, nowCompletion))
      found.push({ ...base, rule: 'PARAM_COMPLETION_CHANGED', path, old: completion, new: nowCompletion })
    if (before.name !== after.name)
      found.push({ ...base, rule: 'PARAM_RENAMED', path: `${path}/name`, old: before.name, new: after.name })
    const placed = [
      { schema: before.schema, at: `${old.at}/${own}/schema` },
      { schema: after.schema, at: `${path}/schema` },
    ] as const
    return [...found, ...paramFindings(ways, placed, { method: method.name, index, start }, finder)]
  }).flat()
}
