import type { MethodRow } from '../../../generated/methods.js'
import { declareErrors } from '../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../wire/jsonrpc/reply.js'

/** What a call is answered with whose time is over: one of them, by its method. */
export const timeoutErrors = declareErrors('upstream-timeout', 'query-timeout')

/** What a call is answered whose time is over: the error that the contract gives its method. */
export const timeoutFailure = ({ timeoutError }: MethodRow): Failure => timeoutErrors.fail(timeoutError)
