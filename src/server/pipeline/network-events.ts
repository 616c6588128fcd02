import type { HealthChange } from '../upstreams/health/health-change.js'
import type { Outcome } from '../upstreams/outcome.js'
import type { Upstream } from '../upstreams/upstream.js'

/** What became of a second attempt at a slow call; `denied`: there was no budget for one. */
export type HedgeOutcome = 'won' | 'lost' | 'denied'

/** What a look at a partner's answer came to. */
export type ProofVerdict = 'proven' | 'unproven' | 'wrong'

/**
 * What happens on one network besides its calls: the port through which it reaches the log, the
 * metrics and the store.
 */
export interface NetworkEvents {
  /**
   * An attempt ended, after `durationMs` by the stopwatch; `overtaken`: given up because another
   * was faster.
   */
  attempt(upstream: Upstream, outcome: Outcome['kind'] | 'overtaken', durationMs: number): void
  /** A second attempt at a slow call ended, or there was no budget for it. */
  hedge(outcome: HedgeOutcome): void
  /**
   * An upstream's answer broke the contract where another upstream's answer to the same call
   * fitted, or where there is no other upstream. `schemaPath`: JSON pointer into the contract;
   * undefined when it was reported often enough.
   */
  violation(upstream: Upstream, method: string, schemaPath: string | undefined): void
  /** The contract does not foresee an answer, and no upstream is to blame for it. */
  gap(method: string, schemaPath: string): void
  /** A partner's answer was compared with its proof. */
  proof(partner: Upstream, verdict: ProofVerdict): void
  /** An upstream's state changed. */
  health(upstream: Upstream, change: HealthChange): void
  /** An upstream's calls begin or cease to share round trips. */
  sharing(upstream: string, isSharing: boolean): void
}
