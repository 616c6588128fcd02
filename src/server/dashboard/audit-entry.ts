import { REFUSED_SIGN_IN, SIGN_IN } from '../accounts/audit-store.js'
import type { HolderId } from '../accounts/session-store.js'
import type { DashboardHandlerDeps } from './dashboard-exchange.js'

/**
 * A person who showed something that only they can have: the operator if `accountId` is undefined.
 *
 * `by`       what they showed
 * `passkey`  name of the passkey
 * `subject`  the identity provider's id of the person
 */
export interface SignInPerson {
  readonly accountId: HolderId
  readonly by: 'token' | 'link' | 'passkey' | 'openid'
  readonly passkey?: string
  readonly subject?: string
}

/** Writes an entry about what the operator or an account's holder does in the dashboard. */
export const recordInAudit = (
  { operationDeps }: DashboardHandlerDeps,
  accountId: HolderId,
  operation: string,
  params: object,
): Promise<void> => {
  const { store, actor, nowMs } = operationDeps(accountId)
  return store.audit.record({
    at: new Date(nowMs()).toISOString(),
    actor: actor.name,
    via: actor.via,
    operation,
    accountId: accountId ?? null,
    subject: null,
    params: JSON.stringify(params),
  })
}

/**
 * Writes an entry about a sign-in. Callers know the person, and so strangers write none: a wrong
 * token or link, a bad signature and a person without an account are only in the log.
 */
export const recordSignIn = (
  context: DashboardHandlerDeps,
  { accountId, ...how }: SignInPerson,
  refusal: string | undefined,
): Promise<void> =>
  refusal === undefined
    ? recordInAudit(context, accountId, SIGN_IN, how)
    : recordInAudit(context, accountId, REFUSED_SIGN_IN, { ...how, refusal })
