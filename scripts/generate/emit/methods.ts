import {
  banner,
  type Contract,
  type ContractMethod,
  componentOf,
  literal,
  mayBeLeftOut,
  resolved,
  type Schema,
} from '../../../src/contracts/contract.js'
import { rewriteOf } from '../../../src/contracts/rewrite.js'

/** The first sentence of a description: what a value must look like. */
const firstSentence = (description = ''): string => /^[\s\S]*?[.](?=\s|$)/.exec(description)?.[0] ?? description

/** JSON pointers to the places of a schema where a component is used; arrays have no fixed place and are passed over. */
const pointersTo = (contract: Contract, schema: Schema, wanted: string, at: string): string[] => {
  if (componentOf(schema) === wanted) return [at]
  const { allOf = [], anyOf = [], oneOf = [], properties = {} } = resolved(contract, schema)
  const members = Object.entries(properties).flatMap(([name, member]) =>
    typeof member === 'boolean' ? [] : pointersTo(contract, member, wanted, `${at}/${name}`),
  )
  return [...[...allOf, ...anyOf, ...oneOf].flatMap((inner) => pointersTo(contract, inner, wanted, at)), ...members]
}

/** Whether values of the schema have no array in them whose length is open. */
const isSmall = (contract: Contract, schema: Schema): boolean => {
  const { type = [], maxItems, items, allOf = [], anyOf = [], oneOf = [], properties = {} } = resolved(contract, schema)
  if ([type].flat().includes('array') || items !== undefined) return maxItems !== undefined
  const members = Object.values(properties).filter((member) => typeof member !== 'boolean')
  return [...allOf, ...anyOf, ...oneOf, ...members].every((inner) => isSmall(contract, inner))
}

const paramRow = (contract: Contract, param: ContractMethod['params'][number]): string => {
  const { name, schema, 'x-completed-with': completion } = param
  const given = completion === undefined ? '' : `, default: ${literal(completion)}`
  const rewrite = rewriteOf(contract, schema)
  const corrected = rewrite === undefined ? '' : `, rewrite: ${rewrite}`
  return `{ name: ${literal(name)}, isRequired: ${!mayBeLeftOut(param)}${given}${corrected} }`
}

const methodRow = (contract: Contract, method: ContractMethod): string => {
  const limits = method['x-limits']
  const pubkeys = method.params.flatMap(({ schema }, index) => pointersTo(contract, schema, 'Pubkey', `/${index}`))
  const optional = (name: 'maxParameters' | 'maxResults') =>
    limits[name] === undefined ? [] : [`${name}: ${limits[name]},`]
  return [
    `  ${method.name}: {`,
    ...[
      `name: ${literal(method.name)},`,
      `family: ${literal(method['x-family'])},`,
      `priceCredits: ${method['x-credits']},`,
      `timeoutMs: ${limits.timeoutMs},`,
      `timeoutError: ${literal(limits.timeoutError)},`,
      ...optional('maxParameters'),
      `countedParameters: ${literal(limits.countedParameters ?? [])},`,
      ...optional('maxResults'),
      `position: ${literal(method['x-position'])},`,
      `finality: ${literal(method['x-finality'])},`,
      `canFailOver: ${method['x-failover']},`,
      `hasHandler: ${method['x-handler'] ?? false},`,
      `hasSmallResult: ${isSmall(contract, method.result.schema)},`,
      `params: [${method.params.map((param) => paramRow(contract, param)).join(', ')}],`,
      `contractPointers: ${literal(method['x-contracts'] ?? [])},`,
      `pubkeyPointers: ${literal([...new Set(pubkeys)])},`,
      `summary: ${literal(method.summary ?? '')},`,
    ].map((line) => `    ${line}`),
    '  },',
  ].join('\n')
}

/** The params of a method as labelled arguments; optional ones may also be null, as in the validators. */
export const labelledParams = (method: ContractMethod): string =>
  method.params
    .map(({ name, required, schema }) =>
      required === true ? `${name}: ${componentOf(schema)}` : `${name}?: ${componentOf(schema)} | null`,
    )
    .join(', ')

/** Names of the component types that params and results use, for an import. */
export const usedTypes = (contract: Contract): readonly string[] => {
  const schemas = contract.methods.flatMap(({ params, result }) => [
    ...params.map(({ schema }) => schema),
    result.schema,
  ])
  return [...new Set(schemas.flatMap((schema) => componentOf(schema) ?? []))].sort()
}

const declarations = `/** The kind of networks that have a method. */
export type Family = 'evm' | 'solana'

/** Where the params say which state is read; \`param\` is an index into them. */
export type Position =
  | { kind: 'block'; param: number }
  | { kind: 'block-range'; param: number }
  | { kind: 'commitment'; param: number }
  | { kind: 'none' }

/** What is corrected in values before they are forwarded; \`members\` are all that an object may have, by their names. */
export interface Rewrite {
  members?: ReadonlyMap<string, Rewrite>
  /** Members with other names are refused, and not left out. */
  isClosed?: true
  /** Names may be spelled in upper and lower case. */
  hasFreeSpelling?: true
  /** A number may have leading zeros. */
  isQuantity?: true
}

/** One positional parameter: whether a call must give it, and what it is completed with where not (\`x-completed-with\`). */
export interface ParamRow {
  name: string
  isRequired: boolean
  default?: unknown
  rewrite?: Rewrite
}

/** Everything the contract says about a method that is not a schema; pointers are JSON pointers into the params. */
export interface MethodRow {
  name: MethodName
  family: Family
  priceCredits: number
  timeoutMs: number
  timeoutError: TimeoutErrorName
  maxParameters?: number
  countedParameters: readonly string[]
  maxResults?: number
  position: Position
  finality: 'never' | 'constant' | 'block'
  canFailOver: boolean
  hasHandler: boolean
  /** No list of any length is in its results: a look-up, and not a search. */
  hasSmallResult: boolean
  params: readonly ParamRow[]
  contractPointers: readonly string[]
  pubkeyPointers: readonly string[]
  summary: string
}
`

/** The method table: prices, limits, positions, and the params and results as types. */
export const emitMethods = (contract: Contract): string => {
  const lines = (line: (method: ContractMethod) => string) => contract.methods.map(line).join('\n')
  const expectations = Object.entries(contract.components.schemas)
    .map(([name, { description }]) => `  ${name}: ${literal(firstSentence(description))},`)
    .join('\n')
  return `${banner}
import type { TimeoutErrorName } from './errors.js'
import type { ${usedTypes(contract).join(', ')} } from './types.js'

/** A method of the contract. */
export type MethodName = ${contract.methods.map(({ name }) => literal(name)).join(' | ')}

${declarations}
/** One row for each method, by its name on the wire. */
export const methods: { readonly [M in MethodName]: MethodRow } = {
${lines((method) => methodRow(contract, method))}
}

/** The positional params of each method. */
export interface Params {
${lines((method) => `  ${method.name}: [${labelledParams(method)}]`)}
}

/** The result of each method. */
export interface Results {
${lines((method) => `  ${method.name}: ${componentOf(method.result.schema)}`)}
}

/** What a value of each component schema must look like, in one sentence. */
export const expectations: Readonly<Record<string, string>> = {
${expectations}
}
`
}
