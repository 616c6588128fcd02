import { Ajv } from 'ajv'
import { isObject } from '../../runtime/is-object.js'
import type { Contract } from '../contract.js'
import { schemaExtensions } from '../schemas.js'
import { pointer, type Report, under, wording } from './mistake.js'
import { type LintRule, methodRule } from './rule.js'

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

/** The extension of OpenRPC itself, which needs no declaration; its meta-schema has checked it. */
const OF_OPENRPC: Extension = { name: 'x-extensions', restricted: [], schema: {} }

type Check = (value: object, report: Report, allowed: readonly Extension[]) => void

/**
 * Checks the extensions of a place: each is declared for places of this kind, and fits its
 * declaration, which is compiled once.
 */
const checkWith =
  (ajv: Ajv): Check =>
  (place, report, allowed) => {
    const value = place as Record<string, unknown>
    for (const { name, schema } of allowed) {
      if (value[name] === undefined || ajv.validate(schema, value[name])) continue
      for (const { keyword, instancePath, message, params } of ajv.errors ?? [])
        if (keyword !== 'if') report(`${pointer(name)}${instancePath}`, wording(message, params))
    }
    const names = new Set(allowed.map(({ name }) => name))
    for (const key of Object.keys(value))
      if (key.startsWith('x-') && !names.has(key))
        report(pointer(key), `${key} is not declared in x-extensions for this place`)
  }

/** Checks that extensions are declared, valid, and present where the generator needs them. */
export const lintExtensions: LintRule = (contract, report, context) => {
  const extensions = extensionsOf(contract)
  const check = checkWith(new Ajv({ allErrors: true, strict: false, validateSchema: false, code: { optimize: false } }))
  const ofMethods = extensions.filter(({ restricted }) => restricted.includes('methodObject'))
  const ofParams = extensions.filter(({ restricted }) => restricted.includes('contentDescriptorObject'))
  const ofRoot = extensions.filter(
    ({ name, restricted }) => restricted.length === 0 && !schemaExtensions.includes(name),
  )
  if (!isObject(contract['x-errors'])) report('', 'the document has no x-errors')
  check(contract, report, [...ofRoot, OF_OPENRPC])
  check(contract.info, under(report, '/info'), [])
  const lintMethod = methodRule((method, found) => {
    for (const name of required) if (!Object.hasOwn(method, name)) found('', `${method.name} has no ${name}`)
    check(method, found, ofMethods)
    for (const [at, param] of method.params.entries()) check(param, under(found, `/params/${at}`), ofParams)
    check(method.result, under(found, '/result'), [])
  })
  lintMethod(contract, report, context)
}
