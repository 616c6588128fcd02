import type { Passkey } from '../../../accounts/passkey-store.js'
import type { ParamsOf, ResultOf } from '../../method-types.js'
import type { OperationDeps } from '../../operation-deps.js'
import { OperationError } from '../../operation-error.js'
import { type OrUnchanged, Unchanged } from '../../unchanged.js'
import { theAccount } from '../records.js'

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  createdAt,
  lastUsedAt: lastUsedAt ?? null,
})

const passkeysOf = async (deps: OperationDeps, id: string): Promise<Passkey[]> =>
  deps.store.passkeys.listPasskeys((await theAccount(deps, id)).id)

/** Errors: `not-found` if the account does not have the passkey. */
const removePasskeys = async (
  deps: OperationDeps,
  { id, passkey }: ParamsOf<'account.remove-passkeys'>,
): Promise<OrUnchanged<ResultOf<'account.passkeys'>>> => {
  const { store, words } = deps
  const all = await passkeysOf(deps, id)
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
  'account.passkeys': async (deps: OperationDeps, { id }: { readonly id: string }) =>
    (await passkeysOf(deps, id)).map(shown),
  'account.remove-passkeys': removePasskeys,
}
