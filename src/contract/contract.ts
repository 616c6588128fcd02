import type {
  ContentDescriptorObject,
  ErrorObject,
  ExamplePairingObject,
  InfoObject,
  MethodObject,
} from '@open-rpc/meta-schema'
import { exactJson } from '../runtime/exact-json.js'
import type { SubscriptionExtension } from './subscriptions/declared.js'

/**
 * A JSON Schema (draft 7) as written in openrpc.json; only the keywords that the generator reads
 * have types.
 */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema | boolean>>
  readonly items?: Schema | readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  /** Corrections applied to values before they are forwarded. */
  readonly 'x-rewrite'?: readonly ('spelling' | 'leading-zeros' | 'null-is-false')[]
  /** Texts of a member that count as null. */
  readonly 'x-left-out'?: readonly string[]
  /** Keywords that only conformance checks apply. */
  readonly 'x-conformance'?: readonly string[]
  /** An integer that a client must not round. */
  readonly 'x-integer'?: 'u64'
  /**
   * The alternatives of `anyOf` that apply for each requested encoding; `none`: for a call that
   * requests none.
   */
  readonly 'x-by-encoding'?: Readonly<Record<string, readonly number[]>>
  /** The error for a violated condition, instead of invalid-params. */
  readonly 'x-refused-with'?: string
  readonly [keyword: string]: unknown
}

/** A parameter or a result: a name and the schema of its values. */
interface ContentDescriptor extends Readonly<Pick<ContentDescriptorObject, 'name' | 'description' | 'required'>> {
  readonly schema: Schema
  /** The value that the gateway fills in for a required parameter. */
  readonly 'x-completed-with'?: unknown
}

/** One example of a method: parameter values and their result. */
export interface MethodExample extends Readonly<Pick<ExamplePairingObject, 'name' | 'description'>> {
  readonly params: readonly { readonly name: string; readonly value: unknown }[]
  readonly result: { readonly name: string; readonly value: unknown }
}

/** The parameter that selects the state to read. */
export interface Position {
  readonly kind: 'block' | 'block-range' | 'commitment' | 'none'
  readonly param?: number
}

/** JSON pointers to contract addresses, and to all other params that a limited key may send. */
export interface ContractPlaces {
  readonly addresses: readonly string[]
  readonly beside?: readonly string[]
}

/** A limited key's access to a method: anything, or only the params at certain places. */
export type ContractAccess = 'open' | ContractPlaces

/** The effect of calls of a method: `x-effect`. */
export type MethodEffect = 'read' | 'write' | 'stateful' | 'subscription'

/** A method of the contract with its extensions. */
export interface ContractMethod
  extends Readonly<Pick<MethodObject, 'name' | 'summary' | 'description' | 'paramStructure'>> {
  readonly params: readonly ContentDescriptor[]
  readonly result: ContentDescriptor
  /** Left out in written methods whose errors all follow from their properties. */
  readonly errors?: readonly { readonly $ref: string }[]
  readonly examples: readonly MethodExample[]
  readonly 'x-family': 'evm' | 'solana'
  readonly 'x-effect'?: MethodEffect
  readonly 'x-subscription'?: SubscriptionExtension
  readonly 'x-broadcast'?: boolean
  /** Node errors that mean that a write was accepted before, and the result that replaces them. */
  readonly 'x-already-known'?: {
    readonly messages: readonly string[]
    readonly param: number
    readonly result: 'evm-transaction-hash' | 'solana-signature'
  }
  /** The value at a JSON pointer into the result if the node does not know what the call names. */
  readonly 'x-unknown-as'?: { readonly at: string; readonly is: string | boolean | null | readonly [] }
  /**
   * A stateful method either creates the id of an object in a node, or takes it as a parameter.
   * `ifGone`: its result if the object is gone.
   */
  readonly 'x-state'?: {
    readonly id: 'made' | 'used'
    readonly param?: number
    readonly ifGone?: boolean | null
  }
  readonly 'x-credits': number
  /** A price that varies: by the size of the result, or by the items at a place of the params. */
  readonly 'x-credits-by'?: {
    readonly base: number
    readonly perResultKiB?: number
    readonly each?: number
    readonly of?: string
  }
  /** Time, and for some methods the numbers of parameters and of results. */
  readonly 'x-limits': {
    readonly timeoutMs: number
    readonly timeoutError: string
    readonly maxParameters?: number
    readonly countedParameters?: readonly string[]
    readonly maxResults?: number
  }
  readonly 'x-position': Position
  readonly 'x-finality': 'never' | 'constant' | 'block'
  readonly 'x-failover': boolean
  readonly 'x-contracts'?: ContractAccess
  readonly 'x-handler'?: boolean
  readonly 'x-answers'?: 'newest-block' | 'chain-id'
  readonly 'x-proof'?: 'eip-1186'
  /** The specification or the node's code that the description follows. */
  readonly 'x-source'?: string
  /** Reasons for extensions that no type can confirm, by the extension's name. */
  readonly 'x-reasons'?: Readonly<Partial<Record<'x-contracts' | 'x-effect' | 'x-finality', string>>>
}

/** The methods that have an error: those that match every given member. */
export interface ErrorScope {
  readonly family?: ContractMethod['x-family']
  readonly position?: readonly Position['kind'][]
  readonly limit?: 'maxParameters' | 'maxResults'
  /** Methods whose `x-limits.timeoutError` it is. */
  readonly isTimeout?: true
  /** Methods with this `x-effect`. */
  readonly effect?: MethodEffect
  /** Methods of subscriptions that do this. */
  readonly subscription?: 'begins' | 'names-kind' | 'resumes' | 'ends'
}

/** The definition of an error of `components.errors`: `x-errors` in openrpc.json. */
export interface ErrorExtension {
  readonly description: string
  readonly httpStatus: number
  readonly isCharged?: true
  readonly retry: 'never' | 'after' | 'soon'
  /** The messages that the error can answer. */
  readonly answers: readonly ('http-request' | 'handshake' | 'body' | 'call')[]
  /** Omitted: no method has it implicitly. */
  readonly methods?: ErrorScope
  /** Words in braces in the message that are not members of the data. */
  readonly fill?: readonly string[]
  readonly reason?: string
  readonly data?: Schema
}

/** A header of answers over HTTP: `x-headers` in openrpc.json. */
export interface HeaderExtension {
  readonly description: string
  readonly when: string
  readonly schema: Schema
}

/** The parsed openrpc.json after the lint found no mistake in it. */
export interface Contract {
  readonly openrpc: string
  readonly info: Readonly<Pick<InfoObject, 'title' | 'version'>>
  readonly methods: readonly ContractMethod[]
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly errors: Readonly<
      Record<string, Readonly<Pick<ErrorObject, 'code' | 'message'>> & { readonly data?: unknown }>
    >
  }
  readonly 'x-errors': Readonly<Record<string, ErrorExtension>>
  readonly 'x-headers': Readonly<Record<string, HeaderExtension>>
  readonly 'x-extensions': readonly ExtensionDeclaration[]
}

/** A declared extension; `restricted` names the kinds of objects that may have it. */
export interface ExtensionDeclaration {
  readonly name: string
  readonly summary?: string
  readonly description?: string
  readonly restricted?: readonly string[]
  readonly schema: Readonly<Record<string, unknown>>
}

/** First line of every generated TypeScript file. */
export const banner = '// @generated from openrpc.json by scripts/generate — do not edit\n'

/** The prefix of a reference to a component schema. */
export const schemasPointer = '#/components/schemas/'

/** The component that a schema refers to; undefined for an inline schema. */
export const componentOf = (schema: Schema): string | undefined =>
  schema.$ref?.startsWith(schemasPointer) ? schema.$ref.slice(schemasPointer.length) : undefined

/** The schema, or the component it refers to. The lint has checked that references resolve. */
export const resolved = (contract: Contract, schema: Schema): Schema => {
  const name = componentOf(schema)
  return name === undefined ? schema : resolved(contract, contract.components.schemas[name] as Schema)
}

/** True if a call may omit a parameter: it is optional, or the gateway fills it in. */
export const mayBeLeftOut = ({ required, 'x-completed-with': completion }: ContractMethod['params'][number]): boolean =>
  required !== true || completion !== undefined

/** The number of params that every call must give; the lint has checked that they come first. */
export const requiredCount = (method: ContractMethod): number =>
  method.params.filter((param) => !mayBeLeftOut(param)).length

/**
 * TypeScript source of a JSON value. Strings stay JSON, because single quotes would need other
 * escaping rules.
 */
export const literal = (value: unknown): string => exactJson(value)

/** TypeScript source of a text in single quotes. */
export const quoted = (text: string): string => {
  const inner = JSON.stringify(text).slice(1, -1)
  return `'${inner.replaceAll(/\\.|'/g, (part) => (part === '\\"' ? '"' : part === "'" ? "\\'" : part))}'`
}

/**
 * A text for a comment of generated TypeScript: it can neither end the comment nor begin a new
 * line.
 */
export const commentText = (text = ''): string => text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')
