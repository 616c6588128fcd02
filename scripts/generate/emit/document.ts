import { banner } from '../../../src/contract/contract.js'
import { exactJson } from '../../../src/runtime/exact-json.js'

const declarations = `/** A JSON Schema of the document. */
export interface DocumentSchema {
  [keyword: string]: unknown
}

/** A parameter or a result of a method. */
export interface DocumentContent {
  name: string
  description?: string
  required?: boolean
  schema: DocumentSchema
  'x-completed-with'?: unknown
}

/** A method as the document describes it; the extensions are explained in \`x-extensions\`. */
export interface DocumentMethod {
  name: string
  summary?: string
  description?: string
  params: readonly DocumentContent[]
  result: DocumentContent
  errors: readonly { $ref: string }[]
  examples: readonly {
    name: string
    description?: string
    params: readonly { name: string; value: unknown }[]
    result: { name: string; value: unknown }
  }[]
  'x-family': 'evm' | 'solana'
  'x-credits': number
  'x-credits-by'?: { base: number; perResultKiB?: number; each?: number; of?: string }
  [member: string]: unknown
}

/** An address pattern: \`\${network}\` and \`\${key}\` stand for the variables. */
export interface DocumentServer {
  name?: string
  summary?: string
  description?: string
  url: string
  variables?: Readonly<Record<string, { default: string; description?: string; enum?: readonly string[] }>>
}

/** The OpenRPC document. */
export interface Document {
  openrpc: string
  info: { title: string; version: string; description?: string; [member: string]: unknown }
  servers: readonly DocumentServer[]
  methods: readonly DocumentMethod[]
  components: {
    schemas: Readonly<Record<string, DocumentSchema>>
    errors: Readonly<Record<string, { code: number; message: string; data?: unknown }>>
  }
  [member: string]: unknown
}
`

/**
 * The contract as a value, so that the gateway serves exactly what it was generated from, without
 * reading a file.
 */
export const emitDocument = (document: unknown): string =>
  `${banner}
${declarations}
/** The answer of GET /openrpc.json and rpc.discover. */
export const document: Document = ${asLatin1(byLines(document, LINE_DEPTH).replace(INEXACT, inexact))}
`

/** As deep as the members of a method, and the component schemas. */
const LINE_DEPTH = 3

/** JSON with a line for each member down to a depth: openrpc.json itself is for readers. */
const byLines = (value: unknown, depth: number): string => {
  if (depth === 0 || typeof value !== 'object' || value === null) return exactJson(value)
  if (Array.isArray(value)) return `[\n${value.map((member) => byLines(member, depth - 1)).join(',\n')}\n]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${byLines(member, depth - 1)}`,
  )
  return `{\n${members.join(',\n')}\n}`
}

/** Strings, and numbers of many digits. */
const INEXACT = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g
/** An integer that is no number in JavaScript is written as a bigint. */
const inexact = (token: string): string => (token[0] === '"' || String(Number(token)) === token ? token : `${token}n`)

/**
 * JSON without characters above latin1: V8 keeps a module's text, and one such character makes it
 * take two bytes for each.
 */
const asLatin1 = (json: string): string =>
  json.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
