import type { Contract, ContractMethod } from '../contract.js'
import { isObject } from '../map-schema.js'
import { isData, isProse, numbersOf } from '../prose.js'
import { type ContractMistake, pointer } from './mistake.js'

/**
 * A number from 1,000 on, with or without separators; not within a name, such as EIP-1559 or
 * sha256.
 */
const NUMBER = /(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d{4,})(?![\w-]|[.,]\d)/g

/** The year in which Unix time begins. */
const EPOCH = '1970'

/** The numbers that methods declare. */
const known = (methods: readonly ContractMethod[]): ReadonlyMap<string, string> =>
  new Map(methods.flatMap((method) => [...numbersOf(method)].map(([name, text]) => [text, name] as const)))

const listOf = (numbers: ReadonlyMap<string, string>): string =>
  [...numbers].map(([text, name]) => `{${name}} is ${text}`).join(', ') || 'it has none'

const lintText = (text: string, path: string, numbers: ReadonlyMap<string, string>): ContractMistake[] =>
  [...text.matchAll(NUMBER)].flatMap(([written]) => {
    if (written === EPOCH) return []
    const value = Number(written.replaceAll(',', ''))
    // A larger number is not one of the contract's: it is the bound of a type.
    if (value > Number.MAX_SAFE_INTEGER || numbers.has(value.toLocaleString('en-US'))) return []
    return [{ path, message: `${written} is no price and no limit of the method: ${listOf(numbers)}` }]
  })

const lintProse = (value: unknown, path: string, numbers: ReadonlyMap<string, string>): ContractMistake[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => lintProse(item, `${path}/${index}`, numbers))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const place = `${path}${pointer(key)}`
    if (isData(key)) return []
    if (isProse(key) && typeof member === 'string') return lintText(member, place, numbers)
    return lintProse(member, place, numbers)
  })
}

/** Checks numbers in prose: a limit in a text must be the limit in force. */
export const lintNumbers = (contract: Contract): ContractMistake[] => [
  ...contract.methods.flatMap((method, index) => lintProse(method, pointer('methods', index), known([method]))),
  ...lintProse(contract.components.schemas, '/components/schemas', known(contract.methods)),
]
