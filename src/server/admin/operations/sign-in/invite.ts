import { createLinkText, hashSecret } from '../../../accounts/secrets.js'
import type { HolderId } from '../../../accounts/session-store.js'
import { dashboardUrlOf } from '../../../config/public-url.js'
import type { ResultOf } from '../../method-types.js'
import type { OperationDeps } from '../../operation-deps.js'
import { refused } from '../../operation-error.js'
import { theAccount } from '../records.js'

/** A link that was not used ends after this long. */
const LINK_MS = 72 * 3_600_000

/** Errors: `refused` if the dashboard is off, or if only the running gateway knows its port. */
const urlFor = ({ config, listening, words }: OperationDeps, isOperator: boolean): string => {
  if (!config.dashboard.enabled) throw refused('the dashboard is off: set dashboard.enabled in the configuration')
  const url = dashboardUrlOf(config, isOperator, listening)
  if (url !== undefined) return url
  throw refused(
    `the dashboard's port is a free one, which the running gateway knows: ask its admin API for ${words.operation('account.invite')}`,
  )
}

const invite = async (deps: OperationDeps, accountId: HolderId): Promise<ResultOf<'account.invite'>> => {
  const { store, nowMs, randomBytes } = deps
  const base = urlFor(deps, accountId === undefined)
  const link = createLinkText(randomBytes)
  const now = nowMs()
  const expiresAt = new Date(now + LINK_MS).toISOString()
  await store.sessions.createLink(hashSecret(link), { accountId, createdAt: new Date(now).toISOString(), expiresAt })
  // Browsers never send the fragment, so no log and no referrer contains the link.
  return { url: `${base}#link=${link}`, expiresAt }
}

/** The operations that invite people to the dashboard, by method name. */
export const inviteMethods = {
  'account.invite': async (deps: OperationDeps, { id }: { readonly id: string }) =>
    invite(deps, (await theAccount(deps, id)).id),
  'operator.invite': (deps: OperationDeps) => invite(deps, undefined),
}
