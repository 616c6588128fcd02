import { compileFunction } from 'node:vm'
import type { Document } from '../../generated/document.js'
import type { ComponentRow, MethodName, MethodRow } from '../../generated/methods.js'
import { builtInMethods } from './built-in.js'
import { MethodContract, type MethodValidators } from './method-contract.js'

/** A contract that was read and judged, as data: what one process makes of operators' documents and hands to others. */
export interface CompiledContract {
  readonly document: Document
  /** Of all methods, the built-in ones included. */
  readonly rows: readonly MethodRow[]
  /** JavaScript whose run returns the judges of the methods that are not built in, by their names; see `returnValidators`. */
  readonly validators: string
  /** What is said of a value that breaks a component schema, by the name of the component. */
  readonly components: Readonly<Record<string, ComponentRow>>
}

const known = new WeakMap<CompiledContract, readonly MethodContract[]>()
const builtIn: readonly MethodContract[] = Object.values(builtInMethods)

const isBuiltIn = (name: string): name is MethodName => Object.hasOwn(builtInMethods, name)

/** The methods of a contract, the built-in ones first; without one, those alone. The code of the judges runs once for each contract. */
export const methodsOf = (contract: CompiledContract | undefined): readonly MethodContract[] => {
  if (contract === undefined) return builtIn
  const methods = known.get(contract) ?? build(contract)
  known.set(contract, methods)
  return methods
}

const build = ({ rows, validators, components }: CompiledContract): readonly MethodContract[] => {
  // The code is Ajv's, made from schemas that the lint let through; it has nothing in it that the contract's author wrote as code.
  const judges = compileFunction(validators, [], { filename: 'contract-validators.js' })() as Readonly<
    Record<string, MethodValidators>
  >
  return rows.map((row) =>
    isBuiltIn(row.name)
      ? new MethodContract(row, builtInMethods[row.name], builtInMethods[row.name].components)
      : new MethodContract(row, judges[row.name]!, components),
  )
}
