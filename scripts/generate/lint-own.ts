import type { ContractMethod } from '../../src/contract/contract.js'
import { type ContractMistake, pointer, type Report, under } from '../../src/contract/lint/mistake.js'
import { lint } from '../../src/contract/lint.js'
import { DATA, numbersOf, PLACEHOLDER, PROSE, withFilledProse } from '../../src/contract/prose.js'
import type { WrittenContract } from '../../src/contract/with-errors.js'
import { lintErrorTable } from './lint-error-table.js'
import { lintSchema } from './lint-schema.js'

/** Checks the declarations of extensions and of headers. */
const lintDeclarations = (contract: WrittenContract, report: Report): void => {
  const names = contract['x-extensions'].map(({ name }) => name)
  for (const [index, { name, schema }] of contract['x-extensions'].entries()) {
    const path = pointer('x-extensions', index)
    if (names.indexOf(name) !== index) report(`${path}/name`, `${name} is declared twice`)
    lintSchema(schema, under(report, `${path}/schema`))
  }
  for (const [name, { schema }] of Object.entries(contract['x-headers']))
    lintSchema(schema, under(report, pointer('x-headers', name, 'schema')))
}

/** Every text of prose in a part of a contract, with its place: a JSON pointer. */
const proseIn = (value: unknown, path: string): (readonly [text: string, path: string])[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
        if (DATA.has(key)) return []
        const place = `${path}${pointer(key)}`
        return PROSE.has(key) && typeof member === 'string' ? [[member, place] as const] : proseIn(member, place)
      })

/**
 * A number from 1,000 on, with or without separators; not within a name, such as EIP-1559 or
 * sha256.
 */
const NUMBER = /(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d{4,})(?![\w-]|[.,]\d)/g

/** The year in which Unix time begins. */
const EPOCH = '1970'

/** Checks prose that may name the numbers of some methods: a limit in it must be one in force. */
const lintNumbers = (part: unknown, place: string, methods: readonly ContractMethod[], report: Report): void => {
  const known = new Map(methods.flatMap((method) => [...numbersOf(method)].map(([name, text]) => [text, name])))
  const list = [...known].map(([text, name]) => `{${name}} is ${text}`).join(', ') || 'it has none'
  for (const [text, path] of proseIn(part, place))
    for (const [written] of text.matchAll(NUMBER)) {
      const value = Number(written.replaceAll(',', ''))
      // A larger number is not one of the contract's: it is the bound of a type.
      const isOther = written === EPOCH || value > Number.MAX_SAFE_INTEGER
      if (!isOther && !known.has(value.toLocaleString('en-US')))
        report(path, `${written} is no price and no limit of the method: ${list}`)
    }
}

/** Checks the numbers in prose, and that each placeholder stands for one. */
const lintProse = (contract: WrittenContract, report: Report): void => {
  const { methods, components } = contract
  for (const [index, method] of methods.entries()) lintNumbers(method, pointer('methods', index), [method], report)
  lintNumbers(components.schemas, '/components/schemas', methods, report)
  const filled = withFilledProse(contract, { methods, components: { schemas: components.schemas } })
  for (const [text, path] of proseIn(filled, ''))
    for (const [placeholder] of text.matchAll(PLACEHOLDER))
      report(path, `${placeholder} stands for no number of the contract`)
}

const rules = [lintDeclarations, lintErrorTable, lintProse]

/**
 * Finds everything wrong with the parsed openrpc.json: besides what `lint` finds in any contract,
 * mistakes in the parts that operators' documents inherit, and in its prose, which names no numbers
 * of a chain.
 */
export const lintOwn: typeof lint = (document) => {
  const mistakes: ContractMistake[] = lint(document)
  for (const rule of rules)
    try {
      rule(document as WrittenContract, (path, message) => mistakes.push({ path, message }))
    } catch (error) {
      // A rule fails on a part of the wrong type, which has nearly always been reported already.
      if (mistakes.length === 0) mistakes.push({ path: '', message: `has a part that stops a check: ${error}` })
    }
  return mistakes
}
