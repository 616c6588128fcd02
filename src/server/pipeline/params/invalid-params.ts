import type { ComponentRow, MethodRow } from '../../../../generated/methods.js'
import type { ValidationError } from '../../../../generated/validators.js'
import { valueAt } from '../../../contract/json-pointer.js'
import type { MethodContract } from '../../../contract/method-contract.js'
import { parseExact } from '../../../runtime/exact-json.js'
import type { RefusalDetail } from '../../../wire/jsonrpc/declared-errors.js'
import { type CompletedParams, MAX_MEMBERS, type MisplacedMember } from './complete-params.js'
import type { Violation } from './violation.js'
import { evmWording } from './wording-evm.js'
import { solanaWording } from './wording-solana.js'

const COMPONENT = /#\/components\/schemas\/(\w+)/
const DEPENDENCY = /\/dependencies\/(\w+)\/properties\/(\w+)\/enum$/

/**
 * Describes invalid params: in the words of geth or agave, which clients know, and as data for
 * programs.
 *
 * Data    { path, keyword, expected }; the caller's values are quoted only where geth does, cut
 *         short
 */
export const paramsTrouble = (
  row: MethodContract,
  given: CompletedParams,
  errors: readonly ValidationError[],
): RefusalDetail<'invalid-params'> => {
  const { params } = given
  const violation = withDigits(violationOf(row.components, params, errors), given)
  const { path, keyword, component } = violation
  const message = row.family === 'evm' ? evmWording(row, violation) : solanaWording(row, violation, params)
  const expected =
    dependencyOf(violation) ?? (component && row.components[component]?.expected) ?? expectationOf(row, violation)
  return { message, data: { path, keyword, expected } }
}

/** Longer texts are not parsed again for the digits of one number. */
const MAX_READ_AGAIN = 10_000

/** The violation with the number as written, if parsing rounded it. */
const withDigits = (violation: Violation, { paramsJson }: CompletedParams): Violation => {
  const { value, path } = violation
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || paramsJson.length > MAX_READ_AGAIN) return violation
  return { ...violation, value: valueAt(parseExact(paramsJson.toString()), path) }
}

/** Describes a duplicate member, or too many of them. */
export const memberTrouble = (
  { family }: MethodRow,
  { keyword, index, path, name }: MisplacedMember,
): RefusalDetail<'invalid-params'> => {
  if (keyword === 'maxProperties') {
    const message =
      family === 'evm' ? `invalid argument ${index}: too many members` : 'Invalid params: too many fields.'
    return { message, data: { path, keyword, expected: `At most ${MAX_MEMBERS} members.` } }
  }
  const message =
    family === 'evm'
      ? `invalid argument ${index}: duplicate member ${JSON.stringify(name)}`
      : `Invalid params: duplicate field \`${name}\`.`
  return { message, data: { path, keyword, expected: 'Each member of an object once.' } }
}

/**
 * The last error is the outermost. That of an `if` only says that another one failed. For a choice
 * (anyOf) the last error names no component, so an earlier error at the same place that does is
 * used.
 */
const violationOf = (
  components: Readonly<Record<string, ComponentRow>>,
  params: readonly unknown[],
  errors: readonly ValidationError[],
): Violation => {
  const last = errors.findLast(({ keyword }) => keyword !== 'if')!
  const path = last.instancePath
  const named =
    last.keyword === 'anyOf'
      ? errors.findLast((error) => error.instancePath === path && ruleOf(error).component !== undefined)
      : undefined
  const error = named ?? last
  const index = path === '' ? undefined : Number(path.split('/')[1])
  const { component, dependency } = ruleOf(error)
  if (dependency !== undefined) {
    const place = `${path.slice(0, path.lastIndexOf('/'))}/${dependency.member}`
    const value = valueAt(params, path)
    const keyword = 'dependencies'
    return { path: place, index, keyword, component: undefined, kind: undefined, value, dependency, error }
  }
  const kind = component === undefined ? undefined : components[component]?.kind
  return { path, index, keyword: error.keyword, component, kind, value: valueAt(params, path), error }
}

interface Rule {
  readonly component: string | undefined
  readonly dependency: Violation['dependency']
}

/** By the validators' paths, which are constants. */
const rules = new Map<string, Rule>()

const ruleOf = ({ schemaPath }: ValidationError): Rule => {
  let rule = rules.get(schemaPath)
  if (rule === undefined) {
    const [, member, on] = DEPENDENCY.exec(schemaPath) ?? []
    const dependency = member === undefined || on === undefined ? undefined : { member, on }
    rule = { component: COMPONENT.exec(schemaPath)?.[1], dependency }
    rules.set(schemaPath, rule)
  }
  return rule
}

const dependencyOf = ({ dependency, error }: Violation): string | undefined =>
  dependency &&
  `${dependency.member} only with ${dependency.on} ${(error.params.allowedValues as string[]).join(', ')}.`

const expectationOf = (row: MethodRow, { index }: Violation): string => {
  if (index !== undefined) return `A valid ${row.params[index]?.name ?? 'parameter'}.`
  return `Params [${row.params.map((param) => (param.isRequired ? param.name : `${param.name}?`)).join(', ')}].`
}
