import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'

/** What forwarding answers with, besides the time-out error of the method. */
export const forwardErrors = declareErrors(
  'no-upstream',
  'bad-upstream-answer',
  'overloaded',
  'answer-too-large',
  'request-too-large',
  'method-unavailable',
)

/** What forwarding answers with where a method writes. */
export const writeErrors = declareErrors('write-outcome-unknown')

/** What forwarding answers with where the contract limits the number of results. */
export const resultErrors = declareErrors('too-many-results')
