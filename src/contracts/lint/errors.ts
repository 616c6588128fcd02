import type { Contract } from '../contract.js'
import { type CommonError, commonErrorsOf, errorsPointer, type WrittenContract } from '../with-errors.js'
import { type ContractMistake, isObject, pointer } from './mistake.js'

/** Words in a message that make alloy (cast, foundry) retry; only an error that passes by itself may have them. */
const retried = ['rate limit', 'rate exceeded', 'too many requests', 'credits limited', 'request limit']
const passesByItself = (name: string): boolean => name.startsWith('throttled-')

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
    if (word === undefined || passesByItself(name)) return []
    return [{ path: `${path}/message`, message: `"${word}" makes clients retry an error that stays` }]
  })

/** The limit stands in the message too, because clients search it for the number; the two must be one number. */
const lintResultLimits = (contract: Contract): ContractMistake[] => {
  const message = String(contract.components.errors['too-many-results']?.message ?? '')
  return contract.methods.flatMap((method, index) => {
    const limit = method['x-limits']?.maxResults
    if (limit === undefined || message.match(/\d+/)?.[0] === String(limit)) return []
    const path = pointer('methods', index, 'x-limits', 'maxResults')
    return [{ path, message: `${limit} is not the number in the message of too-many-results: ${message}` }]
  })
}

const commonMembers = new Set(['$ref', 'x-family', 'isTimeout'])

const isCommonError = (value: unknown): value is CommonError =>
  isObject(value) &&
  String(value.$ref).startsWith(errorsPointer) &&
  Object.keys(value).every((member) => commonMembers.has(member)) &&
  [undefined, 'evm', 'solana'].includes(value['x-family'] as undefined) &&
  [undefined, true].includes(value.isTimeout as undefined)

const lintCommon = (common: unknown): ContractMistake[] => {
  const path = pointer('x-common-errors')
  if (!Array.isArray(common)) return [{ path: '', message: 'the document has no x-common-errors' }]
  const names = common.map((error) => (isObject(error) ? error.$ref : undefined))
  return common.flatMap((error, at) => {
    if (!isCommonError(error))
      return [
        { path: `${path}/${at}`, message: `must be a reference to ${errorsPointer}…, with x-family or isTimeout` },
      ]
    return names.indexOf(error.$ref) === at ? [] : [{ path: `${path}/${at}`, message: `${error.$ref} stands twice` }]
  })
}

const lintUses = (contract: WrittenContract): ContractMistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index, 'errors')
    const own: unknown = method.errors ?? []
    if (!Array.isArray(own)) return [{ path, message: `the errors of ${method.name} are no list` }]
    const names = own.map(({ $ref }) => String($ref))
    const common = commonErrorsOf(contract, method).map(({ $ref }) => $ref)
    const mistakes = names.flatMap((target, at) => {
      const place = `${path}/${at}`
      if (!target.startsWith(errorsPointer))
        return [{ path: place, message: `must be a reference to ${errorsPointer}…` }]
      if (common.includes(target))
        return [{ path: place, message: `${target} is added from x-common-errors, leave it out here` }]
      return names.indexOf(target) === at ? [] : [{ path: place, message: `${target} stands twice` }]
    })
    const timeout = method['x-limits']?.timeoutError
    if (timeout === undefined || [...common, ...names].includes(`${errorsPointer}${timeout}`)) return mistakes
    return [...mistakes, { path, message: `${method.name} does not list its timeoutError, ${timeout}` }]
  })

/** Errors: two tables that fit, references that fit, none of a method that it has anyway, and messages that do not mislead clients. */
export const lintErrors = (contract: WrittenContract): ContractMistake[] => {
  const common = lintCommon(contract['x-common-errors'])
  return [
    ...lintTables(contract),
    ...lintMessages(contract),
    ...lintResultLimits(contract),
    ...common,
    ...(common.length > 0 ? [] : lintUses(contract)),
  ]
}
