import type { Ajv, ErrorObject } from 'ajv'
import { type Contract, type ContractMethod, type MethodExample, requiredCount } from '../contract.js'
import { isObject } from '../map-schema.js'
import { componentsId, outside } from '../schemas.js'
import { type ContractMistake, pointer } from './mistake.js'
import { placesIn } from './schemas.js'

/** The last error is the most general one of an `anyOf`; the others belong to its branches. */
const lastOf = (errors: ErrorObject[] | null | undefined): ErrorObject | undefined => errors?.at(-1)

const lintValues = (ajv: Ajv, method: ContractMethod, example: MethodExample, path: string): ContractMistake[] => {
  const mistakes: ContractMistake[] = []
  const validateParams = ajv.getSchema(`${method.name}.params`)
  if (validateParams?.(example.params.map(({ value }) => value)) === false) {
    const error = lastOf(validateParams.errors)
    const [, index, ...rest] = error?.instancePath.split('/') ?? []
    const place = index === undefined ? 'params' : ['params', index, 'value', ...rest].join('/')
    mistakes.push({ path: `${path}/${place}`, message: `${error?.message} (${error?.schemaPath})` })
  }
  const validateResult = ajv.getSchema(`${method.name}.result`)
  if (validateResult?.(example.result.value) === false) {
    const error = lastOf(validateResult.errors)
    mistakes.push({
      path: `${path}/result/value${error?.instancePath}`,
      message: `${error?.message} (${error?.schemaPath})`,
    })
  }
  return mistakes
}

/** Checks that a call's completion (`x-completed-with`) is a value of its parameter. */
const lintCompletions = (ajv: Ajv, { params }: ContractMethod, path: string): ContractMistake[] =>
  params.flatMap(({ schema, 'x-completed-with': completion }, index) => {
    if (completion === undefined || ajv.validate(`${componentsId}${schema.$ref}`, completion)) return []
    const error = lastOf(ajv.errors)
    return [{ path: `${path}/params/${index}/x-completed-with`, message: `${error?.message} (${error?.schemaPath})` }]
  })

/** Checks that the `default` and the `examples` of every schema are values of it. */
const lintSchemaValues = (ajv: Ajv, contract: Contract): ContractMistake[] =>
  Object.entries(contract.components.schemas)
    .flatMap(([name, schema]) => placesIn(schema, pointer('components', 'schemas', name)))
    .flatMap(({ schema, path }) => {
      const listed = Array.isArray(schema.examples) ? schema.examples : []
      const values = [
        ...('default' in schema ? [['default', schema.default] as const] : []),
        ...listed.map((value, index) => [`examples/${index}`, value] as const),
      ]
      if (values.length === 0) return []
      const validate = ajv.compile(outside(schema))
      return values.flatMap(([place, value]) =>
        validate(value)
          ? []
          : [{ path: `${path}/${place}`, message: `${lastOf(validate.errors)?.message}: ${JSON.stringify(value)}` }],
      )
    })

const lintNames = (method: ContractMethod, example: MethodExample, path: string): ContractMistake[] => {
  const wrong = example.params.flatMap(({ name }, index) => {
    const expected = method.params[index]?.name
    if (expected === name) return []
    const message =
      expected === undefined ? `${method.name} has no parameter ${index}` : `must be ${expected}, as in params/${index}`
    return [{ path: `${path}/params/${index}/name`, message }]
  })
  if (example.params.length >= requiredCount(method)) return wrong
  return [...wrong, { path: `${path}/params`, message: `${method.name} needs ${requiredCount(method)} parameters` }]
}

const isWhole = (example: unknown): example is MethodExample =>
  isObject(example) &&
  Array.isArray(example.params) &&
  example.params.every((param) => isObject(param) && 'value' in param) &&
  isObject(example.result) &&
  'value' in example.result

/**
 * Checks values against their schemas: examples of methods (at least one for each), defaults, and
 * completions. `ajv` contains the schemas of the contract.
 */
export const lintExamples = (contract: Contract, ajv: Ajv): ContractMistake[] => {
  const ofMethods = contract.methods.flatMap((method, index) => {
    const path = pointer('methods', index)
    const examples: readonly unknown[] = method.examples ?? []
    const completions = lintCompletions(ajv, method, path)
    if (examples.length === 0) return [...completions, { path, message: `${method.name} has no example` }]
    const mistakes = examples.flatMap((example, at) => {
      const place = `${path}/examples/${at}`
      if (!isWhole(example))
        return [{ path: place, message: 'must have params, each with a value, and a result with a value' }]
      const names = lintNames(method, example, place)
      return names.length > 0 ? names : lintValues(ajv, method, example, place)
    })
    return [...completions, ...mistakes]
  })
  return [...lintSchemaValues(ajv, contract), ...ofMethods]
}
