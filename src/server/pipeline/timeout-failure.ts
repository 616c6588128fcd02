import type { MethodRow } from '../../../generated/methods.js'
import { declareErrors } from '../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'

/** The time-out errors; the contract gives each method one. */
export const timeoutErrors = declareErrors('upstream-timeout', 'query-timeout')

export const timeoutFailure = ({ timeoutError }: MethodRow): Failure => timeoutErrors.fail(timeoutError)
