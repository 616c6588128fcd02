import { expectations, type MethodRow } from '../../generated/methods.js'
import type { ValidationError } from '../../generated/validators.js'
import { valueAt } from '../protocol/json-pointer.js'
import type { RefusalDetail } from '../protocol/refusals.js'
import type { Violation } from './violation.js'
import { evmWording } from './wording-evm.js'
import { solanaWording } from './wording-solana.js'

const COMPONENT = /#\/components\/schemas\/(\w+)/

/**
 * Says what is wrong with params: in the words of geth or agave, which clients and people know, and as data for programs.
 *
 * Data    { path, keyword, expected }; the caller's values are quoted only where geth quotes them, and cut short
 */
export const paramsTrouble = (
  row: MethodRow,
  params: readonly unknown[],
  errors: readonly ValidationError[],
): RefusalDetail => {
  const violation = violationOf(params, errors)
  const { path, keyword, component } = violation
  const message = row.family === 'evm' ? evmWording(row, violation) : solanaWording(row, violation)
  const expected = (component && expectations[component]) ?? expectationOf(row, violation)
  return { message, data: { path, keyword, expected } }
}

/**
 * The last error is the outermost that failed; of a choice (anyOf) it names no component, so the one that stands at the same
 * place before it does.
 */
const violationOf = (params: readonly unknown[], errors: readonly ValidationError[]): Violation => {
  const last = errors.at(-1)!
  const path = last.instancePath
  const named =
    last.keyword === 'anyOf'
      ? errors.findLast((error) => error.instancePath === path && componentOf(error) !== undefined)
      : undefined
  const error = named ?? last
  const index = path === '' ? undefined : Number(path.split('/')[1])
  return { path, index, keyword: error.keyword, component: componentOf(error), value: valueAt(params, path), error }
}

/** By the validators' paths, which are constants. */
const components = new Map<string, string | undefined>()

const componentOf = ({ schemaPath }: ValidationError): string | undefined => {
  let component = components.get(schemaPath)
  if (component === undefined && !components.has(schemaPath)) {
    component = COMPONENT.exec(schemaPath)?.[1]
    components.set(schemaPath, component)
  }
  return component
}

const expectationOf = (row: MethodRow, { index }: Violation): string => {
  if (index !== undefined) return `A valid ${row.params[index]?.name ?? 'parameter'}.`
  return `Params [${row.params.map((param) => (param.isRequired ? param.name : `${param.name}?`)).join(', ')}].`
}
