import { alternativesOf, isWord } from '../typescript/type-text.js'
import { pythonLiteral, pythonName } from './source-text.js'

/** Names that the modules use. */
const TAKEN = ['Hex', 'Literal', 'Mapping', 'Sequence', 'TypeAlias', 'TypedDict']

/** Splits a type into its alternatives, except within brackets. */
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

export const union = (types: readonly string[]): string => {
  const parts = [...new Set(types.flatMap(alternativesIn))]
  if (parts.includes('object')) return 'object'
  // Drops alternatives that another one includes.
  const named = parts.filter((type) => !(type.startsWith('Literal["') && parts.includes('str')))
  return (
    named
      .filter((type) => type !== 'None')
      .concat(named.includes('None') ? ['None'] : [])
      .join(' | ') || 'None'
  )
}

/** The type of a pattern: fixed words, hexadecimal with 0x, or any text. */
export const patternType = (pattern: string): string => {
  const alternatives = alternativesOf(pattern)
  const words = alternatives.filter(isWord).map(pythonLiteral)
  const others = alternatives.filter((one) => !isWord(one)).map((one) => (one.startsWith('0x') ? 'Hex' : 'str'))
  return union([...(words.length === 0 ? [] : [`Literal[${words.join(', ')}]`]), ...others])
}

/** Declares a name for a type; a name of plain texts is callable, as `str` is. */
export const aliasOf = (name: string, text: string): string =>
  `${name}: TypeAlias = ${text === 'Hex' || text === 'str' ? text : `"${quotable(text)}"`}`

export const typeName = (component: string): string => pythonName(component, TAKEN)

/** Imports from Python's typing for the declarations. */
export const typingImport = (text: string, names: readonly string[]): string => {
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text.replaceAll(/"""[\s\S]*?"""/g, '')))
  return used.length === 0 ? '' : `from typing import ${used.join(', ')}\n`
}

/** A type for use within double quotes: its texts get single quotes, and escapes are doubled. */
export const quotable = (type: string): string =>
  type.replaceAll(/\\.|["']/g, (part) => {
    if (part === '"') return "'"
    if (part === "'") return "\\\\'"
    return part === '\\"' ? part : part.replaceAll('\\', '\\\\')
  })
