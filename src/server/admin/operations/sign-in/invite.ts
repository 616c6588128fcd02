import { createLinkText, hashSecret } from '../../../accounts/secrets.js'
import type { HolderId } from '../../../accounts/session-store.js'
import { dashboardUrlOf } from '../../../config/public-url.js'
import type { ResultOf } from '../../method-types.js'
import { OperationError } from '../../operation-error.js'
import type { Operator } from '../../operator.js'
import { theAccount } from '../records.js'

/** A link that was not used ends after this long. */
const LINK_MS = 72 * 3_600_000

/** Errors: `refused` if the dashboard is off, or if only the running gateway knows its port. */
const urlFor = ({ config, listening, words }: Operator, isOperator: boolean): string => {
  if (!config.dashboard.enabled)
    throw new OperationError('refused', 'the dashboard is off: set dashboard.enabled in the configuration')
  const url = dashboardUrlOf(config, isOperator, listening)
  if (url !== undefined) return url
  const message = `the dashboard's port is a free one, which the running gateway knows: ask its admin API for ${words.operation('account.invite')}`
  throw new OperationError('refused', message)
}

const invite = async (operator: Operator, accountId: HolderId): Promise<ResultOf<'account.invite'>> => {
  const { store, nowMs, randomBytes } = operator
  const base = urlFor(operator, accountId === undefined)
  const link = createLinkText(randomBytes)
  const now = nowMs()
  const expiresAt = new Date(now + LINK_MS).toISOString()
  await store.sessions.createLink(hashSecret(link), { accountId, createdAt: new Date(now).toISOString(), expiresAt })
  // Browsers never send the fragment, so no log and no referrer contains the link.
  return { url: `${base}#link=${link}`, expiresAt }
}

/** The operations that invite people to the dashboard, by method name. */
export const inviteMethods = {
  'account.invite': async (operator: Operator, { id }: { readonly id: string }) =>
    invite(operator, (await theAccount(operator, id)).id),
  'operator.invite': (operator: Operator) => invite(operator, undefined),
}
