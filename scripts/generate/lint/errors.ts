import type { Contract } from '../contract.js'
import { isObject, type Mistake, pointer } from './mistake.js'

const errorsPointer = '#/components/errors/'

/** Words in a message that make alloy (cast, foundry) retry; only an error that passes by itself may have them. */
const retried = ['rate limit', 'rate exceeded', 'too many requests', 'credits limited', 'request limit']
const passesByItself = (name: string): boolean => name.startsWith('throttled-')

const lintTables = (contract: Contract): Mistake[] => {
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

const lintMessages = (contract: Contract): Mistake[] =>
  Object.entries(contract.components.errors).flatMap(([name, { message }]) => {
    const path = pointer('components', 'errors', name)
    if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return [{ path, message: `${name} must be lower-case words joined by -` }]
    const word = retried.find((text) => String(message).toLowerCase().includes(text))
    if (word === undefined || passesByItself(name)) return []
    return [{ path: `${path}/message`, message: `"${word}" makes clients retry an error that stays` }]
  })

/** The limit stands in the message too, because clients search it for the number; the two must be one number. */
const lintResultLimits = (contract: Contract): Mistake[] => {
  const message = String(contract.components.errors['too-many-results']?.message ?? '')
  return contract.methods.flatMap((method, index) => {
    const limit = method['x-limits']?.maxResults
    if (limit === undefined || message.match(/\d+/)?.[0] === String(limit)) return []
    const path = pointer('methods', index, 'x-limits', 'maxResults')
    return [{ path, message: `${limit} is not the number in the message of too-many-results: ${message}` }]
  })
}

const lintUses = (contract: Contract): Mistake[] =>
  contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index, 'errors')
    if (!Array.isArray(method.errors)) return [{ path, message: `${method.name} has no errors` }]
    const names = method.errors.map(({ $ref }) => String($ref))
    const mistakes = names.flatMap((target, at) => {
      if (!target.startsWith(errorsPointer))
        return [{ path: `${path}/${at}`, message: `must be a reference to ${errorsPointer}…` }]
      return names.indexOf(target) === at ? [] : [{ path: `${path}/${at}`, message: `${target} stands twice` }]
    })
    const timeout = method['x-limits']?.timeoutError
    if (timeout === undefined || names.includes(`${errorsPointer}${timeout}`)) return mistakes
    return [...mistakes, { path, message: `${method.name} does not list its timeoutError, ${timeout}` }]
  })

/** Errors: two tables that fit, references that fit, and messages that do not mislead clients. */
export const lintErrors = (contract: Contract): Mistake[] => [
  ...lintTables(contract),
  ...lintMessages(contract),
  ...lintResultLimits(contract),
  ...lintUses(contract),
]
