import type { Contract, ContractMethod } from './contract.js'

/** What a reference to an error of the contract starts with. */
export const errorsPointer = '#/components/errors/'

/**
 * An error of every method (`x-common-errors` in openrpc.json), or of some: `x-family` leaves it to the methods of one family, `isTimeout`
 * to those whose `x-limits.timeoutError` it is.
 */
export interface CommonError {
  readonly $ref: string
  readonly 'x-family'?: ContractMethod['x-family']
  readonly isTimeout?: true
}

/** openrpc.json as it is written: each method lists only the errors that not every method has. */
export interface WrittenContract extends Contract {
  readonly 'x-common-errors': readonly CommonError[]
}

/** References to the common errors that a method has, in the order of `x-common-errors`. */
export const commonErrorsOf = (
  { 'x-common-errors': common }: WrittenContract,
  method: ContractMethod,
): ContractMethod['errors'] =>
  common
    .filter(({ 'x-family': family }) => family === undefined || family === method['x-family'])
    .filter(({ $ref, isTimeout }) => !isTimeout || $ref === `${errorsPointer}${method['x-limits']?.timeoutError}`)
    .map(({ $ref }) => ({ $ref }))

const complete = (contract: WrittenContract, method: ContractMethod): ContractMethod => {
  const errors = [...commonErrorsOf(contract, method), ...(method.errors ?? [])]
  // The same order of members for every method, whether it lists errors of its own or not.
  const entries = Object.entries(method).filter(([name]) => name !== 'errors')
  const at = entries.findIndex(([name]) => name === 'result') + 1
  return Object.fromEntries([
    ...entries.slice(0, at),
    ['errors', errors],
    ...entries.slice(at),
  ]) as unknown as ContractMethod
}

/** The contract that everything is generated from, and that is served: every method with all of its errors. */
export const withCommonErrors = (written: WrittenContract): Contract => {
  const { 'x-common-errors': _, ...contract } = written
  return { ...contract, methods: contract.methods.map((method) => complete(written, method)) }
}
