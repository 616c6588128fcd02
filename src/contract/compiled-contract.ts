import { compileFunction } from 'node:vm'
import type { Document } from '../../generated/document.js'
import type { ComponentRow, MethodName, MethodRow } from '../../generated/methods.js'
import { builtInMethods } from './built-in.js'
import { MethodContract, type MethodValidators } from './method-contract.js'
import { shippedJudges } from './operator/shipped-judges.js'

/**
 * A contract that was read and judged, as data: what one process makes of operators' documents and
 * hands to others.
 */
export interface CompiledContract {
  readonly document: Document
  /** Of all methods, the built-in ones included. */
  readonly rows: readonly MethodRow[]
  /**
   * JavaScript whose run returns the judges of the other methods that are not built in, by their
   * names.
   */
  readonly validators: string
  /** Methods whose judges come with Tollgate; see `shippedJudges`. */
  readonly shipped: readonly string[]
  /** What is said of a value that breaks a component schema, by the name of the component. */
  readonly components: Readonly<Record<string, ComponentRow>>
}

const known = new WeakMap<CompiledContract, readonly MethodContract[]>()
const builtIn: readonly MethodContract[] = Object.values(builtInMethods)

const isBuiltIn = (name: string): name is MethodName => Object.hasOwn(builtInMethods, name)

/**
 * The methods of a contract, the built-in ones first; without one, those alone. The code of the
 * judges runs once for each contract.
 */
export const methodsOf = (contract: CompiledContract | undefined): readonly MethodContract[] => {
  if (contract === undefined) return builtIn
  const methods = known.get(contract) ?? build(contract)
  known.set(contract, methods)
  return methods
}

const build = ({ rows, validators, shipped, components }: CompiledContract): readonly MethodContract[] => {
  // The code is Ajv's, made from schemas that the lint let through; it has nothing in it that the
  // contract's author wrote as code.
  const judges = compileFunction(validators, [], { filename: 'contract-validators.js' })() as Readonly<
    Record<string, MethodValidators>
  >
  const own = new Set(shipped)
  const made = own.size === 0 ? undefined : shippedJudges()
  return rows.map((row) => {
    if (isBuiltIn(row.name))
      return new MethodContract(row, builtInMethods[row.name], builtInMethods[row.name].components)
    return made !== undefined && own.has(row.name)
      ? new MethodContract(row, made.judges[row.name]!, made.components)
      : new MethodContract(row, judges[row.name]!, components)
  })
}
