import type { MethodRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'

/** Errors of forwarding, besides the method's time-out error. */
export const forwardErrors = declareErrors(
  'no-upstream',
  'bad-upstream-answer',
  'overloaded',
  'answer-too-large',
  'request-too-large',
  'method-unavailable',
)

/** Errors of forwarding writes. */
export const writeErrors = declareErrors('write-outcome-unknown')

/** Errors of forwarding methods with a limited number of results. */
export const resultErrors = declareErrors('too-many-results')

/** The time-out errors; the contract gives each method one. */
export const timeoutErrors = declareErrors('upstream-timeout', 'query-timeout')

export const timeoutFailure = ({ timeoutError }: MethodRow): Failure => timeoutErrors.fail(timeoutError)
