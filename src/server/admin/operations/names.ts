import { didYouMean } from '../../config/suggestion.js'
import { OperationError } from '../operation-error.js'

/** Bounds the comparisons with a mistyped name: a contract may have ten thousand methods. */
const MAX_COMPARED = 500

/** Checks that all names are known and unique; `what` describes them. Errors: `unknown-name`. */
export const checkNames = (what: string, names: readonly string[], known: readonly string[]): string[] => {
  const all = new Set(known)
  const unknown = names.find((name) => !all.has(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known.slice(0, MAX_COMPARED)) || '.'
    throw new OperationError(
      'unknown-name',
      `there is no ${what} "${unknown}"${hint} Known ${what}s: ${known.join(', ')}`,
    )
  }
  return [...new Set(names)]
}
