import { Ajv } from 'ajv'
import type { Contract, Schema } from '../../src/contract/contract.js'
import { lintDocument } from '../../src/contract/lint/document.js'
import {
  type ContractMistake,
  isFine,
  mistakesOf,
  pointer,
  type Report,
  under,
} from '../../src/contract/lint/mistake.js'
import { lintPatterns } from '../../src/contract/lint/patterns.js'
import { lintReferences } from '../../src/contract/lint/references.js'
import { componentSchemas } from '../../src/contract/lint/rule.js'
import { lintParts, lintShape } from '../../src/contract/lint/shape.js'
import { type Mistakes, readJudged } from '../../src/contract/read.js'
import { placesIn } from '../../src/contract/visit-schema.js'
import type { WrittenContract } from '../../src/contract/with-errors.js'
import { isObject } from '../../src/runtime/is-object.js'

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
    'x-changes': { enum: ['account', 'key', 'operator', 'upstream', false] },
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

const lintExtensions = (value: object, kind: keyof typeof shapes, report: Report): void => {
  for (const [key, extension] of Object.entries(value)) {
    if (!key.startsWith('x-')) continue
    const shape = shapes[kind][key]
    if (shape === undefined) report(pointer(key), `${key} is no extension of the admin API`)
    else if (!ajv.validate(shape, extension)) {
      const [error] = ajv.errors ?? []
      const name = error?.params.additionalProperty ?? ''
      report(`/${key}${error?.instancePath ?? ''}`, `${error?.message} ${name}`.trim())
    }
  }
}

const resolvedIn = ({ components }: WrittenAdminDocument, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split('/').at(-1)!] ?? {})

const lintParam = (document: WrittenAdminDocument, param: WrittenParam, report: Report): void => {
  if (!isFine(report, (found) => lintExtensions(param, 'param', found))) return
  if (!param.summary) report('', 'has no summary, which is its help on the command line')
  const { value, isPositional } = (param['x-cli'] ?? {}) as { value?: string; isPositional?: boolean }
  const schema = resolvedIn(document, param.schema)
  if (value === undefined && isPositional !== true && schema.type !== 'boolean' && schema.enum === undefined)
    report('', 'needs x-cli with value, which stands for it in the help, or isPositional')
}

/** The parameters named by a method's extensions, if these are well-formed. */
interface NamedParams {
  readonly 'x-cli'?: { readonly alternatives?: readonly (readonly string[])[] }
  readonly 'x-holder'?: { readonly account?: string; readonly key?: string; readonly params?: readonly string[] }
}

const lintNames = (method: AdminMethodEntry, report: Report): void => {
  const { 'x-cli': { alternatives = [] } = {}, 'x-holder': holder = {} } = method as NamedParams
  const named = [
    ...alternatives.flat().map((name) => ['x-cli/alternatives', name]),
    ...[holder.account ?? [], holder.key ?? [], holder.params ?? []].flat().map((name) => ['x-holder', name]),
  ]
  for (const [place, name] of named)
    if (!method.params.some((param) => param.name === name))
      report(`/${place}`, `${name} is no parameter of ${method.name}`)
}

const lintMethod = (document: WrittenAdminDocument, method: AdminMethodEntry, report: Report): void => {
  if (isFine(report, (found) => lintExtensions(method, 'method', found))) lintNames(method, report)
  const names = method.params.map(({ name }) => name)
  if (document.methods.find(({ name }) => name === method.name) !== method)
    report('/name', `${method.name} stands twice`)
  if (method.paramStructure !== 'by-name')
    report('/paramStructure', 'must be by-name: positions would make every new parameter a trap')
  if (!method.summary) report('', 'has no summary')
  for (const [index, param] of method.params.entries()) {
    const own = under(report, `/params/${index}`)
    if (names.indexOf(param.name) < index) own('/name', `${param.name} stands twice`)
    lintParam(document, param, own)
  }
  if (method['x-changes'] === undefined) report('', 'needs x-changes: what it changes, for the audit log, or false')
  const errors = (method.errors ?? []).map(({ $ref }) => $ref)
  if (names.length > 0 && !errors.includes('#/components/errors/invalidParams'))
    report('/errors', 'params can be wrong: invalidParams is missing')
}

const lintSchemas = (document: WrittenAdminDocument, report: Report): void => {
  const { components, methods } = document
  for (const [name, schema, path] of componentSchemas(document))
    if (schema.title !== name) report(path, `its title must be its name, ${name}`)
  const schemas = [
    ...componentSchemas(document).map(([, schema, path]) => [path, schema] as const),
    ...methods.flatMap(({ params, result }, index) => [
      ...params.map(({ schema }, at) => [pointer('methods', index, 'params', at, 'schema'), schema] as const),
      [pointer('methods', index, 'result', 'schema'), result.schema] as const,
    ]),
  ]
  for (const [path, schema] of schemas) {
    const hasKeywords = isFine(report, (found) => {
      for (const place of placesIn(schema, path))
        for (const keyword of Object.keys(place.schema))
          if (ajv.RULES.keywords[keyword] === undefined)
            found(`${place.path}${pointer(keyword)}`, `${keyword} is not a keyword of draft 7 of JSON Schema`)
    })
    if (!hasKeywords) continue
    try {
      ajv.compile({ components, ...schema })
    } catch (error) {
      report(path, (error as Error).message)
    }
  }
}

/** JSON-RPC 2.0 defines these codes for every API. */
const isStandard = (code: number): boolean => code === -32700 || (code >= -32603 && code <= -32600)

const lintErrors = (document: WrittenAdminDocument, report: Report, contract: WrittenContract): void => {
  const rows = isObject(document['x-errors']) ? document['x-errors'] : {}
  const ofPublic = Object.entries(contract.components.errors)
  const own = Object.entries(document.components.errors)
  for (const [index, [name, { code }]] of own.entries()) {
    const path = pointer('components', 'errors', name, 'code')
    const taken = isStandard(code) ? undefined : ofPublic.find(([, error]) => error.code === code)
    const first = own.findIndex(([, error]) => error.code === code)
    if (taken !== undefined) report(path, `${code} is the code of ${taken[0]} in openrpc.json: give it one of its own`)
    if (first !== index) report(path, `${code} is the code of ${own[first]![0]} already`)
    if (!Number.isInteger((rows[name] as { httpStatus?: number } | undefined)?.httpStatus))
      report(pointer('x-errors', name), `${name} needs a row with httpStatus`)
  }
  for (const name of Object.keys(rows))
    if (!Object.hasOwn(document.components.errors, name))
      report(pointer('x-errors', name), `${name} is not in components/errors`)
}

/**
 * Finds everything wrong with the admin API's parsed document. Its own rules: calls by name, its
 * extensions, rows of `x-errors` with statuses, and no code with another meaning in the public
 * API's `contract`.
 */
const lintAdmin = (parsed: unknown, contract: WrittenContract): ContractMistake[] =>
  mistakesOf((report) => {
    if (!isFine(report, (found) => lintShape(parsed, found))) return
    if (!isFine(report, (found) => lintParts(parsed, found))) return
    const document = parsed as WrittenAdminDocument
    const common = parsed as unknown as WrittenContract
    if (!isFine(report, (found) => lintReferences(common, found))) return
    lintDocument(common, report)
    for (const [index, method] of document.methods.entries())
      lintMethod(document, method, under(report, pointer('methods', index)))
    lintErrors(document, report, contract)
    lintPatterns(common, report)
    lintSchemas(document, report)
  })

/** Reads and lints the admin API's document, comparing its codes with the public API's contract. */
export const readAdmin = (
  text: string,
  name: string,
  contract: WrittenContract,
): { readonly document: WrittenAdminDocument } | Mistakes => {
  const reading = readJudged(text, name, (document) => lintAdmin(document, contract))
  return 'mistakes' in reading ? reading : { document: reading.document as WrittenAdminDocument }
}
