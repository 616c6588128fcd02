import {
  banner,
  type Contract,
  type ContractMethod,
  commentText,
  componentOf,
  quoted,
  resolved,
  type Schema,
} from '../../../contract/contract.js'
import { componentsUsedBy, placesIn } from '../../../contract/visit-schema.js'
import { type TypeTextOptions, typeText } from './type-text.js'
import { watchedKinds } from './watched-kinds.js'

const encodingsIn = (schema: Schema): string[] =>
  placesIn(schema, '').flatMap((place) => Object.keys(place.schema['x-by-encoding'] ?? {}))

/** Facts of a contract that the client's types depend on besides their own schema. */
export interface ClientTypes {
  /** The components whose type depends on the requested encoding. */
  readonly byEncoding: ReadonlySet<string>
  /** All encodings, and `none`; empty if no result depends on one. */
  readonly encodings: readonly string[]
  /** The components that callers give. */
  readonly given: ReadonlySet<string>
}

/** Reads these facts from a contract. */
export const clientTypesOf = (contract: Contract): ClientTypes => {
  const { schemas } = contract.components
  const names = Object.keys(schemas)
  const direct = names.filter((name) => encodingsIn(schemas[name]!).length > 0)
  const reached = (name: string) => [name, ...componentsUsedBy(schemas[name], schemas)]
  const methods = [...contract.methods, ...watchedKinds(contract).map(({ method }) => method)]
  const given = methods.flatMap(({ params }) => params.map(({ schema }) => schema))
  return {
    byEncoding: new Set(names.filter((name) => reached(name).some((one) => direct.includes(one)))),
    encodings: [...new Set(names.flatMap((name) => encodingsIn(schemas[name]!)))],
    given: componentsUsedBy(given, schemas),
  }
}

/** The param whose member `encoding` determines the type of a method's result, if any. */
export const encodingParamOf = (contract: Contract, types: ClientTypes, method: ContractMethod): number | undefined => {
  const result = componentOf(method.result.schema)
  if (result === undefined || !types.byEncoding.has(result)) return undefined
  const at = method.params.findIndex(({ schema }) => resolved(contract, schema).properties?.encoding !== undefined)
  return at < 0 ? undefined : at
}

export const paramType = ({ schema }: ContractMethod['params'][number]): string => componentOf(schema) ?? 'unknown'

/**
 * The type of a result; `encoding` is the type of the requested encoding, if the result depends on
 * it.
 */
export const resultType = ({ result }: ContractMethod, types: ClientTypes, encoding?: string): string => {
  const name = componentOf(result.schema) ?? 'unknown'
  return types.byEncoding.has(name) && encoding !== undefined ? `${name}<${encoding}>` : name
}

const declaration = (name: string, schema: Schema, types: ClientTypes): string => {
  const options: TypeTextOptions = { byEncoding: types.byEncoding, isGiven: types.given.has(name) }
  const text = typeText(schema, options)
  const parameter = types.byEncoding.has(name) ? '<Encoding extends AnswerEncoding = AnswerEncoding>' : ''
  const comment = schema.description === undefined ? '' : `/** ${commentText(schema.description)} */\n`
  const isInterface = text.startsWith('{\n') && text.indexOf('\n}') === text.length - 2
  return `${comment}export ${isInterface ? `interface ${name}${parameter} ` : `type ${name}${parameter} = `}${text}\n`
}

const encodingTypes = ({ encodings }: ClientTypes): string =>
  encodings.length === 0
    ? ''
    : `
/** Encodings that a call may ask for; \`none\` if its configuration names no encoding. */
export type AnswerEncoding = ${encodings.map(quoted).join(' | ')}

/** The encoding that a call gets for a value of its member \`encoding\`. */
export type EncodingOf<Value> = Value extends AnswerEncoding ? Value : 'none'
`

/**
 * The types of all component schemas, as a module: closed objects, hexadecimal texts as templates,
 * integers of 64 bits as bigints.
 */
export const typeModule = (contract: Contract, types: ClientTypes): string =>
  [
    `${banner}${encodingTypes(types)}`,
    ...Object.entries(contract.components.schemas).map(([name, schema]) => declaration(name, schema, types)),
  ].join('\n')
