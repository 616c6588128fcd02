import type { Contract } from '../contract.js'
import { alternativesOf } from '../error-data.js'
import { isObject } from '../map-schema.js'
import { errorsPointer, impliedErrorsOf, type WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer } from './mistake.js'

/**
 * Words in a message that make alloy (cast, foundry) retry; only a transient error may contain
 * them.
 */
const retried = ['rate limit', 'rate exceeded', 'too many requests', 'credits limited', 'request limit']
const passesByItself = (contract: Contract, name: string): boolean =>
  alternativesOf(contract['x-errors']?.[name]?.data ?? {}).some(({ properties }) => properties?.retryAfterMs)

const lintTables = (contract: Contract): ContractMistake[] => {
  const rows = isObject(contract['x-errors']) ? contract['x-errors'] : {}
  const { errors } = contract.components
  const withoutRow = Object.keys(errors).filter((name) => !Object.hasOwn(rows, name))
  const withoutError = Object.keys(rows).filter((name) => !Object.hasOwn(errors, name))
  return [
    ...withoutRow.map((name) => ({
      path: pointer('components', 'errors', name),
      message: `${name} has no row in x-errors`,
    })),
    ...withoutError.map((name) => ({
      path: pointer('x-errors', name),
      message: `${name} is not in components/errors`,
    })),
  ]
}

const lintMessages = (contract: Contract): ContractMistake[] =>
  Object.entries(contract.components.errors).flatMap(([name, { message }]) => {
    const path = pointer('components', 'errors', name)
    if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return [{ path, message: `${name} must be lower-case words joined by -` }]
    const word = retried.find((text) => String(message).toLowerCase().includes(text))
    if (word === undefined || passesByItself(contract, name)) return []
    return [{ path: `${path}/message`, message: `"${word}" makes clients retry an error that stays` }]
  })

const lintUses = (contract: WrittenContract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index, 'errors')
    const own: unknown = method.errors ?? []
    if (!Array.isArray(own)) return [{ path, message: `the errors of ${method.name} are no list` }]
    const names = own.map(({ $ref }) => String($ref))
    const implied = impliedErrorsOf(contract, method).map(({ $ref }) => $ref)
    const mistakes = names.flatMap((target, at) => {
      const place = `${path}/${at}`
      if (!target.startsWith(errorsPointer))
        return [{ path: place, message: `must be a reference to ${errorsPointer}…` }]
      if (implied.includes(target))
        return [{ path: place, message: `${target} follows from what the method is (x-errors), leave it out here` }]
      return names.indexOf(target) === at ? [] : [{ path: place, message: `${target} stands twice` }]
    })
    const timeout = method['x-limits']?.timeoutError
    const row = timeout === undefined ? undefined : contract['x-errors']?.[timeout]
    if (row === undefined || row.methods?.isTimeout) return mistakes
    const place = pointer('methods', index, 'x-limits', 'timeoutError')
    return [...mistakes, { path: place, message: `${timeout} is not an error of time limits (isTimeout in x-errors)` }]
  })

/**
 * Checks errors: two consistent tables, valid references, no reference that the method has
 * implicitly, and messages that do not mislead clients.
 */
export const lintErrors = (contract: WrittenContract): ContractMistake[] => [
  ...lintTables(contract),
  ...lintMessages(contract),
  ...lintUses(contract),
]
