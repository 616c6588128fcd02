import type { Ajv, ErrorObject } from 'ajv'
import { isObject } from '../../runtime/is-object.js'
import { type Contract, type ContractMethod, type MethodExample, requiredCount } from '../contract.js'
import { componentsId, outside } from '../schemas.js'
import { placesIn } from '../visit-schema.js'
import { isFine, type Report, under } from './mistake.js'
import { componentSchemas, type LintRule, methodRule } from './rule.js'

/** The last error is the most general one of an `anyOf`; the others belong to its branches. */
const lastOf = (errors: ErrorObject[] | null | undefined): ErrorObject | undefined => errors?.at(-1)

const lintValues = (ajv: Ajv, method: ContractMethod, example: MethodExample, report: Report): void => {
  const validateParams = ajv.getSchema(`${method.name}.params`)
  if (validateParams?.(example.params.map(({ value }) => value)) === false) {
    const error = lastOf(validateParams.errors)
    const [, index, ...rest] = error?.instancePath.split('/') ?? []
    const place = index === undefined ? 'params' : ['params', index, 'value', ...rest].join('/')
    report(`/${place}`, `${error?.message} (${error?.schemaPath})`)
  }
  const validateResult = ajv.getSchema(`${method.name}.result`)
  if (validateResult?.(example.result.value) === false) {
    const error = lastOf(validateResult.errors)
    report(`/result/value${error?.instancePath}`, `${error?.message} (${error?.schemaPath})`)
  }
}

/** Checks that a call's completion (`x-completed-with`) is a value of its parameter. */
const lintCompletions = (ajv: Ajv, { params }: ContractMethod, report: Report): void => {
  for (const [index, { schema, 'x-completed-with': completion }] of params.entries()) {
    if (completion === undefined || ajv.validate(`${componentsId}${schema.$ref}`, completion)) continue
    const error = lastOf(ajv.errors)
    report(`/params/${index}/x-completed-with`, `${error?.message} (${error?.schemaPath})`)
  }
}

/** Checks that the `default` and the `examples` of every schema are values of it. */
const lintSchemaValues = (ajv: Ajv, contract: Contract, report: Report): void => {
  const places = componentSchemas(contract).flatMap(([, schema, path]) => placesIn(schema, path))
  for (const { schema, path } of places) {
    const listed = Array.isArray(schema.examples) ? schema.examples : []
    const values = [
      ...('default' in schema ? [['default', schema.default] as const] : []),
      ...listed.map((value, index) => [`examples/${index}`, value] as const),
    ]
    if (values.length === 0) continue
    const validate = ajv.compile(outside(schema))
    for (const [place, value] of values)
      if (!validate(value)) report(`${path}/${place}`, `${lastOf(validate.errors)?.message}: ${JSON.stringify(value)}`)
  }
}

const lintNames = (method: ContractMethod, example: MethodExample, report: Report): void => {
  for (const [index, { name }] of example.params.entries()) {
    const expected = method.params[index]?.name
    if (expected === name) continue
    const message =
      expected === undefined ? `${method.name} has no parameter ${index}` : `must be ${expected}, as in params/${index}`
    report(`/params/${index}/name`, message)
  }
  if (example.params.length < requiredCount(method))
    report('/params', `${method.name} needs ${requiredCount(method)} parameters`)
}

const isWhole = (example: unknown): example is MethodExample =>
  isObject(example) &&
  Array.isArray(example.params) &&
  example.params.every((param) => isObject(param) && 'value' in param) &&
  isObject(example.result) &&
  'value' in example.result

const lintMethod = methodRule((method, report, _, { ajv }) => {
  const examples: readonly unknown[] = method.examples ?? []
  lintCompletions(ajv, method, report)
  if (examples.length === 0) report('', `${method.name} has no example`)
  for (const [at, example] of examples.entries()) {
    const own = under(report, `/examples/${at}`)
    if (!isWhole(example)) own('', 'must have params, each with a value, and a result with a value')
    else if (isFine(own, (found) => lintNames(method, example, found))) lintValues(ajv, method, example, own)
  }
})

/**
 * Checks values against their schemas: examples of methods (at least one for each), defaults, and
 * completions.
 */
export const lintExamples: LintRule = (contract, report, context) => {
  lintSchemaValues(context.ajv, contract, report)
  lintMethod(contract, report, context)
}
