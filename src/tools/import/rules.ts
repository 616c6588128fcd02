import type { ContractMethod } from '../../contract/contract.js'

/** The effect of calls of a method: `x-effect`. */
export type Effect = 'read' | 'write' | 'stateful'

/** A rule about names of methods; the first that matches a name applies. */
interface NameRule<Value> {
  readonly pattern: RegExp
  readonly value: Value
  readonly reason: string
}

/** Methods that a gateway should not or cannot offer; the list of omissions has the reason. */
export const leftOut: readonly Omit<NameRule<never>, 'value'>[] = [
  { pattern: /^rpc\./, reason: 'names with rpc. are reserved (JSON-RPC 2.0, section 8)' },
  { pattern: /^engine_/, reason: 'the engine API is for the consensus client of a node' },
  { pattern: /^debug_/, reason: 'it costs a node much: take what you need from the contract ethereum-debug' },
  { pattern: /^(anvil|hardhat|evm)_/, reason: 'it changes a chain for tests: the contract anvil has such methods' },
  { pattern: /^(admin|personal|miner|testing|clique|surfnet)_/, reason: 'it is for the operator of the node' },
]

/** The effect that a method's name suggests. */
export const effectRules: readonly NameRule<Effect>[] = [
  { pattern: /filter/i, value: 'stateful', reason: 'its name speaks of a filter, which lives in one node' },
  {
    pattern:
      /(^|_)(send|submit|broadcast|sign|set|add|remove|delete|create(?!AccessList)|import|export|start|stop|lock|unlock|request|cancel|new)/,
    value: 'write',
    reason: 'its name begins with a verb that changes something',
  },
  {
    pattern:
      /(^|_)(get|is|has|list|estimate|simulate|call|trace|check|count|find|fetch|query|search|resolve|createAccessList|fill)/,
    value: 'read',
    reason: 'its name begins with a verb that reads',
  },
  {
    pattern:
      /(version|status|syncing|listening|config|capabilities|content\w*|fee|price|accounts|coinbase|id|height|slot)$/i,
    value: 'read',
    reason: 'its name is that of something to read',
  },
]

/** Signs in names and types for the family of a whole document; the family with more signs wins. */
export const familySigns: Readonly<Record<ContractMethod['x-family'], readonly RegExp[]>> = {
  evm: [/^(eth|net|web3|txpool|trace|debug|engine|erigon|ots|arb|optimism|zks|zkevm|bor|linea|parity)_/],
  solana: [/^(get|is|send|simulate|request|minimum)[A-Z]\w*$/],
}

/** Texts for invented examples: the first that fits a schema is used. */
export const sampleTexts: readonly string[] = [
  '0x0',
  'latest',
  '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df',
  `0x${'5b'.repeat(32)}`,
  '0x',
  `0x${'00'.repeat(256)}`,
  ...[1, 4, 8, 16, 48, 65, 96].map((bytes) => `0x${'01'.repeat(bytes)}`),
  ...['0x1', '0x2', '0x3', '0x4', '1', 'text', 'finalized', 'confirmed'],
  '11111111111111111111111111111111',
  '4RihoM2z7mfr9GjMukXzho6Nzfz6R1pL4xu1yC9dHicnUTe1HoqApBDq8MGWvmTQ68zhuBzTYRJZXEUMUw8ocuEC',
]

/** Keywords that do not constrain values, dropped without a note. */
export const annotations: ReadonlySet<string> = new Set(
  `title $schema $id id $anchor $comment example examples default deprecated
  readOnly writeOnly externalDocs discriminator xml definitions $defs contentMediaType contentEncoding`.split(/\s+/),
)

const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']
const isType = (value: unknown): boolean => TYPES.includes(value as string)
const isText = (value: unknown): boolean => typeof value === 'string'
/** Integers beyond 2^53 are bigints; see `parseExact`. */
const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint'
/** True if a value can count items or characters. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
const isListOf = (value: unknown, isOne: (value: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne) && new Set(value).size === value.length

/** Keywords that a contract takes unchanged, with a check of their values. */
export const keptKeywords: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['type', (value) => isType(value) || (isListOf(value, isType) && (value as unknown[]).length > 0)],
  ['description', isText],
  ['required', (value) => isListOf(value, isText)],
  ['multipleOf', (value) => isNumber(value) && (value as number) > 0],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, isNumber] as const),
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'].map((name) => [name, isCount] as const),
])

/** The time limit of a method that is in no known contract. */
export const defaultLimits: ContractMethod['x-limits'] = { timeoutMs: 10_000, timeoutError: 'upstream-timeout' }
