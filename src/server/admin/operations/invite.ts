import { createLinkText, hashSecret } from '../../accounts/session-secrets.js'
import type { HolderId } from '../../accounts/session-store.js'
import { dashboardUrlOf } from '../../config/dashboard-url.js'
import { OperationError } from '../operation-error.js'
import type { Operator } from '../operator.js'
import { theAccount } from './records.js'

const HOUR_MS = 3_600_000

/**
 * A link that signs in to the dashboard once, and when it ends (ISO 8601). It is a secret, and
 * nobody can ask for it again.
 */
export interface Invitation {
  readonly url: string
  readonly expiresAt: string
}

/**
 * Errors: `refused` where the dashboard is off, or its port is a free one that only the running
 * gateway knows.
 */
const urlFor = ({ config, listening, words }: Operator, isOperator: boolean): string => {
  if (!config.dashboard.enabled)
    throw new OperationError('refused', 'the dashboard is off: set dashboard.enabled in the configuration')
  const url = dashboardUrlOf(config, isOperator, listening)
  if (url !== undefined) return url
  const message = `the dashboard's port is a free one, which the running gateway knows: ask its admin API for ${words.operation('account.invite')}`
  throw new OperationError('refused', message)
}

const invite = async (operator: Operator, accountId: HolderId): Promise<Invitation> => {
  const { store, config, nowMs, randomBytes } = operator
  const base = urlFor(operator, accountId === undefined)
  const link = createLinkText(randomBytes)
  const now = nowMs()
  const expiresAt = new Date(now + config.dashboard.linkHours * HOUR_MS).toISOString()
  await store.sessions.createLink(hashSecret(link), { accountId, createdAt: new Date(now).toISOString(), expiresAt })
  // Behind the hash mark it is sent to no server, and stands in no log and no referrer.
  return { url: `${base}#link=${link}`, expiresAt }
}

/** The operations that let people in to the dashboard, by their method's name. */
export const inviteMethods = {
  'account.invite': async (operator: Operator, { id }: { readonly id: string }) =>
    invite(operator, (await theAccount(operator, id)).id),
  'operator.invite': (operator: Operator) => invite(operator, undefined),
}
