import type { HealthState } from '../../upstreams/health/health-change.js'
import type { Operator } from '../operator.js'
import { checkNames } from './names.js'

/** Selects the calls of a network, a method, or both. */
export interface HistoryFilter {
  readonly network?: string | undefined
  readonly method?: string | undefined
}

/**
 * A day of history of a running gateway, over all its processes, in slots.
 *
 * `since`  when counting began: the gateway's start, or a day ago; `from`: when the first slot
 *          begins
 */
export interface GatewayHistory {
  readonly since: string
  readonly from: string
  readonly slotSeconds: number
  /** The networks with calls in this time, selected or not. */
  readonly networks: readonly string[]
  readonly methods: readonly string[]
  readonly slots: readonly {
    readonly calls: number
    readonly errors: number
    readonly p50Ms: number | null
    readonly p95Ms: number | null
  }[]
  /** The worst state in each slot; null while unknown. */
  readonly upstreams: readonly {
    readonly network: string
    readonly upstream: string
    readonly states: readonly (HealthState | null)[]
  }[]
}

/** Calls, errors, latencies and upstream states of the last day. */
export const askHistory = (
  { config, history }: Pick<Operator, 'config'> & { history(filter: HistoryFilter): Promise<GatewayHistory> },
  filter: HistoryFilter,
): Promise<GatewayHistory> => {
  if (filter.network !== undefined) checkNames('network', [filter.network], [...config.networks.keys()])
  return history(filter)
}
