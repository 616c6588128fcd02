import { readFileSync } from 'node:fs'
import { type LocatedMistake, mistakeLine, readContract } from '../../src/contract/read.js'
import { lintOwn } from '../generate/lint-own.js'
import { answerMutations } from './answers.js'
import { contractAddressMutations } from './contract-addresses.js'
import { documentMutations } from './document.js'
import { effectMutations } from './effects.js'
import { errorMutations } from './errors.js'
import { exampleMutations } from './examples.js'
import { harmless } from './harmless.js'
import { limitMutations } from './limits.js'
import { type Loose, own } from './mutation.js'
import { paramMutations } from './params.js'
import { schemaMutations } from './schemas.js'
import { subscriptionMutations } from './subscriptions.js'
import { textMutations } from './text.js'

const documentMistakes = [
  ...documentMutations,
  ...schemaMutations,
  ...limitMutations,
  ...paramMutations,
  ...answerMutations,
  ...contractAddressMutations,
  ...effectMutations,
  ...subscriptionMutations,
  ...exampleMutations,
  ...errorMutations,
]

/** The outcome of one mutation: the line that names it, or why no line does. */
export interface Outcome {
  readonly what: string
  readonly line?: string
  readonly problem?: string
}

const print = (document: unknown): string => JSON.stringify(document, null, 2)

const mistakesIn = (text: string): readonly LocatedMistake[] => {
  const reading = readContract(text, 'openrpc.json', undefined, lintOwn)
  return 'mistakes' in reading ? reading.mistakes : []
}

/**
 * The line that a value, or what is left of the way to it, has in the printed document: found with
 * a mark in its place.
 */
const lineOf = (document: Loose, path: string): number => {
  const keys = path.split('/').slice(1)
  const marked = structuredClone(document)
  const walk = (inner: Loose, [key, ...rest]: readonly string[]): Loose => {
    if (key === undefined || typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return '⌖'
    inner[key] = walk(inner[key], rest)
    return inner
  }
  return (
    print(walk(marked, keys))
      .split('\n')
      .findIndex((line) => line.includes('⌖')) + 1
  )
}

const judge = (what: string, text: string, path: string, words: RegExp, line: number | undefined): Outcome => {
  const mistakes = mistakesIn(text)
  const named = mistakes.find((mistake) => mistake.path === path && words.test(mistake.message))
  if (named === undefined)
    return { what, problem: `no line at ${path} with ${words}: ${mistakes.map(mistakeLine).join('\n  ') || 'nothing'}` }
  if (line !== undefined && named.line !== line)
    return { what, problem: `line ${named.line} instead of ${line}: ${mistakeLine(named)}` }
  return { what, line: mistakeLine(named) }
}

/**
 * Makes each mistake in a copy of openrpc.json, one after the other, and holds what the lint says
 * against what it must say.
 */
export const mutations: readonly { readonly what: string; readonly apply: () => Outcome }[] = [
  ...documentMistakes.map(([what, make, path, words]) => ({
    what,
    apply: () => {
      const document: Loose = own()
      make(document)
      return judge(what, print(document), path, words, lineOf(document, path))
    },
  })),
  ...textMutations.map(([what, make, path, words]) => ({
    what,
    apply: () => {
      const text = readFileSync('openrpc.json', 'utf8')
      const broken = make(text)
      if (broken === text) return { what, problem: 'the text was not changed' }
      return judge(what, broken, path, words, undefined)
    },
  })),
  ...harmless.map(([what, make, reason]) => ({
    what,
    apply: () => {
      const document: Loose = own()
      make(document)
      const mistakes = mistakesIn(print(document))
      return mistakes.length === 0
        ? { what, line: `no mistake: ${reason}` }
        : { what, problem: mistakes.map(mistakeLine).join('\n  ') }
    },
  })),
]

/** Rows of docs/contract-lint.md: every mutation, its place, and the words of the line about it. */
export const mutationRows = (): (readonly [what: string, path: string, words: string])[] =>
  [...documentMistakes, ...textMutations].map(([what, , path, words]) => [
    what,
    path,
    words.source.replaceAll('\\', ''),
  ])

/** Rows of docs/contract-lint.md: what is no mistake, and why. */
export const harmlessRows = (): (readonly [what: string, reason: string])[] =>
  harmless.map(([what, , reason]) => [what, reason])
