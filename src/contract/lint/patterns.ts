import { isSafePattern } from 'redos-detector'
import type { Schema } from '../contract.js'
import { placesIn } from '../visit-schema.js'
import type { WrittenContract } from '../with-errors.js'
import { pointer, type Report } from './mistake.js'
import { componentSchemas } from './rule.js'

/**
 * The allowed number of ways to match a text, and the length of the search for them: in steps, not
 * time, so that the result is the same everywhere.
 */
const bounds = { maxScore: 200, maxSteps: 5_000, timeout: Number.POSITIVE_INFINITY }

const BACKTRACKS =
  'backtracks without bound on a hostile text: no repetition in a repetition, and no two in a row that match the same characters'

/**
 * The mistake in a pattern, if any. Patterns match callers' texts, so none may take more than
 * linear time.
 */
export const patternMistake = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, 'u')
  } catch (error) {
    return (error as Error).message
  }
  try {
    if (isSafePattern(pattern, { ...bounds, unicode: true }).safe) return undefined
  } catch {
    return 'the time it takes cannot be bounded: write it without named groups and look-behind'
  }
  return BACKTRACKS
}

/**
 * Cached results for patterns, which many documents share. Bounded, because operators may reload
 * documents for years.
 */
const verdicts = new Map<string, string | undefined>()
const maxVerdicts = 1_000

const verdictOn = (pattern: string): string | undefined => {
  if (!verdicts.has(pattern)) {
    if (verdicts.size >= maxVerdicts) verdicts.clear()
    verdicts.set(pattern, patternMistake(pattern))
  }
  return verdicts.get(pattern)
}

/**
 * True if a text was found that a pattern takes exponential time to match, so that it must not run.
 * For other refused patterns the search was inconclusive; they may be fine.
 */
export const backtracks = (pattern: string): boolean => {
  if (verdictOn(pattern) !== BACKTRACKS) return false
  return isSafePattern(pattern, { ...bounds, unicode: true }).error === 'hitMaxScore'
}

/** An escape, a class, or a single character. */
const PIECES = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g

/** The alternatives of a pattern that stand outside of groups. */
export const alternativesIn = (pattern: string): string[] => {
  const alternatives = ['']
  let depth = 0
  for (const piece of pattern.match(PIECES) ?? []) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (piece === '|' && depth === 0) alternatives.push('')
    else alternatives[alternatives.length - 1] += piece
  }
  return alternatives
}

/**
 * The ends of a text at which every match of a pattern stands. Alternatives outside of a group each
 * have anchors of their own, which do not count.
 */
export const anchorsOf = (pattern: string): { readonly begins: boolean; readonly ends: boolean } => {
  if (alternativesIn(pattern).length > 1) return { begins: false, ends: false }
  const pieces = pattern.match(PIECES)
  return { begins: pieces?.[0] === '^', ends: pieces?.at(-1) === '$' }
}

/** True if a pattern matches whole texts only. */
export const isWhole = (pattern: string): boolean => {
  const { begins, ends } = anchorsOf(pattern)
  return begins && ends
}

const lintPattern = (pattern: string, path: string, report: Report): void => {
  const message = verdictOn(pattern)
  if (message !== undefined) return report(path, `${pattern} ${message}`)
  if (!isWhole(pattern))
    report(
      path,
      `${pattern} must begin with ^ and end with $, or it would match parts of a text; alternatives need a group, ^(?:a|b)$`,
    )
}

const patternsIn = (schema: Schema, path: string): [string, string][] => {
  const { pattern, patternProperties } = schema
  const keys = Object.keys(patternProperties ?? {}).map((key): [string, string] => [
    key,
    `${path}/patternProperties${pointer(key)}`,
  ])
  return typeof pattern === 'string' ? [[pattern, `${path}/pattern`], ...keys] : keys
}

/** Every pattern in a schema, with its place. */
export const patternsOf = (schema: unknown, path: string): [string, string][] =>
  placesIn(schema, path).flatMap(({ schema: inner, path: place }) => patternsIn(inner, place))

/** Checks patterns: regular expressions for whole texts, none slow for a hostile text. */
export const lintPatterns = (contract: Pick<WrittenContract, 'components'>, report: Report): void => {
  for (const [, schema, place] of componentSchemas(contract))
    for (const [pattern, path] of patternsOf(schema, place)) lintPattern(pattern, path, report)
}
