import type { MethodRow } from '../../../../generated/methods.js'
import { valueAt } from '../../../wire/json/json-pointer.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import type { Answer, Call } from '../stage.js'

/** What `permit` refuses with. */
export const permitErrors = declareErrors('allowlist-refused')
const { fail } = permitErrors

/**
 * Keeps a key to the methods and contract addresses its holder allowed it.
 *
 * A filter without an address asks for every contract, so a key with an address allowlist may not send it; nor may it call a method whose
 * contract does not say where the addresses are (`x-contracts`).
 * Errors  `allowlist-refused`
 */
export const permit =
  (row: MethodRow, next: Answer<Call>): Answer<Call> =>
  (call) => {
    const failure = refusalOf(row, call)
    return failure === undefined ? next(call) : failure
  }

const refusalOf = (row: MethodRow, call: Call): Failure | undefined => {
  const { allowedMethods, allowedContracts } = call.caller.entitlement.key
  if (allowedMethods.length > 0 && !allowedMethods.includes(row.name)) {
    return fail('allowlist-refused', { method: row.name })
  }
  if (allowedContracts.length > 0) {
    if (!row.showsContracts) return fail('allowlist-refused', { method: row.name })
    for (const pointer of row.contractPointers) {
      const asked = [valueAt(call.params, pointer) ?? []].flat() as string[]
      if (asked.length === 0 || asked.some((address) => !allowedContracts.includes(address.toLowerCase()))) {
        return fail('allowlist-refused', { path: pointer })
      }
    }
  }
  return undefined
}
