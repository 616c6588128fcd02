import type { Contract, ContractMethod } from '../../contract/contract.js'
import { listedErrors } from '../../contract/with-errors.js'
import type { DiffFinding } from './finding.js'
import { numberRule, same } from './numbers.js'
import { type DiffTools, type MethodPair, paramListFindings } from './params.js'
import type { DiffRuleId } from './rules.js'
import { resultFindings } from './schema-findings.js'
import { subscriptionFindings } from './subscriptions.js'

const paramsOf = ({ old, now, oldAt, at }: MethodPair, tools: DiffTools): readonly DiffFinding[] => {
  const before = { params: old.params, at: `${oldAt}/params` }
  const after = { params: now.params, at: `${at}/params` }
  return paramListFindings(before, after, { method: old, first: 0, start: [] }, tools)
}

const resultOf = ({ old, now, oldAt, at }: MethodPair, { ways }: DiffTools): readonly DiffFinding[] =>
  resultFindings(
    ways,
    [
      { schema: old.result.schema, at: `${oldAt}/result/schema` },
      { schema: now.result.schema, at: `${at}/result/schema` },
    ],
    { methods: [now.name], start: 'result' },
  )

const CACHED = ['never', 'block', 'constant']

const extensionsOf = ({ old, now, at }: MethodPair): readonly DiffFinding[] => {
  const effect = (method: ContractMethod) => method['x-effect'] ?? 'read'
  const [limits, nowLimits] = [old['x-limits'] ?? {}, now['x-limits'] ?? {}] as Partial<ContractMethod['x-limits']>[]
  const changed = (key: string, rule: DiffRuleId, a: unknown, b: unknown) =>
    same(a, b) ? [] : [[key, [rule, a, b] as const] as const]
  const bound = (key: keyof ContractMethod['x-limits'], less: DiffRuleId, more: DiffRuleId) =>
    numberRule(limits?.[key] as number, nowLimits?.[key] as number, less, more).map(
      (found) => [`x-limits/${key}`, found] as const,
    )
  const price = numberRule(old['x-credits'] ?? 0, now['x-credits'] ?? 0, 'PRICE_LOWERED', 'PRICE_RAISED')
  const [kept, nowKept] = [old, now].map((method) => CACHED.indexOf(method['x-finality']))
  const isKept = nowKept! > kept! ? 'CACHE_LENGTHENED' : 'CACHE_SHORTENED'
  const failover = now['x-failover'] ? 'FAILOVER_STARTED' : 'FAILOVER_ENDED'
  const counted = [limits?.countedParameters ?? [], nowLimits?.countedParameters ?? []].map((one) => [...one].sort())
  const isCounted = limits?.maxParameters !== undefined && nowLimits?.maxParameters !== undefined
  const found = [
    ...price.map((one) => ['x-credits', one] as const),
    ...changed('x-credits-by', 'PRICE_RAISED', old['x-credits-by'], now['x-credits-by']),
    ...bound('timeoutMs', 'TIMEOUT_SHORTENED', 'TIMEOUT_LENGTHENED'),
    ...bound('maxParameters', 'MAX_PARAMETERS_LOWERED', 'MAX_PARAMETERS_RAISED'),
    ...bound('maxResults', 'MAX_RESULTS_LOWERED', 'MAX_RESULTS_RAISED'),
    ...(isCounted ? changed('x-limits/countedParameters', 'MAX_PARAMETERS_LOWERED', counted[0], counted[1]) : []),
    ...changed('x-limits/timeoutError', 'TIMEOUT_ERROR_CHANGED', limits?.timeoutError, nowLimits?.timeoutError),
    ...changed('x-family', 'METHOD_FAMILY_CHANGED', old['x-family'], now['x-family']),
    ...changed('x-failover', failover, old['x-failover'], now['x-failover']),
    ...changed('x-position', 'POSITION_CHANGED', old['x-position'], now['x-position']),
    ...changed('x-contracts', 'ADDRESSES_CHANGED', old['x-contracts'], now['x-contracts']),
    ...changed('x-finality', isKept, old['x-finality'], now['x-finality']),
    ...changed('x-effect', 'EFFECT_CHANGED', effect(old), effect(now)),
  ]
  return found.map(([key, [rule, a, b]]) => ({ rule, path: `${at}/${key}`, methods: [now.name], old: a, new: b }))
}

const errorsOf = ({ old, now, at }: MethodPair): readonly DiffFinding[] => {
  const [before, after] = [old, now].map(listedErrors)
  const base = { path: `${at}/errors`, methods: [now.name] }
  return [
    ...after!
      .filter((name) => !before!.includes(name))
      .map((name) => ({ ...base, rule: 'METHOD_ERROR_ADDED' as const, new: name })),
    ...before!
      .filter((name) => !after!.includes(name))
      .map((name) => ({ ...base, rule: 'METHOD_ERROR_REMOVED' as const, old: name })),
  ]
}

const pairFindings = (pair: MethodPair, tools: DiffTools): readonly DiffFinding[] => {
  const { old, now, at } = pair
  const found = [
    ...paramsOf(pair, tools),
    ...resultOf(pair, tools),
    ...extensionsOf(pair),
    ...subscriptionFindings(pair, tools),
    ...errorsOf(pair),
  ]
  const base = { path: at, methods: [now.name] }
  if (!same(old.examples, now.examples)) found.push({ ...base, rule: 'EXAMPLES_CHANGED', path: `${at}/examples` })
  const bare = ({ examples: _, errors: __, ...method }: ContractMethod) => method
  // A change without a rule is reported all the same.
  if (
    !same(bare(old), bare(now)) &&
    !found.some(({ rule }) => rule !== 'EXAMPLES_CHANGED' && !rule.startsWith('METHOD_ERROR'))
  )
    found.push({ ...base, rule: 'OTHER_CHANGED' })
  return found
}

/** Changes in the methods: their existence, params, results, prices, limits and caching. */
export const methodFindings = (before: Contract, after: Contract, tools: DiffTools): readonly DiffFinding[] => {
  const removed = before.methods.flatMap(({ name }, index): DiffFinding[] =>
    after.methods.some((now) => now.name === name)
      ? []
      : [{ rule: 'METHOD_REMOVED', path: `/methods/${index}`, methods: [name], old: name }],
  )
  const others = after.methods.flatMap((now, index): readonly DiffFinding[] => {
    const at = `/methods/${index}`
    const oldIndex = before.methods.findIndex(({ name }) => name === now.name)
    if (oldIndex < 0) return [{ rule: 'METHOD_ADDED', path: at, methods: [now.name], new: now.name }]
    return pairFindings({ old: before.methods[oldIndex]!, now, oldAt: `/methods/${oldIndex}`, at }, tools)
  })
  return [...removed, ...others]
}
