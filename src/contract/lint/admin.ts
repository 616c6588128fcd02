import { Ajv } from 'ajv'
import type { Contract, Schema } from '../contract.js'
import { isObject } from '../map-schema.js'
import type { WrittenContract } from '../with-errors.js'
import { lintDocument } from './document.js'
import { type ContractMistake, pointer } from './mistake.js'
import { lintPatterns } from './patterns.js'
import { lintReferences } from './references.js'
import { placesIn } from './schemas.js'
import { hasSkeleton, lintShape } from './shape.js'

/** One parameter of a method of the admin API; `x-cli` describes its command-line option. */
interface WrittenParam {
  readonly name: string
  readonly summary?: string
  readonly required?: boolean
  readonly schema: Schema
  readonly 'x-cli'?: unknown
}

/** The admin API's document as written; `x-errors` has a row for each error of the components. */
export interface WrittenAdminDocument {
  readonly methods: readonly {
    readonly name: string
    readonly summary: string
    readonly paramStructure?: string
    readonly params: readonly WrittenParam[]
    readonly result: { readonly schema: Schema }
    readonly errors?: readonly { readonly $ref: string }[]
    readonly 'x-changes'?: unknown
    readonly 'x-holder'?: unknown
    readonly 'x-cli'?: unknown
  }[]
  readonly components: Pick<Contract['components'], 'schemas' | 'errors'>
  readonly 'x-errors': Readonly<Record<string, { readonly httpStatus: number }>>
}

type AdminMethodEntry = WrittenAdminDocument['methods'][number]

const lineOf = { type: 'string', minLength: 1 }
const listOf = (items: object) => ({ type: 'array', items })
const isTrue = { const: true }
/** An object with these members, each of them optional. */
const membersOf = (properties: object) => ({ type: 'object', additionalProperties: false, properties })
/** The extensions of this document's methods and params, and their schemas. */
const shapes: Readonly<Record<'method' | 'param', Readonly<Record<string, object>>>> = {
  method: {
    'x-changes': { type: 'boolean' },
    'x-holder': membersOf({
      account: lineOf,
      key: lineOf,
      mayBeLeftOut: isTrue,
      params: listOf(lineOf),
      addsKey: isTrue,
      whileSuspended: isTrue,
    }),
    'x-cli': membersOf({ summary: lineOf, alternatives: listOf(listOf(lineOf)) }),
  },
  param: { 'x-cli': membersOf({ option: lineOf, value: lineOf, isPositional: { type: 'boolean' } }) },
}

const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, logger: false }).addKeyword('components')

const lintExtensions = (value: object, kind: keyof typeof shapes, path: string): ContractMistake[] =>
  Object.entries(value)
    .filter(([key]) => key.startsWith('x-'))
    .flatMap(([key, extension]) => {
      const shape = shapes[kind][key]
      if (shape === undefined)
        return [{ path: `${path}${pointer(key)}`, message: `${key} is no extension of the admin API` }]
      if (ajv.validate(shape, extension)) return []
      const [error] = ajv.errors ?? []
      const name = error?.params.additionalProperty ?? ''
      return [{ path: `${path}/${key}${error?.instancePath ?? ''}`, message: `${error?.message} ${name}`.trim() }]
    })

const resolvedIn = ({ components }: WrittenAdminDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1)!] ?? {})

const lintParam = (document: WrittenAdminDocument, param: WrittenParam, path: string): ContractMistake[] => {
  const mistakes = lintExtensions(param, 'param', path)
  if (mistakes.length > 0) return mistakes
  if (!param.summary) mistakes.push({ path, message: 'has no summary, which is its help on the command line' })
  const { value, isPositional } = (param['x-cli'] ?? {}) as { value?: string; isPositional?: boolean }
  const schema = resolvedIn(document, param.schema)
  if (value === undefined && isPositional !== true && schema.type !== 'boolean' && schema.enum === undefined)
    mistakes.push({ path, message: 'needs x-cli with value, which stands for it in the help, or isPositional' })
  return mistakes
}

/** The parameters named by a method's extensions, if these are well-formed. */
interface NamedParams {
  readonly 'x-cli'?: { readonly alternatives?: readonly (readonly string[])[] }
  readonly 'x-holder'?: { readonly account?: string; readonly key?: string; readonly params?: readonly string[] }
}

const lintNames = (method: AdminMethodEntry, path: string): ContractMistake[] => {
  const { 'x-cli': { alternatives = [] } = {}, 'x-holder': holder = {} } = method as NamedParams
  const named = [
    ...alternatives.flat().map((name) => ['x-cli/alternatives', name]),
    ...[holder.account ?? [], holder.key ?? [], holder.params ?? []].flat().map((name) => ['x-holder', name]),
  ]
  return named
    .filter(([, name]) => !method.params.some((param) => param.name === name))
    .map(([place, name]) => ({ path: `${path}/${place}`, message: `${name} is no parameter of ${method.name}` }))
}

const lintMethod = (document: WrittenAdminDocument, method: AdminMethodEntry, path: string): ContractMistake[] => {
  const misshapen = lintExtensions(method, 'method', path)
  const mistakes = misshapen.length > 0 ? misshapen : lintNames(method, path)
  const names = method.params.map(({ name }) => name)
  if (document.methods.find(({ name }) => name === method.name) !== method)
    mistakes.push({ path: `${path}/name`, message: `${method.name} stands twice` })
  if (method.paramStructure !== 'by-name')
    mistakes.push({
      path: `${path}/paramStructure`,
      message: 'must be by-name: positions would make every new parameter a trap',
    })
  if (!method.summary) mistakes.push({ path, message: 'has no summary' })
  for (const [index, param] of method.params.entries()) {
    const place = `${path}/params/${index}`
    if (names.indexOf(param.name) < index)
      mistakes.push({ path: `${place}/name`, message: `${param.name} stands twice` })
    mistakes.push(...lintParam(document, param, place))
  }
  if (method['x-changes'] === undefined)
    mistakes.push({ path, message: 'needs x-changes: whether it changes something, and so stands in the audit log' })
  const errors = (method.errors ?? []).map(({ $ref }) => $ref)
  if (names.length > 0 && !errors.includes('#/components/errors/invalidParams'))
    mistakes.push({ path: `${path}/errors`, message: 'params can be wrong: invalidParams is missing' })
  return mistakes
}

const lintSchemas = ({ components, methods }: WrittenAdminDocument): ContractMistake[] => {
  const named = Object.entries(components.schemas).flatMap(([name, schema]) => {
    const path = pointer('components', 'schemas', name)
    return schema.title === name ? [] : [{ path, message: `its title must be its name, ${name}` }]
  })
  const schemas = [
    ...Object.entries(components.schemas).map(
      ([name, schema]) => [pointer('components', 'schemas', name), schema] as const,
    ),
    ...methods.flatMap(({ params, result }, index) => [
      ...params.map(({ schema }, at) => [pointer('methods', index, 'params', at, 'schema'), schema] as const),
      [pointer('methods', index, 'result', 'schema'), result.schema] as const,
    ]),
  ]
  const wrong = schemas.flatMap(([path, schema]) => {
    const strange = placesIn(schema, path).flatMap((place) =>
      Object.keys(place.schema)
        .filter((keyword) => ajv.RULES.keywords[keyword] === undefined)
        .map((keyword) => ({
          path: `${place.path}${pointer(keyword)}`,
          message: `${keyword} is not a keyword of JSON Schema`,
        })),
    )
    if (strange.length > 0) return strange
    try {
      ajv.compile({ components, ...schema })
      return []
    } catch (error) {
      return [{ path, message: (error as Error).message }]
    }
  })
  return [...named, ...wrong]
}

/** JSON-RPC 2.0 defines these codes for every API. */
const isStandard = (code: number): boolean => code === -32700 || (code >= -32603 && code <= -32600)

const lintErrors = (document: WrittenAdminDocument, contract: WrittenContract): ContractMistake[] => {
  const rows = isObject(document['x-errors']) ? document['x-errors'] : {}
  const ofPublic = Object.entries(contract.components.errors)
  const errors = Object.entries(document.components.errors).flatMap(([name, { code }], index, all) => {
    const path = pointer('components', 'errors', name)
    const taken = isStandard(code) ? undefined : ofPublic.find(([, error]) => error.code === code)
    const first = all.findIndex(([, error]) => error.code === code)
    return [
      ...(taken === undefined
        ? []
        : [
            {
              path: `${path}/code`,
              message: `${code} is the code of ${taken[0]} in openrpc.json: give it one of its own`,
            },
          ]),
      ...(first === index
        ? []
        : [{ path: `${path}/code`, message: `${code} is the code of ${all[first]![0]} already` }]),
      ...(Number.isInteger((rows[name] as { httpStatus?: number } | undefined)?.httpStatus)
        ? []
        : [{ path: pointer('x-errors', name), message: `${name} needs a row with httpStatus` }]),
    ]
  })
  const idle = Object.keys(rows).filter((name) => !Object.hasOwn(document.components.errors, name))
  return [
    ...errors,
    ...idle.map((name) => ({ path: pointer('x-errors', name), message: `${name} is not in components/errors` })),
  ]
}

/**
 * Finds everything wrong with the admin API's parsed document. Its own rules: calls by name, its
 * extensions, rows of `x-errors` with statuses, and no code with another meaning in the public
 * API's `contract`.
 */
export const lintAdmin = (parsed: unknown, contract: WrittenContract): ContractMistake[] => {
  const shape = lintShape(parsed)
  if (shape.length > 0 || !hasSkeleton(parsed))
    return shape.length > 0
      ? shape
      : [{ path: '', message: 'methods or components lack a part that the generator needs' }]
  const document = parsed as WrittenAdminDocument
  const common = parsed as unknown as WrittenContract
  const references = lintReferences(common as unknown as Contract)
  if (references.length > 0) return references
  return [
    ...lintDocument(common),
    ...document.methods.flatMap((method, index) => lintMethod(document, method, pointer('methods', index))),
    ...lintErrors(document, contract),
    ...lintPatterns(common as unknown as Contract),
    ...lintSchemas(document),
  ]
}
