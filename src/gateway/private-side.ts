import { createAdminApi } from '../admin/api.js'
import { apiWords } from '../admin/methods.js'
import { createTokenGate } from '../admin/token-gate.js'
import { createRetention } from '../credits/usage/usage-retention.js'
import { startAdmin } from '../listeners/private/server.js'
import type { Store } from '../storage/store.js'
import type { PrivateParts, PrivateSide } from './process-context.js'

const RETENTION_EVERY_MS = 3_600_000

/** Starts the private listener with the admin API, and shortens old usage now and every hour. Errors: rejects when the address is taken. */
export const startPrivateSide = async (store: Store, parts: PrivateParts): Promise<PrivateSide> => {
  const { config, ports, log, metrics, troubles, down, upstreams, cordons, baseUrl, workers } = parts
  const { nowMs, randomBytes } = ports
  const admin = await startAdmin(config().admin, {
    metrics,
    troubles,
    down,
    hosts: () => [config().admin.host, ...config().admin.hosts],
    ...(workers && { workers }),
    api: createAdminApi((error) => log.error({ requestId: '', err: error }, 'bug')),
    gate: createTokenGate(() => config().admin.token, nowMs),
    operator: () => ({
      config: config(),
      store,
      words: apiWords,
      nowMs,
      randomBytes,
      baseUrl: baseUrl(),
      upstreams,
      cordons,
    }),
    onCall: (call) => log.info(call, 'admin call'),
  })
  const retention = createRetention({ ...ports, store: store.usage, days: () => config().usage })
  const shorten = () =>
    retention
      .run()
      .catch((error: Error) => log.warn({ error: error.message }, 'old usage not rolled up; tried again later'))
  const shortening = setInterval(shorten, RETENTION_EVERY_MS)
  shorten()
  return {
    adminUrl: admin.url,
    rest: () => {
      clearInterval(shortening)
      return retention.stop()
    },
    stop: () => admin.stop(),
  }
}
