import { OPERATOR } from '../accounts/audit-store.js'
import { SourceThrottle } from '../accounts/source-throttle.js'
import type { AdminApi } from '../admin/api.js'
import type { ApiOperationDeps } from '../admin/methods.js'
import type { Actor } from '../admin/operation-deps.js'
import { inviteMethods } from '../admin/operations/sign-in/invite.js'
import type { TokenGate } from '../admin/token-gate.js'
import type { Config } from '../config/config.js'
import type { DashboardHandlerDeps } from '../dashboard/dashboard-exchange.js'
import { factsFor } from '../dashboard/facts.js'
import { dashboardFile } from '../dashboard/files.js'
import { holderParams } from '../dashboard/holder-scope.js'
import { LinkRequests } from '../dashboard/link-requests.js'
import { Live } from '../dashboard/live.js'
import { LiveStreams } from '../dashboard/live-streams.js'
import { OpenidSignIn } from '../dashboard/openid/openid.js'
import { loadLibrary as loadOpenid } from '../dashboard/openid/provider.js'
import { PageLookUps } from '../dashboard/page-look-ups.js'
import { loadLibrary as loadPasskeys, Passkeys } from '../dashboard/passkeys/passkeys.js'
import { Sessions } from '../dashboard/sessions.js'
import { SECONDS_BETWEEN_SIGN_INS } from '../dashboard/sign-in.js'
import type { Store } from '../storage/store.js'
import type { LinkRequestCounts } from '../telemetry/notices/notice.js'
import { postSigned } from '../telemetry/post.js'
import type { PrivateDeps } from './process-deps.js'

/** Sustained operations per second of an account's holders, or of one session of operators. */
const OPERATIONS_PER_SECOND = 10
/** Burst in seconds' worth of operations; the largest page asks for a dozen. */
const BURST_SECONDS = 5
/** Sign-ins of an account by passkeys and the identity provider: each writes to the store. */
const SIGN_INS_PER_SECOND = 1 / SECONDS_BETWEEN_SIGN_INS
const SIGN_IN_BURST_SECONDS = 60

/** Dependencies that the dashboard shares with the admin API. */
export interface DashboardDeps extends Pick<PrivateDeps, 'config' | 'ports' | 'log'> {
  readonly store: Store
  readonly linkRequests: LinkRequestCounts
  readonly api: AdminApi
  readonly gate: TokenGate
  operationDeps(actor: Actor): ApiOperationDeps
}

/** Loads the libraries that judge sign-ins; otherwise the first one does. */
export const loadSignIn = async ({ openid }: Config['dashboard']): Promise<void> => {
  await loadPasskeys()
  if (openid !== undefined) await loadOpenid()
}

export const createDashboard = (deps: DashboardDeps): DashboardHandlerDeps => {
  const { config, ports, log, store, api, gate } = deps
  const { nowMs, randomBytes } = ports
  const operationDeps = (accountId: string | undefined) =>
    deps.operationDeps({ name: accountId ?? OPERATOR, via: 'dashboard' })
  const rate = new SourceThrottle({
    perSecond: () => OPERATIONS_PER_SECOND,
    burstSeconds: BURST_SECONDS,
    nowMs,
  })
  const signIns = new SourceThrottle({
    perSecond: () => SIGN_INS_PER_SECOND,
    burstSeconds: SIGN_IN_BURST_SECONDS,
    nowMs,
  })
  const maySignIn = (accountId: string) => signIns.take(accountId)
  const onBug = (error: unknown) => log.error({ requestId: '', err: error }, 'bug')
  const live = new LiveStreams(new Live(() => operationDeps(undefined), api.readForHolder), onBug)
  const lookUps = new PageLookUps()
  const onEnd = (requestToken: string) => live.endSession(requestToken)
  return {
    canUseToken: () => config().admin.token !== undefined,
    sessions: new Sessions({
      store: store.sessions,
      accounts: store.accounts,
      ...{ config, gate, nowMs, randomBytes, lookUps, onEnd },
    }),
    passkeys: new Passkeys({ store: store.passkeys, nowMs, randomBytes, maySignIn }),
    openid: new OpenidSignIn({
      store: store.passkeys,
      accounts: store.accounts,
      ...{ config, nowMs, randomBytes, maySignIn },
    }),
    linkRequests: new LinkRequests({
      config,
      accounts: store.accounts,
      // Not in the audit log: anybody may ask, and would push out its entries.
      invite: (id) => inviteMethods['account.invite'](operationDeps(undefined), { id }),
      post: (target, body, signal) => postSigned(target, body, { nowMs: nowMs(), signal }),
      counts: deps.linkRequests,
      log,
      nowMs,
    }),
    live,
    api,
    operationDeps,
    admission: (accountId) =>
      accountId === undefined
        ? undefined
        : (method, params) => holderParams(method, params, accountId, operationDeps(accountId)),
    mayOperate: ({ accountId, requestToken }) => rate.take(accountId ?? requestToken),
    facts: (accountId) => lookUps.run(accountId ?? OPERATOR, () => factsFor(operationDeps(accountId), accountId)),
    publicUrl: () => config().dashboard.publicUrl,
    contact: () => config().dashboard.contact,
    file: dashboardFile,
    onCall: (call) => log.info(call, 'dashboard call'),
    onBug,
  }
}
