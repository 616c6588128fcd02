import { didYouMean } from '../../config/suggestion.js'
import { OperationError } from '../operation-error.js'

/** Names that must all be known, each once; `what` says what they name. Errors: `unknown-name`. */
export const checkNames = (what: string, names: readonly string[], known: readonly string[]): string[] => {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known) || '.'
    throw new OperationError(
      'unknown-name',
      `there is no ${what} "${unknown}"${hint} Known ${what}s: ${known.join(', ')}`,
    )
  }
  return [...new Set(names)]
}
