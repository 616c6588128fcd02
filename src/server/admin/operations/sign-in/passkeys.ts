import type { Passkey } from '../../../accounts/passkey-store.js'
import type { ParamsOf, ResultOf } from '../../method-types.js'
import { OperationError } from '../../operation-error.js'
import type { Operator } from '../../operator.js'
import { type OrUnchanged, Unchanged } from '../../unchanged.js'
import { theAccount } from '../records.js'

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
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
  { id, passkey }: ParamsOf<'account.remove-passkeys'>,
): Promise<OrUnchanged<ResultOf<'account.passkeys'>>> => {
  const { store, words } = operator
  const all = await passkeysOf(operator, id)
  const asked = passkey === undefined ? all : all.filter((one) => one.id === passkey)
  if (passkey !== undefined && asked.length === 0)
    throw new OperationError(
      'not-found',
      `${id} has no such passkey; ${words.operation('account.passkeys')} shows them`,
    )
  const removed: ReturnType<typeof shown>[] = []
  for (const one of asked) {
    if ((await store.passkeys.removePasskey(one.id, one.accountId)) !== undefined) removed.push(shown(one))
  }
  return removed.length === 0 ? new Unchanged(removed) : removed
}

export const passkeyMethods = {
  'account.passkeys': async (operator: Operator, { id }: { readonly id: string }) =>
    (await passkeysOf(operator, id)).map(shown),
  'account.remove-passkeys': removePasskeys,
}
