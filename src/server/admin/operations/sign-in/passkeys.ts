import type { Passkey } from '../../../accounts/passkey-store.js'
import { OperationError } from '../../operation-error.js'
import type { Operator } from '../../operator.js'
import { type OrUnchanged, Unchanged } from '../../unchanged.js'
import { theAccount } from '../records.js'

/** A passkey without its public key; `lastUsedAt` is null if it was never used. */
export interface ShownPasskey extends Pick<Passkey, 'id' | 'name' | 'createdAt'> {
  readonly lastUsedAt: string | null
}

/** Removes all of an account's passkeys, or only `passkey`. */
interface RemovePasskeys {
  readonly id: string
  readonly passkey?: string | undefined
}

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey): ShownPasskey => ({
  id,
  name,
  createdAt,
  lastUsedAt: lastUsedAt ?? null,
})

const passkeysOf = async (operator: Operator, id: string): Promise<Passkey[]> =>
  operator.store.passkeys.listPasskeys((await theAccount(operator, id)).id)

/** Errors: `not-found` if the account does not have the passkey. */
const removePasskeys = async (
  operator: Operator,
  { id, passkey }: RemovePasskeys,
): Promise<OrUnchanged<ShownPasskey[]>> => {
  const { store, words } = operator
  const all = await passkeysOf(operator, id)
  const asked = passkey === undefined ? all : all.filter((one) => one.id === passkey)
  if (passkey !== undefined && asked.length === 0)
    throw new OperationError(
      'not-found',
      `${id} has no such passkey; ${words.operation('account.passkeys')} shows them`,
    )
  const removed: ShownPasskey[] = []
  for (const one of asked) {
    if ((await store.passkeys.removePasskey(one.id, one.accountId)) !== undefined) removed.push(shown(one))
  }
  return removed.length === 0 ? new Unchanged(removed) : removed
}

/** The operations on passkeys of account holders, by method name. */
export const passkeyMethods = {
  'account.passkeys': async (operator: Operator, { id }: { readonly id: string }) =>
    (await passkeysOf(operator, id)).map(shown),
  'account.remove-passkeys': removePasskeys,
}
