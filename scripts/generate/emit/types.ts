import { compile, type JSONSchema } from 'json-schema-to-typescript'
import { banner, type Contract, schemasPointer } from '../../../src/contract/contract.js'

/**
 * References as json-schema-to-typescript wants them; lists without `maxItems`, or they become
 * unions of tuples.
 */
const adapted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(adapted)
  if (typeof value !== 'object' || value === null) return value
  const isList = 'items' in value && !Array.isArray(value.items)
  const entries = Object.entries(value)
    .filter(([key]) => !(isList && key === 'maxItems'))
    .map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? member.replace(schemasPointer, '#/definitions/') : adapted(member),
    ])
  return Object.fromEntries(entries)
}

/**
 * For the server: texts of one component are not those of another, so that params that change
 * places do not compile.
 */
export const nominalTypes = (types: string): string =>
  types.replace(/^export type (\w+) = string$/gm, "export type $1 = string & Component<'$1'>").replace(
    banner,
    `${banner}
declare const component: unique symbol

/** Brands a text with its component. Texts that the gateway writes itself are asserted. */
interface Component<Name extends string> {
  readonly [component]: Name
}
`,
  )

/**
 * The TypeScript types of all component schemas.
 *
 * Objects are closed here although the validators allow members that the contract does not name: a
 * program should not compile against a member that only some nodes send.
 */
export const emitTypes = async (contract: Contract): Promise<string> => {
  const definitions = adapted(contract.components.schemas) as Record<string, JSONSchema>
  const names = Object.keys(definitions)
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/definitions/${name}` }]))
  // The compiler emits what the root reaches, so the root names every component.
  const description = 'Every component schema of the contract, by its name.'
  const root = { title: 'Schemas', description, type: 'object', required: names, properties, definitions } as JSONSchema
  const source = await compile(root, 'Schemas', {
    bannerComment: '',
    additionalProperties: false,
    style: { singleQuote: true, semi: false, printWidth: 120 },
  })
  return `${banner}\n${source}`
}
