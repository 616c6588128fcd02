import type { MethodRow } from '../../generated/methods.js'
import { declareErrors } from '../jsonrpc/declared-errors.js'
import type { Failure } from '../jsonrpc/reply.js'

const timeoutErrors = declareErrors('upstream-timeout', 'query-timeout')

/** What a call is answered whose time is over: the error that the contract gives its method. */
export const timeoutFailure = ({ timeoutError }: MethodRow): Failure => timeoutErrors.fail(timeoutError)
