import type { Schema } from '../contract.js'
import { patternMistake } from '../lint/patterns.js'

/** The same expression from the first character of a text to its last, which the lint wants. */
const wholeOf = (pattern: string): string => {
  const hasAlternatives = /(^|[^\\])\|/.test(pattern.replaceAll(/\([^()]*\)/g, ''))
  const begins = pattern.startsWith('^') && !hasAlternatives
  const ends = /(^|[^\\])\$$/.test(pattern) && !hasAlternatives
  if (begins && ends) return pattern
  if (begins) return `${pattern.replace(/\.\*$/, '')}[\\s\\S]*$`
  return ends ? `^[\\s\\S]*?${pattern.replace(/^\.\*/, '')}` : `^(?:[\\s\\S]*?(?:${pattern})[\\s\\S]*)$`
}

/** A pattern as the lint wants it, or why there is none. */
export const anchored = (pattern: string): { readonly pattern: string } | { readonly mistake: string } => {
  const own = patternMistake(pattern)
  if (own !== undefined) return { mistake: own }
  const whole = wholeOf(pattern)
  const mistake = patternMistake(whole)
  return mistake === undefined ? { pattern: whole } : { mistake }
}

/** A length of texts as a pattern: the validators have no keyword for it. */
export const lengthPattern = ({ minLength, maxLength }: Schema): string | undefined =>
  minLength === undefined && maxLength === undefined
    ? undefined
    : `^[\\s\\S]{${Number(minLength ?? 0)},${maxLength === undefined ? '' : Number(maxLength)}}$`
