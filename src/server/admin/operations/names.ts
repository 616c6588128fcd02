import { isOneLine } from '../../accounts/one-line.js'
import { didYouMean } from '../../config/suggestion.js'
import type { Words } from '../operation-deps.js'
import { malformed, OperationError } from '../operation-error.js'

/** Bounds the comparisons with a mistyped name: a contract may have ten thousand methods. */
const MAX_COMPARED = 500

/** Names that a message lists: more of them would hide what is wrong. */
const MAX_LISTED = 12

const listed = (what: string, known: readonly string[]): string => {
  const more = known.length > MAX_LISTED ? ` and ${known.length - MAX_LISTED} more` : ''
  return `Known ${what}s: ${known.slice(0, MAX_LISTED).join(', ')}${more}`
}

/** A name or label that people give. Errors: `malformed` if it is not one line. */
export const checkOneLine = (words: Words, param: 'name' | 'label', text: string): string => {
  if (isOneLine(text)) return text
  throw malformed(`${words.param(param)} must be one line without control characters`)
}

/** Checks that all names are known and unique; `what` describes them. Errors: `unknown-name`. */
export const checkNames = (what: string, names: readonly string[], known: readonly string[]): string[] => {
  const all = new Set(known)
  const unknown = names.find((name) => !all.has(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, known.slice(0, MAX_COMPARED)) || '.'
    throw new OperationError('unknown-name', `there is no ${what} "${unknown}"${hint} ${listed(what, known)}`)
  }
  return [...new Set(names)]
}
