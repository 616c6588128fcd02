import type { MethodRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { contractJudge } from '../params/contract-places.js'
import type { Answer, Call } from '../stage.js'

/** What `permit` refuses with. */
export const permitErrors = declareErrors('allowlist-refused')
const { fail } = permitErrors

/**
 * Keeps a key to the methods and contract addresses its holder allowed it.
 *
 * A key with an allowlist of contracts may send what the contract declares (`x-contracts`), and
 * nothing else. So a method that declares nothing is refused, a filter without an address (it asks
 * for every contract), and an override (it runs code in a contract's place).
 * Errors  `allowlist-refused`
 */
export const permit = (row: MethodRow, next: Answer<Call>): Answer<Call> => {
  const { name, contracts } = row
  const strangerIn = typeof contracts === 'string' ? undefined : contractJudge(contracts)
  const refusalOf = (call: Call): Failure | undefined => {
    const { allowedMethods, allowedContracts } = call.caller.entitlement.key
    if (allowedMethods.length > 0 && !allowedMethods.includes(name)) return fail('allowlist-refused', { method: name })
    if (allowedContracts.length === 0 || contracts === 'open') return undefined
    if (strangerIn === undefined) return fail('allowlist-refused', { method: name })
    const path = strangerIn(call.params, allowedContracts)
    return path === undefined ? undefined : fail('allowlist-refused', { path })
  }
  return (call) => refusalOf(call) ?? next(call)
}
