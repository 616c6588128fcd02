import type { Registry } from 'prom-client'
import { registerCounted } from '../registration.js'
import type { NoticeCounts } from './notices.js'

/** Shows deliveries of notices; of several processes, the one that sends them reports it. */
export const registerNoticeMetrics = (registry: Registry, read: () => NoticeCounts): void => {
  registerCounted(registry, 'counter', {
    name: 'tollgate_credit_warnings_total',
    labelNames: ['limit', 'level'],
    help: "Accounts and keys that came to a level (percent) of their day's credits; limit: the account's or a key's own",
    values: () =>
      [...read().creditWarnings.values()].map(({ limit, level, count }) => ({
        labels: { limit, level },
        value: count,
      })),
  })
  registerCounted(registry, 'counter', {
    name: 'tollgate_webhook_deliveries_total',
    labelNames: ['outcome'],
    help: 'Notices to webhooks: delivered, retried (an attempt failed), or dropped for good',
    values: () => Object.entries(read().webhooks).map(([outcome, value]) => ({ labels: { outcome }, value })),
  })
  registerCounted(registry, 'counter', {
    name: 'tollgate_link_requests_total',
    labelNames: ['outcome'],
    help: 'Links that account holders asked for: delivered to the webhook, dropped (not delivered), unknown (no such account), repeated (the account had got one a short time before), or throttled (too many from one source)',
    values: () => Object.entries(read().linkRequests).map(([outcome, value]) => ({ labels: { outcome }, value })),
  })
}
