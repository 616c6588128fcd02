import type { HealthChange } from '../upstreams/health/health-change.js'
import type { Outcome } from '../upstreams/outcome.js'
import type { Upstream } from '../upstreams/upstream.js'

/** Outcome of a second attempt at a slow call; `denied`: no budget. */
export type HedgeOutcome = 'won' | 'lost' | 'denied'

/** Result of verifying a partner's answer. */
export type ProofVerdict = 'proven' | 'unproven' | 'wrong'

/**
 * Port for the events of one network other than its calls: to the log, the metrics and the store.
 */
export interface NetworkEvents {
  /**
   * An attempt ended after `durationMs`, by the monotonic clock. `overtaken`: another was faster.
   */
  attempt(upstream: Upstream, outcome: Outcome['kind'] | 'overtaken', durationMs: number): void
  /** A second attempt at a slow call ended, or was denied. */
  hedge(outcome: HedgeOutcome): void
  /**
   * An upstream's answer broke the contract, while another upstream's fitted or there is no other.
   * `schemaPath`: JSON pointer into the contract; undefined if reported often enough.
   */
  violation(upstream: Upstream, method: string, schemaPath: string | undefined): void
  /** The contract does not foresee an answer, and no upstream is to blame. */
  gap(method: string, schemaPath: string): void
  proof(partner: Upstream, verdict: ProofVerdict): void
  health(upstream: Upstream, change: HealthChange): void
  /** An upstream answered for the first time since the configuration was taken. */
  firstAnswer(upstream: Upstream): void
  /** An upstream's calls begin or cease to share round trips. */
  sharing(upstream: string, isSharing: boolean): void
}
