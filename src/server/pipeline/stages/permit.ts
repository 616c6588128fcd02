import type { MethodRow, SubscriptionRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { refusedPlaceFinder } from '../params/contract-places.js'
import type { Answerer, Call } from '../stage.js'

/** Errors of `permit`. */
export const permitErrors = declareErrors('allowlist-refused')
const { fail } = permitErrors

/**
 * Restricts a key to the methods and contract addresses its holder allowed.
 *
 * A key with a contract allowlist may send only what the contract declares (`x-contracts`). Refused
 * are methods that declare nothing, filters without an address (they ask for every contract), and
 * overrides (they run code in a contract's place). Heads are about no contract, and free to
 * subscribe to.
 *
 * `alsoBy`  methods of which an allowlist includes this one: it ends what they began
 * Errors  `allowlist-refused`
 */
export const permit = (row: MethodRow, alsoBy: readonly string[], next: Answerer<Call>): Answerer<Call> => {
  const { name, contractAccess, subscription } = row
  const names = [name, ...alsoBy]
  const strangerIn = typeof contractAccess === 'string' ? undefined : refusedPlaceFinder(contractAccess)
  const failureOf = (call: Call): Failure | undefined => {
    const { allowedMethods, allowedContracts } = call.caller.entitlement.key
    if (allowedMethods.length > 0 && !names.some((one) => allowedMethods.includes(one)))
      return fail('allowlist-refused', { method: name })
    if (allowedContracts.length === 0 || contractAccess === 'open') return undefined
    if (subscription !== undefined && isAboutHeads(subscription, call.params)) return undefined
    if (strangerIn === undefined) return fail('allowlist-refused', { method: name })
    const path = strangerIn(call.params, allowedContracts)
    return path === undefined ? undefined : fail('allowlist-refused', { path })
  }
  return (call) => failureOf(call) ?? next(call)
}

const isAboutHeads = ({ kinds, hasKindFirst }: SubscriptionRow, params: readonly unknown[]): boolean =>
  kinds.some(({ name, source }) => source === 'heads' && (!hasKindFirst || name === params[0]))
