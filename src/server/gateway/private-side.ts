import type { Listening } from '../../runtime/listen-on.js'
import type { AuditStore } from '../accounts/audit-store.js'
import { createAdminApi } from '../admin/api.js'
import { type ApiOperationDeps, apiWords } from '../admin/methods.js'
import type { Actor } from '../admin/operation-deps.js'
import { TokenGate } from '../admin/token-gate.js'
import type { Config } from '../config/config.js'
import { Retention, retentionDaysOf } from '../credits/usage/usage-retention.js'
import type { DashboardHandlerDeps } from '../dashboard/dashboard-exchange.js'
import { startHolderListener } from '../dashboard/server.js'
import { startPrivateListener } from '../listeners/private/server.js'
import type { Store } from '../storage/store.js'
import type { LinkRequestCounts } from '../telemetry/notices/notice.js'
import type { DashboardDeps } from './dashboard.js'
import { DayHistory } from './day-history.js'
import { readStatus } from './gateway-status.js'
import type { PrivateDeps, PrivateSide } from './process-deps.js'

const RETENTION_EVERY_MS = 3_600_000

/**
 * Loads what the first operation and the first sign-in need, before callers and polls of nodes
 * wait: the imports take turns of up to a second.
 */
export const loadPrivateSide = async ({ admin, dashboard }: Config): Promise<void> => {
  if (admin.token !== undefined || dashboard.enabled) await import('../admin/router.js')
  if (dashboard.enabled) await (await import('./dashboard.js')).loadSignIn(dashboard)
}

/**
 * Starts the account holders' listener, if configured, and the private one with the admin API;
 * rolls up old usage now and every hour. Counts the links that holders ask for in `linkRequests`.
 *
 * Errors  rejects if an address is taken; then neither listens
 */
export const startPrivateSide = async (
  store: Store,
  linkRequests: LinkRequestCounts,
  deps: PrivateDeps,
): Promise<PrivateSide> => {
  const { config, ports, log, metrics, troubles, down, upstreams, cordons, baseUrl, workers } = deps
  const { nowMs, randomBytes } = ports
  const listening = { privateUrl: '', dashboardUrl: undefined as string | undefined }
  const history = new DayHistory(deps)
  let dashboard: DashboardHandlerDeps | undefined
  const operatorStore = noticing(store, (accountId) => dashboard?.live.checkAccount(accountId))
  const operationDeps = (actor: Actor): ApiOperationDeps => ({
    config: config(),
    store: operatorStore,
    words: apiWords,
    actor,
    nowMs,
    randomBytes,
    baseUrl: baseUrl(),
    listening,
    upstreams,
    status: () => readStatus(deps),
    history: (filter) => history.read(filter),
    cordons,
  })
  const onBug = (error: unknown) => log.error({ requestId: '', err: error }, 'bug')
  const api = createAdminApi(onBug)
  const gate = new TokenGate(() => config().admin.token, nowMs)
  await loadPrivateSide(config())
  // Before the process is ready: callers would wait for the first operation's router.
  if (config().admin.token !== undefined || config().dashboard.enabled) await api.load()
  dashboard = await openDashboard({ config, ports, log, store, linkRequests, api, gate, operationDeps })
  // First, so that links from the private listener always lead to an open listener.
  const holders = await startHolders(config, dashboard)
  listening.dashboardUrl = holders?.url
  const admin = await startPrivateListener(config().admin, {
    metrics,
    troubles,
    down,
    hosts: () => [config().admin.host, ...config().admin.hosts],
    ...(workers && { workers }),
    ...(dashboard && { dashboard }),
    api,
    gate,
    operationDeps,
    onCall: (call) => log.info(call, 'admin call'),
    onBug,
  }).catch(async (error: Error) => {
    await holders?.stop()
    throw error
  })
  listening.privateUrl = admin.url
  history.start()
  const stopRetention = startRetention(store, deps)
  return {
    privateUrl: admin.url,
    stopHousekeeping: () => {
      history.stop()
      return stopRetention()
    },
    stop: async () => {
      dashboard?.live.stop()
      await Promise.all([admin.stop(), holders?.stop(), dashboard?.linkRequests.close()])
    },
  }
}

/** Rolls up old usage now and every hour. Returns how to end that. */
const startRetention = (store: Store, { config, ports, log }: PrivateDeps): (() => Promise<void>) => {
  const nowMs = store.nowMs ?? ports.nowMs
  const days = () => retentionDaysOf(config().usageDays)
  const retention = new Retention({ ...ports, nowMs, store: store.usage, days })
  const shorten = () =>
    retention
      .run()
      .catch((error: Error) => log.warn({ reason: error.message }, 'old usage not rolled up; tried again later'))
  const shortening = setInterval(shorten, RETENTION_EVERY_MS)
  shorten()
  return () => {
    clearInterval(shortening)
    return retention.stop()
  }
}

/** A store that reports the account of each change: the change may have ended its sessions. */
const noticing = (
  { accounts, usage, sessions, passkeys, audit }: Store,
  onChange: (accountId: string) => void,
): ApiOperationDeps['store'] => {
  const record: AuditStore['record'] = async (entry) => {
    await audit.record(entry)
    if (entry.accountId !== null) onChange(entry.accountId)
  }
  return { accounts, usage, sessions, passkeys, audit: { ...audit, record } }
}

/** Undefined if the dashboard is off; then its files are not loaded. */
const openDashboard = async (deps: DashboardDeps): Promise<DashboardHandlerDeps | undefined> => {
  if (!deps.config().dashboard.enabled) return undefined
  return (await import('./dashboard.js')).createDashboard(deps)
}

/** Starts the listener for account holders, if configured. */
const startHolders = async (
  config: PrivateDeps['config'],
  dashboard: DashboardHandlerDeps | undefined,
): Promise<Listening | undefined> => {
  const { host, port } = config().dashboard
  if (dashboard === undefined || port === undefined) return undefined
  const hosts = () => {
    const { publicUrl } = config().dashboard
    return [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]
  }
  return startHolderListener({ host, port }, dashboard, hosts)
}
