import type { Ajv, ValidateFunction } from 'ajv'
import * as standaloneModule from 'ajv/dist/standalone/index.js'
import type { Contract } from './contract.js'
import { addSchemas, componentsId, createAjv, structureId } from './schemas.js'

type Standalone = (ajv: Ajv, wanted: Record<string, string> | ValidateFunction) => string
// CommonJS imported from an ES module, compiled by a tool that may or may not unwrap its default.
const loaded = standaloneModule as unknown as { default: Standalone | { default: Standalone } }
/** Writes what Ajv compiled as a module: the schemas of these names, or a single schema. */
export const standalone = typeof loaded.default === 'function' ? loaded.default : loaded.default.default

/**
 * Escapes every character of JavaScript beyond ASCII: a single one, such as a dash in a comment,
 * would make V8 keep two bytes for each character of the text, in every process that loads it.
 */
export const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7F]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Ajv's record of the references in a compiled schema: a function's name, or nothing for an inlined
 * one.
 */
type References = Readonly<Record<string, { readonly validateName?: { toString(): string } }>>

/** The component that each generated function validates, by the function's name. */
const componentsOfFunctions = (ajv: Ajv, ids: readonly string[]): ReadonlyMap<string, string> => {
  const functions = new Map<string, string>()
  for (const id of [componentsId, structureId, ...ids]) {
    const references = ajv.getSchema(id)?.schemaEnv.refs as References
    for (const [reference, { validateName }] of Object.entries(references))
      if (validateName !== undefined) functions.set(String(validateName), reference.slice(reference.indexOf('#')))
  }
  return functions
}

/**
 * Makes errors name the component they are in.
 *
 * A component with references becomes a function, and Ajv counts the `schemaPath` of its errors
 * from that function (`#/type`); the wording of error messages needs the component
 * (`#/components/schemas/LogFilter/type`).
 */
const nameComponents = (code: string, functions: ReadonlyMap<string, string>): string =>
  code
    .split(/^(?=(?:export )?function validate\d+\()/m)
    .map((part) => {
      const component = functions.get(/^function (validate\d+)\(/.exec(part)?.[1] ?? '')
      return component === undefined
        ? part
        : part.replace(/schemaPath:"#\/(?!components\/)/g, `schemaPath:"${component}/`)
    })
    .join('')
    .replaceAll(`schemaPath:"${componentsId}#/`, 'schemaPath:"#/')
    .replaceAll(`schemaPath:"${structureId}#/`, 'schemaPath:"#/')

/** Removes the schemas that Ajv writes down but no code reads. */
const withoutDeadSchemas = (code: string): string => {
  const uses = new Map<string, number>()
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) => ((uses.get(name) ?? 0) > 1 ? line : ''))
}

/** The validated parts of each method; the function for one is called `<method>_<part>`. */
export const validatedParts = ['params', 'result', 'structure'] as const

/**
 * The validators of methods' params and results as JavaScript without imports: functions called
 * `<method>_<part>`.
 *
 * Errors  throws if a schema needs a part of Ajv at run time (`minLength`, `uniqueItems`,
 *         `format`…)
 */
export const validatorSource = (contract: Contract, methods: readonly string[]): string => {
  // The gateway words the messages; Ajv would create its own for every violation.
  const ajv = createAjv({ messages: false })
  addSchemas(ajv, contract)
  const names = Object.fromEntries(
    methods.flatMap((name) => validatedParts.map((part) => [`${name}_${part}`, `${name}.${part}`])),
  )
  const source = standalone(ajv, names)
    .replace('"use strict";\n', '')
    .replace(/^\/\*# sourceURL=.*\*\/;?\n/gm, '')
    .replace(/^export const /gm, 'const ')
  const code = withoutDeadSchemas(nameComponents(source, componentsOfFunctions(ajv, Object.values(names))))
  // A text of the contract may contain `import (…)`.
  if (/\b(require|import)\s*\(|^import /m.test(code.replaceAll(/\\./g, '').replaceAll(/"[^"\n]*"/g, '""')))
    throw new Error(
      'the validators would import a part of Ajv: use patterns instead of minLength, uniqueItems, format or const objects',
    )
  return code.trim()
}
