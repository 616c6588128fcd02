import { type ReadMetric, readingsBy } from '../registration.js'
import type { NoticeCounts } from './notices.js'

/** Deliveries of notices; of several processes, the one that sends them reports them. */
export const noticeMetrics = (notices: () => NoticeCounts): ReadMetric[] => [
  {
    name: 'tollgate_credit_warnings_total',
    type: 'counter',
    labels: ['limit', 'level'],
    help: "Accounts and keys that came to a level (percent) of their day's credits; limit: the account's or a key's own",
    read: () =>
      [...notices().creditWarnings.values()].map(({ limit, level, count }) => ({
        labels: { limit, level },
        value: count,
      })),
  },
  {
    name: 'tollgate_webhook_deliveries_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Notices to webhooks: delivered, retried (an attempt failed), or dropped for good',
    read: () => readingsBy('outcome', Object.entries(notices().webhooks)),
  },
  {
    name: 'tollgate_link_requests_total',
    type: 'counter',
    labels: ['outcome'],
    help: 'Links that account holders asked for: delivered to the webhook, dropped (not delivered), unknown (no such account), repeated (the account had got one a short time before), or throttled (too many from one source)',
    read: () => readingsBy('outcome', Object.entries(notices().linkRequests)),
  },
]
