import { errorsPointer, impliedErrorsOf } from '../with-errors.js'
import { methodRule } from './rule.js'

/**
 * Checks the errors that methods list: valid references, none twice, and none that the method has
 * implicitly.
 */
export const lintErrors = methodRule((method, report, contract) => {
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
