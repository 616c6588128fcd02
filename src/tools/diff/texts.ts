import { type CharSet, DFA, getIntersectionWordSets, JS, NFA } from 'refa'
import type { Schema } from '../../contract/contract.js'

/** Texts of a schema: those that match every pattern; with `listed`, only those among them. */
export interface TextSet {
  readonly patterns: readonly string[]
  readonly listed?: readonly string[]
}

/** The texts that a schema's own keywords allow. */
export const textsOf = (schema: Schema, listed: readonly unknown[] | undefined): readonly TextSet[] => {
  const { pattern, minLength, maxLength } = schema
  const length =
    minLength === undefined && maxLength === undefined ? [] : [`^[\\s\\S]{${minLength ?? 0},${maxLength ?? ''}}$`]
  const patterns = [...(typeof pattern === 'string' ? [pattern] : []), ...length]
  return [listed === undefined ? { patterns } : { patterns, listed: listed as readonly string[] }]
}

/** Limit for the comparison of two patterns; `{64}` has 64 states. */
const MAX_STATES = 20_000
const ANY_TEXT = '[\\s\\S]*'

/**
 * A pattern without its anchors. An expression with further assertions, or with alternatives
 * outside of a group, has no automaton here.
 */
const bodyOf = (pattern: string): string => {
  const begins = pattern.startsWith('^')
  const ends = /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern)
  const body = pattern.slice(begins ? 1 : 0, ends ? -1 : undefined)
  return `${begins ? '' : ANY_TEXT}(?:${body})${ends ? '' : ANY_TEXT}`
}

const hasOpenAlternatives = (pattern: string): boolean => {
  const { expression } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({ assertions: 'parse' })
  return expression.alternatives.length > 1
}

const automatonOf = (pattern: string): NFA => {
  if (hasOpenAlternatives(pattern)) throw new Error('alternatives outside of a group')
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: bodyOf(pattern), flags: 'u' }).parse()
  return NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(MAX_STATES))
}

const whole = (patterns: readonly string[]): NFA => {
  const [first = automatonOf(`^${ANY_TEXT}$`), ...others] = patterns.map(automatonOf)
  return others.reduce((all, one) => NFA.fromIntersection(all, one, new NFA.LimitedNodeFactory(MAX_STATES)), first)
}

const complement = (automaton: NFA): DFA => {
  const made = DFA.fromFA(automaton, new DFA.LimitedNodeFactory(MAX_STATES))
  made.minimize()
  made.complement(new DFA.LimitedNodeFactory(MAX_STATES))
  return made
}

const FAVOURITES = [...'01aAbBgzZ-_ '].map((letter) => letter.codePointAt(0)!)

const letterOf = (characters: CharSet): string =>
  String.fromCodePoint(FAVOURITES.find((code) => characters.has(code)) ?? characters.ranges[0]!.min)

const matches = (set: TextSet, text: string): boolean =>
  (set.listed === undefined || set.listed.includes(text)) &&
  set.patterns.every((pattern) => new RegExp(pattern, 'u').test(text))

/** True if any of the sets contains the text. */
export const hasText = (sets: readonly TextSet[], text: string): boolean => sets.some((set) => matches(set, text))

const madeText = (patterns: readonly string[]): string | undefined => {
  try {
    for (const word of whole(patterns).wordSets()) return word.map(letterOf).join('')
  } catch {
    // No automaton, no text.
  }
  return undefined
}

/** Cached results for patterns; two contracts repeat the same few. */
const shortest = new Map<string, string | undefined>()
const MAX_REMEMBERED = 1000

/** One of the shortest texts of a set; undefined if it is empty, or no text can be generated. */
export const shortestText = ({ patterns, listed }: TextSet): string | undefined => {
  if (listed !== undefined) return listed.find((text) => matches({ patterns }, text))
  const key = JSON.stringify(patterns)
  if (!shortest.has(key)) {
    if (shortest.size >= MAX_REMEMBERED) shortest.clear()
    shortest.set(key, madeText(patterns))
  }
  return shortest.get(key)
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const coverOf = (sets: readonly TextSet[]): NFA => {
  const union = whole(['^[^\\s\\S]$'])
  for (const { patterns, listed } of sets) {
    const texts = listed?.filter((text) => matches({ patterns }, text))
    const one = texts === undefined ? whole(patterns) : whole([`^(?:${texts.map(escaped).join('|')})$`])
    union.union(one, new NFA.LimitedNodeFactory(MAX_STATES))
  }
  return union
}

/**
 * A text of `set` that none of `others` contains, decided by automata and not by samples; without a
 * text if the patterns could not be compared; undefined if they contain all. Enumerated sets are
 * compared text by text beforehand.
 */
export const textsLost = (set: TextSet, others: readonly TextSet[]): { readonly text?: string } | undefined => {
  const covers = ({ patterns, listed }: TextSet): boolean =>
    listed === undefined && patterns.every((pattern) => set.patterns.includes(pattern))
  if (others.some(covers)) return undefined
  try {
    const lacking = getIntersectionWordSets(whole(set.patterns), complement(coverOf(others)), MAX_STATES)
    for (const word of lacking) return { text: word.map(letterOf).join('') }
    return undefined
  } catch {
    return {}
  }
}
