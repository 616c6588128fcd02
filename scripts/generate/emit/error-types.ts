import { compile, type JSONSchema } from 'json-schema-to-typescript'
import type { Contract } from '../../../src/contract/contract.js'

/** The union of names as a type, one a line. */
export const union = (names: readonly string[]): string =>
  names.length === 0 ? ' never' : names.map((name) => `\n  | '${name}'`).join('')

/** The data of every error as it is on the wire, as the interface `ErrorData`. */
export const emitErrorData = async ({ 'x-errors': rows }: Contract): Promise<string> => {
  const properties = Object.fromEntries(
    Object.entries(rows).map(([name, { data, description }]) => [name, { description, ...data }]),
  )
  const description = 'The data of each error on the wire, by its name.'
  const root = {
    title: 'ErrorData',
    description,
    type: 'object',
    required: Object.keys(rows),
    properties,
  } as JSONSchema
  const text = await compile(root, 'ErrorData', {
    bannerComment: '',
    additionalProperties: false,
    style: { singleQuote: true, semi: false, printWidth: 120 },
  })
  return text.trim()
}

/** The types of the values that code gives to make an error, because its row lacks them. */
export const emitGiven = (contract: Contract): string => {
  const rows = Object.entries(contract['x-errors'])
  const fixed = rows.filter(([, { reason }]) => reason !== undefined).map(([name]) => name)
  const fills = rows.map(([name, { fill = [] }]) => ({ name, fill })).filter(({ fill }) => fill.length > 0)
  return `
/** The errors whose reason their row names. */
type ReasonedName =${union(fixed)}

type Without<Data, Members extends string> = Data extends unknown ? Omit<Data, Members> : never

/** The members of an error's data that do not follow from its name. */
export type GivenData<E extends ErrorName> = E extends ErrorName
  ? Without<ErrorData[E], E extends ReasonedName ? 'name' | 'reason' : 'name'>
  : never

/** The words in braces of a message that stand for nothing in the data. */
export interface GivenWords {
${fills.map(({ name, fill }) => `  '${name}': { ${fill.map((word) => `${word}: string | number`).join('; ')} }`).join('\n')}
}
`
}
