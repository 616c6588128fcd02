import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import { compileFunction } from 'node:vm'
import type { Document } from '../../generated/document.js'
import type { ComponentRow, MethodName, MethodRow } from '../../generated/methods.js'
import { builtFile } from '../runtime/package-files.js'
import { builtInMethods } from './built-in.js'
import { type MethodContract, type MethodValidators, methodContract } from './method-contract.js'

/**
 * The validators of all methods of the documents that ship with Tollgate, and the error wording of
 * their components.
 */
interface ShippedValidators {
  readonly validators: Readonly<Record<string, MethodValidators>>
  readonly components: Readonly<Record<string, ComponentRow>>
}

const require = createRequire(import.meta.url)

/**
 * Made by the build, because compiling them takes a second; loaded only where a configuration names
 * one of the documents.
 */
export const loadShippedValidators = (): ShippedValidators =>
  require(builtFile('shipped-validators.cjs')) as ShippedValidators

/** A contract that was read and checked, as data that one process compiles and passes to others. */
export interface CompiledContract {
  readonly document: Document
  /** All methods, including the built-in ones. */
  readonly rows: readonly MethodRow[]
  /** JavaScript that returns the validators of the remaining methods, by name. */
  readonly validators: string
  /** Methods whose validators ship with Tollgate; see `loadShippedValidators`. */
  readonly shipped: readonly string[]
  /** Error wording for values that violate a component schema, by the component's name. */
  readonly components: Readonly<Record<string, ComponentRow>>
}

const known = new WeakMap<CompiledContract, readonly MethodContract[]>()
const builtIn: readonly MethodContract[] = Object.values(builtInMethods)

const isBuiltIn = (name: string): name is MethodName => Object.hasOwn(builtInMethods, name)

/**
 * The methods of a contract, the built-in ones first; without a contract, only those. Runs the
 * validators' code once for each contract.
 */
export const methodsOf = (contract: CompiledContract | undefined): readonly MethodContract[] => {
  if (contract === undefined) return builtIn
  const methods = known.get(contract) ?? build(contract)
  known.set(contract, methods)
  return methods
}

const build = ({ rows, validators, shipped, components }: CompiledContract): readonly MethodContract[] => {
  // Ajv generated the code from schemas that passed the lint; it contains no code written by the
  // contract's author.
  const compiled = compileFunction(validators, [], { filename: 'contract-validators.js' })() as Readonly<
    Record<string, MethodValidators>
  >
  const own = new Set(shipped)
  const made = own.size === 0 ? undefined : loadShippedValidators()
  return rows.map((row) => {
    if (isBuiltIn(row.name)) return methodContract(row, builtInMethods[row.name], builtInMethods[row.name].components)
    return made !== undefined && own.has(row.name)
      ? methodContract(row, made.validators[row.name]!, made.components)
      : methodContract(row, compiled[row.name]!, components)
  })
}

/**
 * Returns what tells whether two contracts are equal. Networks share contracts, and a comparison
 * takes milliseconds, so each pair is compared once.
 */
export const contractComparison = () => {
  const compared = new Map<CompiledContract | undefined, Map<CompiledContract | undefined, boolean>>()
  return (one: CompiledContract | undefined, other: CompiledContract | undefined): boolean => {
    const ofOne = compared.get(one) ?? new Map<CompiledContract | undefined, boolean>()
    const isEqual = ofOne.get(other) ?? isDeepStrictEqual(one, other)
    compared.set(one, ofOne.set(other, isEqual))
    return isEqual
  }
}
