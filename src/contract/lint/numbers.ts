import type { ContractMethod } from '../contract.js'
import { numbersOf, proseIn, unknownPlaceholders } from '../prose.js'
import { pointer, type Report } from './mistake.js'
import type { LintRule } from './rule.js'

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

const lintText = (text: string, path: string, numbers: ReadonlyMap<string, string>, report: Report): void => {
  for (const [written] of text.matchAll(NUMBER)) {
    if (written === EPOCH) continue
    const value = Number(written.replaceAll(',', ''))
    // A larger number is not one of the contract's: it is the bound of a type.
    if (value > Number.MAX_SAFE_INTEGER || numbers.has(value.toLocaleString('en-US'))) continue
    report(path, `${written} is no price and no limit of the method: ${listOf(numbers)}`)
  }
}

/**
 * Checks numbers in prose: a limit in a text must be the limit in force, and a placeholder must
 * stand for one. An operator's document may mention numbers of its chain, and names in braces.
 */
export const lintNumbers: LintRule = (contract, report, { base }) => {
  if (base !== undefined) return
  const lintPart = (part: unknown, place: string, method?: ContractMethod) => {
    const numbers = known(method === undefined ? contract.methods : [method])
    for (const [text, path] of proseIn(part, place)) {
      lintText(text, path, numbers, report)
      for (const name of unknownPlaceholders(contract, text, method))
        report(path, `{${name}} stands for no number of the contract`)
    }
  }
  for (const [index, method] of contract.methods.entries()) lintPart(method, pointer('methods', index), method)
  lintPart(contract.components.schemas, '/components/schemas')
}
