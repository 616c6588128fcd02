import { Ajv } from 'ajv'
import type { Contract } from '../contract.js'
import { isObject } from '../map-schema.js'
import { schemaExtensions } from '../schemas.js'
import { type ContractMistake, pointer, wording } from './mistake.js'

interface Extension {
  readonly name: string
  readonly restricted: readonly string[]
  readonly schema: Record<string, unknown>
}

const required = ['x-family', 'x-credits', 'x-limits', 'x-position', 'x-finality', 'x-failover']

const isExtension = (item: unknown): item is Extension =>
  isObject(item) && typeof item.name === 'string' && isObject(item.schema) && Array.isArray(item.restricted)

const extensionsOf = (contract: Contract): Extension[] => {
  const declared = (contract as unknown as { 'x-extensions'?: unknown })['x-extensions']
  return Array.isArray(declared) ? declared.filter(isExtension) : []
}

/** Contains the meta-schema and no other schema. */
const known = new Ajv({ strict: false, logger: false })

/** Finds declarations with an invalid schema, against which nothing can be checked. */
const lintDeclarations = (extensions: readonly Extension[]): ContractMistake[] =>
  extensions.flatMap(({ schema }, index) => {
    if (known.validateSchema(schema) === true) return []
    const { instancePath = '', message } = known.errors?.[0] ?? {}
    return [{ path: `${pointer('x-extensions', index, 'schema')}${instancePath}`, message: wording(message) }]
  })

/**
 * Extensions that are not allowed at a place: undeclared, or declared for other places.
 * `x-extensions` belongs to OpenRPC.
 */
const strangers = (value: object, path: string, allowed: ReadonlySet<string>): ContractMistake[] =>
  Object.keys(value)
    .filter((key) => key.startsWith('x-') && !allowed.has(key))
    .map((key) => ({
      path: `${path}${pointer(key)}`,
      message: `${key} is not declared in x-extensions for this place`,
    }))

type Check = (value: object, path: string, extensions: readonly Extension[]) => ContractMistake[]

/** Checks extensions against their declarations, each compiled once. */
const checkWith =
  (ajv: Ajv): Check =>
  (place, path, extensions) => {
    const value = place as Record<string, unknown>
    return extensions.flatMap(({ name, schema }) => {
      if (value[name] === undefined || ajv.validate(schema, value[name])) return []
      return (ajv.errors ?? [])
        .filter(({ keyword }) => keyword !== 'if')
        .map(({ instancePath, message, params }) => ({
          path: `${path}${pointer(name)}${instancePath}`,
          message: wording(message, params),
        }))
    })
  }

/** Checks that extensions are declared, valid, and present where the generator needs them. */
export const lintExtensions = (contract: Contract): ContractMistake[] => {
  const extensions = extensionsOf(contract)
  const declarations = lintDeclarations(extensions)
  if (declarations.length > 0) return declarations
  const check = checkWith(new Ajv({ allErrors: true, strict: false, validateSchema: false, code: { optimize: false } }))
  const ofMethods = extensions.filter(({ restricted }) => restricted.includes('methodObject'))
  const ofParams = extensions.filter(({ restricted }) => restricted.includes('contentDescriptorObject'))
  const ofRoot = extensions.filter(
    ({ name, restricted }) => restricted.length === 0 && !schemaExtensions.includes(name),
  )
  const root = contract as unknown as Record<string, unknown>
  const methods = contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    const missing = required.filter((name) => !Object.hasOwn(method, name))
    return [
      ...missing.map((name) => ({ path, message: `${method.name} has no ${name}` })),
      ...check(method, path, ofMethods),
      ...strangers(method, path, new Set(ofMethods.map(({ name }) => name))),
      ...method.params.flatMap((param, at) => [
        ...check(param, `${path}/params/${at}`, ofParams),
        ...strangers(param, `${path}/params/${at}`, new Set(ofParams.map(({ name }) => name))),
      ]),
      ...strangers(method.result, `${path}/result`, new Set()),
    ]
  })
  return [
    ...(isObject(root['x-errors']) ? [] : [{ path: '', message: 'the document has no x-errors' }]),
    ...check(root, '', ofRoot),
    ...strangers(root, '', new Set(['x-extensions', ...ofRoot.map(({ name }) => name)])),
    ...strangers(contract.info, '/info', new Set()),
    ...methods,
  ]
}
