import type { ReadMetric } from './registration.js'

/** What /readyz says, as a metric. Of several processes the first reports it for all. */
export const readyMetric = (troubles: () => readonly string[]): ReadMetric => ({
  name: 'tollgate_ready',
  type: 'gauge',
  help: '1: /readyz says that the gateway should get traffic; 0: it drains, starts its workers, or cannot charge',
  aggregator: 'first',
  read: () => (troubles().length === 0 ? 1 : 0),
})
