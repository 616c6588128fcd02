import type { Ajv } from 'ajv'
import type { Contract, ContractMethod, Schema } from '../contract.js'
import type { WrittenContract } from '../with-errors.js'
import { pointer, type Report, under } from './mistake.js'

/** Facts and tools of a rule besides the contract. */
export interface RuleContext {
  /** The contract that an operator's document completes; undefined for openrpc.json itself. */
  readonly base?: WrittenContract
  /** Has the contract's schemas once `lintSchemas` has found no mistake in them. */
  readonly ajv: Ajv
}

/** A rule of the lint: reports all mistakes of one kind in a contract. */
export type LintRule = (contract: WrittenContract, report: Report, context: RuleContext) => void

/** A rule about each method; its pointers start at the method. */
export const methodRule =
  (
    check: (method: ContractMethod, report: Report, contract: WrittenContract, context: RuleContext) => void,
  ): LintRule =>
  (contract, report, context) => {
    for (const [index, method] of contract.methods.entries())
      check(method, under(report, pointer('methods', index)), contract, context)
  }

/** The component schemas of a document, each with its name and its place. */
export const componentSchemas = ({ components }: Pick<Contract, 'components'>): [string, Schema, string][] =>
  Object.entries(components.schemas).map(([name, schema]) => [name, schema, pointer('components', 'schemas', name)])
