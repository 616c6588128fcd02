import type { Ajv } from 'ajv'
import * as standaloneModule from 'ajv/dist/standalone/index.js'
import { banner, type Contract, literal } from '../../../src/contracts/contract.js'
import { addSchemas, componentsId, createAjv, structureId } from '../../../src/contracts/schemas.js'

type Standalone = (ajv: Ajv, names: Record<string, string>) => string
// CommonJS seen from an ES module, compiled by a tool that may or may not unwrap its default.
const loaded = standaloneModule as unknown as { default: Standalone | { default: Standalone } }
const standalone = typeof loaded.default === 'function' ? loaded.default : loaded.default.default

/** What Ajv keeps about the references of a compiled schema: a function's name, or nothing where it was inlined. */
type References = Readonly<Record<string, { readonly validateName?: { toString(): string } }>>

/** The component that each generated function validates, by the name of the function. */
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
 * Makes the errors of a component say which component they are in.
 *
 * A component with references of its own becomes a function, and Ajv counts the `schemaPath` of its errors from that
 * function (`#/type`); the wording of error messages needs the component (`#/components/schemas/LogFilter/type`).
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

/** Ajv also writes down every schema that it compiled; those that no code reads are left out. */
const withoutDeadSchemas = (code: string): string =>
  code.replace(/^const (schema\d+) = .*;\n/gm, (line, name: string) =>
    (code.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1 ? line : '',
  )

const head = `${banner}// @ts-nocheck: the functions below are plain JavaScript, written by Ajv; the exports at the end have types.
`

const tail = (names: readonly string[]): string => `
/** One way in which a value breaks its schema; the last of a function's errors is the most general one. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** JSON pointer to the keyword; it starts with the component the keyword stands in, if it stands in one. */
  schemaPath: string
  keyword: string
  params: Record<string, unknown>
}

/** Judges a value; \`errors\` belongs to the latest call and must be read before the next one. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly ValidationError[] | null
}

/** Judges the positional params of a call. */
export const validateParams: { readonly [M in ${names.map(literal).join(' | ')}]: Validate } = {
${names.map((name) => `  ${name}: ${name}_params,`).join('\n')}
}

/** Judges the result of a call; members that the contract does not name are allowed. */
export const validateResult: { readonly [M in keyof typeof validateParams]: Validate } = {
${names.map((name) => `  ${name}: ${name}_result,`).join('\n')}
}

/** Judges only the kinds of things in the result of a call: not what is missing, nor what \`x-conformance\` names in the contract. */
export const validateStructure: { readonly [M in keyof typeof validateParams]: Validate } = {
${names.map((name) => `  ${name}: ${name}_structure,`).join('\n')}
}
`

/**
 * The precompiled validators of all params and results: one module without imports.
 *
 * Errors  a schema that needs a part of Ajv at run time (`minLength`, `uniqueItems`, `format`…) cannot be compiled so
 */
export const emitValidators = (contract: Contract): string => {
  // The words are the gateway's own; Ajv's would be made for every call that breaks the contract.
  const ajv = createAjv({ messages: false })
  addSchemas(ajv, contract)
  const methods = contract.methods.map(({ name }) => name)
  const parts = ['params', 'result', 'structure'] as const
  const names = Object.fromEntries(
    methods.flatMap((name) => parts.map((part) => [`${name}_${part}`, `${name}.${part}`])),
  )
  const source = standalone(ajv, names)
    .replace('"use strict";\n', '')
    .replace(/^\/\*# sourceURL=.*\*\/;?\n/gm, '')
    .replace(/^export const /gm, 'const ')
  const code = withoutDeadSchemas(nameComponents(source, componentsOfFunctions(ajv, Object.values(names))))
  if (/\b(require|import)\s*\(|^import /m.test(code))
    throw new Error(
      'generated/validators.ts would import a part of Ajv: use patterns instead of minLength, uniqueItems, format or const objects',
    )
  return `${head}\n${code.trim()}\n${tail(methods)}`
}
