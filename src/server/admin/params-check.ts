import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { didYouMean } from '../config/suggestion.js'
import type { AdminDocument, AdminMethod } from './document.js'

/** Describes an error in params in one sentence for the caller; undefined if they are valid. */
export type CheckParams = (params: Readonly<Record<string, unknown>>) => string | undefined

/**
 * Makes a validator for each method's params, compiled on first use. Unknown parameters are errors.
 */
export const compileParams = ({ methods, components }: AdminDocument): ReadonlyMap<string, CheckParams> => {
  // References point into `components`, which is not a JSON Schema keyword.
  const ajv = new Ajv({ allErrors: true, strictTypes: false }).addKeyword('components')
  // Ajv compiles its meta-schema with the first schema, which takes longer than all others.
  ajv.compile({ components })
  const compile = (params: AdminMethod['params']): ValidateFunction => {
    return ajv.compile({
      components,
      type: 'object',
      additionalProperties: false,
      required: params.filter(({ required }) => required).map((param) => param.name),
      properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
    })
  }
  return new Map(
    methods.map(({ name, params }) => {
      const known = params.map((param) => param.name)
      let validate: ValidateFunction | undefined
      return [
        name,
        (values) => {
          validate ??= compile(params)
          return firstMistake(validate, values, known)
        },
      ]
    }),
  )
}

const firstMistake = (validate: ValidateFunction, values: object, known: readonly string[]): string | undefined => {
  if (validate(values)) return undefined
  const [error] = validate.errors ?? []
  return error === undefined ? 'the params are wrong' : sentence(error, known)
}

/** Names the parameter; never repeats a value, which may be a key's text. */
const sentence = ({ keyword, params, instancePath, message }: ErrorObject, known: readonly string[]): string => {
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty
    return `there is no parameter "${name.slice(0, 100)}"${didYouMean(name.slice(0, 100), known)}`
  }
  if (keyword === 'required') return `${params.missingProperty} is needed`
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'enum') return `${path} must be ${params.allowedValues.join(' or ')}`
  if (keyword === 'type') return `${path} must be ${[params.type].flat().join(' or ')}`
  return `${path} ${message}`
}
