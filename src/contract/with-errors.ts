import type { Contract, ContractMethod, ErrorExtension, ErrorScope } from './contract.js'
import { dataSampleOf, dataSchemaOf } from './error-data.js'
import { withFilledProse } from './prose.js'

/** The prefix of a reference to an error of the contract. */
export const errorsPointer = '#/components/errors/'

/**
 * openrpc.json as written: a method lists only errors that do not follow from its properties,
 * usually none; see `withCommonErrors`.
 */
export type WrittenContract = Contract

/** The names of the errors that a method lists. */
export const listedErrors = ({ errors = [] }: ContractMethod): readonly string[] =>
  errors.map(({ $ref }) => $ref.slice(errorsPointer.length))

/** The parts of a subscription that a method serves. */
const subscriptionPartsOf = (method: ContractMethod): ReadonlySet<string> => {
  const { 'x-subscription': extension, 'x-effect': effect } = method
  if (extension === undefined) return new Set(effect === 'subscription' ? ['ends'] : [])
  return new Set([
    'begins',
    ...(extension.kind === undefined ? [] : ['names-kind']),
    ...(Object.values(extension.kinds ?? {}).some(({ resume }) => resume === true) ? ['resumes'] : []),
  ])
}

/** True if an error follows from a method's properties: its family, its position, its limits. */
const isWithin = (scope: ErrorScope, name: string, method: ContractMethod): boolean => {
  const { family, position, limit, isTimeout, effect, subscription } = scope
  const { 'x-limits': limits, 'x-position': place } = method
  return (
    (family === undefined || family === method['x-family']) &&
    (position === undefined || position.includes(place?.kind)) &&
    (limit === undefined || limits?.[limit] !== undefined) &&
    (isTimeout === undefined || limits?.timeoutError === name) &&
    (effect === undefined || effect === (method['x-effect'] ?? 'read')) &&
    (subscription === undefined || subscriptionPartsOf(method).has(subscription))
  )
}

/**
 * References to the errors that follow from a method's properties (`x-errors`, `methods`), in the
 * order of `x-errors`.
 */
export const impliedErrorsOf = (contract: Contract, method: ContractMethod): NonNullable<ContractMethod['errors']> =>
  Object.entries(contract['x-errors'])
    .filter(([name, { methods }]) => methods !== undefined && isWithin(methods, name, method))
    .map(([name]) => ({ $ref: `${errorsPointer}${name}` }))

const completeMethod = (contract: Contract, method: ContractMethod): ContractMethod => {
  const errors = [...impliedErrorsOf(contract, method), ...(method.errors ?? [])]
  // One order of members for all methods, whether they list errors or not.
  const entries = Object.entries(withFilledProse(contract, method)).filter(([name]) => name !== 'errors')
  const at = entries.findIndex(([name]) => name === 'result') + 1
  return Object.fromEntries([
    ...entries.slice(0, at),
    ['errors', errors],
    ...entries.slice(at),
  ]) as unknown as ContractMethod
}

type ErrorEntry = readonly [name: string, row: ErrorExtension]

/**
 * The contract that everything is generated from, and that is served: every method with all of its
 * errors, every error with all of its data.
 */
export const withCommonErrors = (written: WrittenContract): Contract => {
  const { schemas, errors } = written.components
  const rows: readonly ErrorEntry[] = Object.entries(written['x-errors'])
  const completeRows = rows.map(([name, row]) => [name, { ...row, data: dataSchemaOf(name, row) }])
  const completeErrors = Object.entries(errors).map(([name, { data, ...error }]) => [
    name,
    { ...error, data: dataSampleOf(name, written['x-errors'][name]!, data) },
  ])
  return {
    ...written,
    methods: written.methods.map((method) => completeMethod(written, method)),
    components: {
      ...written.components,
      schemas: withFilledProse(written, schemas),
      errors: Object.fromEntries(completeErrors),
    },
    'x-errors': Object.fromEntries(completeRows),
  }
}
