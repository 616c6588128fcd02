import type { MethodRow, ParamRow, Rewrite } from '../../../generated/methods.js'
import { banner, type Contract, type ContractMethod, componentOf, literal } from '../../../src/contract/contract.js'
import { leftOutOf } from '../../../src/contract/lint/params/left-out.js'
import { componentRows, methodRow } from '../../../src/contract/rows.js'

const rewriteSource = ({ members, ...corrections }: Rewrite): string => {
  const entries = [...(members ?? [])].map(([name, member]) => `[${literal(name)}, ${rewriteSource(member)}]`)
  const parts = [
    ...(members === undefined ? [] : [`members: new Map<string, Rewrite>([${entries.join(', ')}])`]),
    ...Object.entries(corrections).map(([name, value]) => `${name}: ${literal(value)}`),
  ]
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

const paramSource = ({ rewrite, ...plain }: ParamRow): string => {
  const parts = Object.entries(plain).map(([name, value]) => `${name}: ${literal(value)}`)
  if (rewrite !== undefined) parts.push(`rewrite: ${rewriteSource(rewrite)}`)
  return `{ ${parts.join(', ')} }`
}

const rowSource = (row: MethodRow): string =>
  [
    `  ${row.name}: {`,
    ...Object.entries(row).map(([name, value]) =>
      name === 'params'
        ? `    params: [${row.params.map(paramSource).join(', ')}],`
        : `    ${name}: ${literal(value)},`,
    ),
    '  },',
  ].join('\n')

/**
 * The params of a method as labelled arguments; optional ones may also be null, as in the
 * validators.
 */
const labelledParams = (method: ContractMethod): string =>
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

/** The param that selects the state to read, by its index. */
export type Position =
  | { kind: 'block'; param: number }
  | { kind: 'block-range'; param: number }
  | { kind: 'commitment'; param: number }
  | { kind: 'none' }

/** Corrections of values before they are forwarded; \`members\` are all members of an object. */
export interface Rewrite {
  members?: ReadonlyMap<string, Rewrite>
  /** Members with other names are refused, and not left out. */
  isClosed?: true
  /** Names may be spelled in upper and lower case. */
  hasFreeSpelling?: true
  /** A number may have leading zeros. */
  isQuantity?: true
  /** null stands for false. */
  isFalseIfNull?: true
  /** Texts of a member that count as null. */
  leftOut?: readonly string[]
}

/** A positional parameter. The gateway completes one left out with \`x-completed-with\`. */
export interface ParamRow {
  name: string
  isRequired: boolean
  default?: unknown
  rewrite?: Rewrite
}

/** Node errors that mean that a write was accepted before, and the result in their place. */
export interface AlreadyKnown {
  messages: readonly string[]
  param: number
  result: 'evm-transaction-hash' | 'solana-signature'
}

/** A kind of events. */
export interface SubscriptionKind {
  /** The notification's name, where the method has one kind. */
  name: string
  /** Its name in usage records. */
  usageName: string
  source: 'heads' | 'logs' | 'pending' | 'node'
  /** The price of an event. */
  priceCredits: number
  /** The price while a param is true; the index counts from the param after the kind's name. */
  priceIf?: { param: number; credits: number }
  /**
   * Of source node: the newest state replaces older ones, one last event ends the subscription, or
   * every event counts.
   */
  state?: 'latest' | 'once' | 'every'
  /** Takes \`{"after": …}\` as the param behind its own. */
  resumes: boolean
}

/** The subscription that a method begins. */
export interface SubscriptionRow {
  notification: string
  /** The method that ends it. */
  unsubscribe: string
  /** The first param names the kind. */
  hasKindFirst: boolean
  kinds: readonly SubscriptionKind[]
}

/** Facts of a method besides its schemas; pointers are JSON pointers into the params. */
export interface MethodRow {
  name: string
  family: Family
  /**
   * A method reads, changes the chain, makes or uses an object in one node, or begins or ends a
   * subscription.
   */
  effect: 'read' | 'write' | 'stateful' | 'subscription'
  /** A write that is sent to all healthy nodes at once. */
  isBroadcast?: boolean | undefined
  alreadyKnown?: AlreadyKnown | undefined
  /**
   * The value at a JSON pointer into the result if the node does not know what the call names: it
   * may be behind.
   */
  unknownAs?: { at: string; is: string | boolean | null | readonly [] } | undefined
  /**
   * State of a stateful method: the result is the id of an object in a node, or the parameter at
   * an index is such an id. \`ifGone\` is the result if the object is gone; by default an error.
   */
  state?: { id: 'made' } | { id: 'used'; param: number; ifGone?: boolean | null } | undefined
  /** The events of a method that begins a subscription. */
  subscription?: SubscriptionRow | undefined
  /** The price of a call; with a rule, the highest price. */
  priceCredits: number
  /** The rule of a price that differs from call to call. */
  priceBy?: { base: number; perResultKiB?: number; each?: number; of?: string } | undefined
  timeoutMs: number
  timeoutError: TimeoutErrorName
  maxParameters?: number | undefined
  countedParameters: readonly string[]
  maxResults?: number | undefined
  position: Position
  finality: 'never' | 'constant' | 'block'
  canFailOver: boolean
  /** The fact that the gateway itself knows and can answer with. */
  answers?: 'newest-block' | 'chain-id' | undefined
  /** The proof that the gateway demands for an answer of the partner. */
  proof?: 'eip-1186' | undefined
  hasHandler: boolean
  /** No list of any length is in its results: a look-up, and not a search. */
  hasSmallResult: boolean
  params: readonly ParamRow[]
  /** Params that a key limited to contracts may send: any, none, or those at these places. */
  contractAccess: 'open' | 'refused' | { readonly addresses: readonly string[]; readonly beside: readonly string[] }
  pubkeyPointers: readonly string[]
  summary: string
}

/** Kind of a component's values, which decides the words for a mistake in one. */
export type ValueKind =
  | 'address'
  | 'addresses'
  | 'base64'
  | 'block'
  | 'hash'
  | 'pubkey'
  | 'signature'
  | 'single-member'
  | 'storage-key'
  | 'topics'
  | 'transaction'

/** Description of a component: one sentence about its values, and their kind. */
export interface ComponentRow {
  expected: string
  kind?: ValueKind
}
`

/** The method table: prices, limits, positions, and the params and results as types. */
export const emitMethods = (contract: Contract): string => {
  const lines = (line: (method: ContractMethod) => string) => contract.methods.map(line).join('\n')
  const components = Object.entries(componentRows(contract))
    .map(([name, row]) => `  ${name}: ${literal(row)},`)
    .join('\n')
  return `${banner}
import type { TimeoutErrorName } from './errors.js'
import type { ${usedTypes(contract).join(', ')} } from './types.js'

/** A method of the contract. */
export type MethodName = ${contract.methods.map(({ name }) => literal(name)).join(' | ')}

${declarations}
/** One row for each method, by its name on the wire. */
export const methods: { readonly [M in MethodName]: MethodRow } = {
${lines((method) => rowSource(methodRow(contract, method)))}
}

/** The state that a call reads if it names none: the defaults of the schemas. */
export const leftOut = ${literal(leftOutOf(contract))} as const

/** The positional params of each method. */
export interface Params {
${lines((method) => `  ${method.name}: [${labelledParams(method)}]`)}
}

/** The result of each method. */
export interface Results {
${lines((method) => `  ${method.name}: ${componentOf(method.result.schema)}`)}
}

/** Descriptions of the components, by name. */
export const components: Readonly<Record<string, ComponentRow>> = {
${components}
}
`
}
