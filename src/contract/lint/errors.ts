import { isObject } from '../../runtime/is-object.js'
import type { Contract } from '../contract.js'
import { dataSchemasOf } from '../error-data.js'
import { errorsPointer, impliedErrorsOf } from '../with-errors.js'
import { pointer, type Report } from './mistake.js'
import { type LintRule, methodRule } from './rule.js'

/**
 * Words in a message that make alloy (cast, foundry) retry; only a transient error may contain
 * them.
 */
const retried = ['rate limit', 'rate exceeded', 'too many requests', 'credits limited', 'request limit']
const passesByItself = (contract: Contract, name: string): boolean =>
  dataSchemasOf(contract['x-errors']?.[name]?.data ?? {}).some(({ properties }) => properties?.retryAfterMs)

const lintTables = (contract: Contract, report: Report): void => {
  const rows = isObject(contract['x-errors']) ? contract['x-errors'] : {}
  const { errors } = contract.components
  for (const name of Object.keys(errors))
    if (!Object.hasOwn(rows, name)) report(pointer('components', 'errors', name), `${name} has no row in x-errors`)
  for (const name of Object.keys(rows))
    if (!Object.hasOwn(errors, name)) report(pointer('x-errors', name), `${name} is not in components/errors`)
}

const lintMessages = (contract: Contract, report: Report): void => {
  for (const [name, { message }] of Object.entries(contract.components.errors)) {
    const path = pointer('components', 'errors', name)
    const word = retried.find((text) => String(message).toLowerCase().includes(text))
    if (!/^[a-z]+(-[a-z]+)*$/.test(name)) report(path, `${name} must be lower-case words joined by -`)
    else if (word !== undefined && !passesByItself(contract, name))
      report(`${path}/message`, `"${word}" makes clients retry an error that stays`)
  }
}

const lintUses = methodRule((method, report, contract) => {
  const own: unknown = method.errors ?? []
  if (!Array.isArray(own)) return report('/errors', `the errors of ${method.name} are no list`)
  const names = own.map(({ $ref }) => String($ref))
  const implied = impliedErrorsOf(contract, method).map(({ $ref }) => $ref)
  for (const [at, target] of names.entries()) {
    const place = `/errors/${at}`
    if (!target.startsWith(errorsPointer)) report(place, `must be a reference to ${errorsPointer}…`)
    else if (implied.includes(target))
      report(place, `${target} follows from what the method is (x-errors), leave it out here`)
    else if (names.indexOf(target) !== at) report(place, `${target} stands twice`)
  }
  const timeout = method['x-limits']?.timeoutError
  const row = timeout === undefined ? undefined : contract['x-errors']?.[timeout]
  if (row !== undefined && !row.methods?.isTimeout)
    report('/x-limits/timeoutError', `${timeout} is not an error of time limits (isTimeout in x-errors)`)
})

/**
 * Checks errors: two consistent tables, valid references, no reference that the method has
 * implicitly, and messages that do not mislead clients.
 */
export const lintErrors: LintRule = (contract, report, context) => {
  lintTables(contract, report)
  lintMessages(contract, report)
  lintUses(contract, report, context)
}
