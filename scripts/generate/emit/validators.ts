import { banner, type Contract, literal } from '../../../src/contract/contract.js'
import { validatorSource } from '../../../src/contract/validator-source.js'

const head = `${banner}// @ts-nocheck: the functions below are plain JavaScript, written by Ajv; the exports at the end have types.
`

const tail = (names: readonly string[]): string => `
/** A violation of a schema; the last error of a function is the most general one. */
export interface ValidationError {
  /** JSON pointer into the value. */
  instancePath: string
  /** JSON pointer to the keyword, from its component if it stands in one. */
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

/** Validates only the types in a result: no missing members, and no \`x-conformance\` keywords. */
export const validateStructure: { readonly [M in keyof typeof validateParams]: Validate } = {
${names.map((name) => `  ${name}: ${name}_structure,`).join('\n')}
}
`

/**
 * The precompiled validators of all params and results: one module without imports. Errors: see
 * `validatorSource`.
 */
export const emitValidators = (contract: Contract): string => {
  const methods = contract.methods.map(({ name }) => name)
  return `${head}\n${validatorSource(contract, methods)}\n${tail(methods)}`
}
