import type { Schema } from '../../../contract/contract.js'
import { pythonLiteral, pythonName } from './source-text.js'

/** Names that the modules use themselves. */
const TAKEN = ['Hex', 'Literal', 'Mapping', 'NewType', 'Sequence', 'TypeAlias', 'TypedDict']

/** The alternatives of a type, those within brackets left alone. */
const alternativesIn = (type: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const piece of type.split(/( \| |[[\]])/)) {
    if (piece === '[') depth += 1
    if (piece === ']') depth -= 1
    if (piece === ' | ' && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}

/** The type of what is one of these. */
export const union = (types: readonly string[]): string => {
  const parts = [...new Set(types.flatMap(alternativesIn))]
  if (parts.includes('object')) return 'object'
  // Those that are there only beside a type that has them anyway.
  const named = parts.filter((type) => !(type.startsWith('Literal["') && parts.includes('str')))
  return (
    named
      .filter((type) => type !== 'None')
      .concat(named.includes('None') ? ['None'] : [])
      .join(' | ') || 'None'
  )
}

/** The texts that a pattern allows: words, 0x and hexadecimal digits, or any. */
export const patternType = (pattern: string): string => {
  const inner = /^\^(?:\(\?:)?(.*?)\)?\$$/.exec(pattern)?.[1] ?? ''
  const alternatives = /^\^\(\?:/.test(pattern) && !/[()]/.test(inner) ? inner.split('|') : [pattern.slice(1, -1)]
  const isWord = (text: string) => /^\w+$/.test(text) && !text.startsWith('0x')
  const words = alternatives.filter(isWord).map(pythonLiteral)
  const others = alternatives.filter((one) => !isWord(one)).map((one) => (one.startsWith('0x') ? 'Hex' : 'str'))
  return union([...(words.length === 0 ? [] : [`Literal[${words.join(', ')}]`]), ...others])
}

const FIXED_LENGTH = /^\^0x\[[^\]]*\]\{\d+\}\$$/

/**
 * How a type of texts of one form is declared; undefined when a schema is none. What has a length
 * of its own, or is not hexadecimal, is a type of its own (an address is no hash); other
 * hexadecimal texts are all Hex (a number of a block is a quantity). All of them can be called.
 */
export const textDeclaration = (name: string, { type, pattern }: Schema, text: string): string | undefined => {
  if (type !== 'string' || typeof pattern !== 'string') return undefined
  if (text === 'Hex' && !FIXED_LENGTH.test(pattern)) return `${name}: TypeAlias = Hex`
  return text === 'Hex' || text === 'str' ? `${name} = NewType("${name}", str)` : undefined
}

/** The name of a component's type. */
export const typeName = (component: string): string => pythonName(component, TAKEN)

/** The import of what declarations use of Python's typing. */
export const typingImport = (text: string, names: readonly string[]): string => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/"""[\s\S]*?"""/g, '')))
  return used.length === 0 ? '' : `from typing import ${used.join(', ')}\n`
}

/**
 * A type as it stands within double quotes: the texts in it get single ones, and what is escaped in
 * them is so twice.
 */
export const quotable = (type: string): string =>
  type.replaceAll(/\\.|["']/g, (part) => {
    if (part === '"') return "'"
    if (part === "'") return "\\\\'"
    return part === '\\"' ? part : part.replaceAll('\\', '\\\\')
  })
