import {
  banner,
  type Contract,
  type ContractMethod,
  componentOf,
  literal,
  type Schema,
} from '../../../contract/contract.js'
import { partsOf } from '../../../contract/visit-schema.js'
import { argumentsOf } from './signature.js'
import { type ClientTypes, encodingParamOf, paramType, resultType } from './type-module.js'
import { memberName } from './type-text.js'

type IntegerTree = true | { [member: string]: IntegerTree }

const merged = (one: IntegerTree | undefined, other: IntegerTree | undefined): IntegerTree | undefined => {
  if (one === undefined || other === undefined) return one ?? other
  if (one === true || other === true) return true
  const all: { [member: string]: IntegerTree } = { ...one }
  for (const [name, inner] of Object.entries(other)) all[name] = merged(all[name], inner)!
  return all
}

/**
 * The places of 64-bit integers in a result, in the form for the client's reader; undefined without
 * any.
 */
export const integersIn = (
  contract: Contract,
  schema: Schema,
  within: readonly string[] = [],
): IntegerTree | undefined => {
  const name = componentOf(schema)
  // A recursive component is read as it is: none contains such integers.
  if (name !== undefined && within.includes(name)) return undefined
  const inner = (one: Schema) => integersIn(contract, one, name === undefined ? within : [...within, name])
  const { whole, alternatives, members } = partsOf(contract, schema)
  if (whole['x-integer'] !== undefined) return true
  let tree: IntegerTree | undefined
  for (const one of alternatives) tree = merged(tree, inner(one))
  const add = (member: string, found: IntegerTree | undefined) => {
    if (found !== undefined) tree = merged(tree, { [member]: found })
  }
  const { items, additionalProperties: others } = whole
  const ofOthers = typeof others === 'object' ? inner(others as Schema) : undefined
  add('{*}', ofOthers)
  // The schema of the other members says nothing of a named one.
  for (const [member, one] of members) add(member, inner(one) ?? (ofOthers === undefined ? undefined : {}))
  if (Array.isArray(items)) for (const [place, one] of items.entries()) add(String(place), inner(one))
  else if (items !== undefined) add('*', inner(items as Schema))
  return tree
}

const tuple = (method: ContractMethod): string => {
  const names = argumentsOf(method)
  return method.params
    .map((param, index) =>
      param.required === true
        ? `${names[index]}: ${paramType(param)}`
        : `${names[index]}?: ${paramType(param)} | null | undefined`,
    )
    .join(', ')
}

/** Names of the components used by params and results, for an import. */
export const usedTypes = (methods: readonly ContractMethod[]): readonly string[] => {
  const schemas = methods.flatMap(({ params, result }) => [...params.map(({ schema }) => schema), result.schema])
  return [...new Set(schemas.flatMap((schema) => componentOf(schema) ?? []))].sort()
}

const factsOf = (contract: Contract, method: ContractMethod): string => {
  const bigints = integersIn(contract, method.result.schema)
  return [
    `timeoutMs: ${method['x-limits'].timeoutMs}`,
    ...((method['x-effect'] ?? 'read') === 'read' ? [] : ['isWrite: true']),
    ...(bigints === undefined ? [] : [`bigints: ${literal(bigints)}`]),
  ].join(', ')
}

/** The type of a call's result, if it depends on the call's params. */
const resultOf = (contract: Contract, types: ClientTypes): string => {
  const choices = contract.methods.flatMap((method) => {
    const at = encodingParamOf(contract, types, method)
    if (at === undefined) return []
    const encoding = `EncodingOf<Given extends { readonly ${at}: { readonly encoding?: infer Value } } ? Value : undefined>`
    return [`  M extends '${method.name}' ? ${resultType(method, types, encoding)} :`]
  })
  return choices.length === 0 ? '  Given extends never ? never :' : choices.join('\n')
}

/**
 * A module with the types of every method's params and results, and the facts that the client needs
 * to call it.
 */
export const methodModule = (contract: Contract, types: ClientTypes): string => {
  const lines = (line: (method: ContractMethod) => string) => contract.methods.map(line).join('\n')
  const imported = [...(types.encodings.length === 0 ? [] : ['EncodingOf']), ...usedTypes(contract.methods)]
  return `${banner}
import type { BigIntegers } from './core/result-text.js'
import type { ${imported.join(', ')} } from './types.js'

/** The positional params of each method. */
export interface Params {
${lines((method) => `  ${memberName(method.name)}: [${tuple(method)}]`)}
}

/** The result of each method. */
export interface Results {
${lines((method) => `  ${memberName(method.name)}: ${resultType(method, types)}`)}
}

/** A method of the contract. */
export type MethodName = keyof Params

/** The result of a call of a method with these params. */
export type ResultOf<M extends MethodName, Given> =
${resultOf(contract, types)}
  Results[M]

/** Facts of a method: its time limit in the gateway, if it writes, and its large integers. */
interface MethodFacts {
  readonly timeoutMs: number
  readonly isWrite?: true
  readonly bigints?: BigIntegers
}

/** The facts of each method. */
export const methods: { readonly [M in MethodName]: MethodFacts } = {
${lines((method) => `  ${memberName(method.name)}: { ${factsOf(contract, method)} },`)}
}
`
}
