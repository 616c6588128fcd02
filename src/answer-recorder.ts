import type { Verdict } from './pipeline/verify-partner.js'
import type { Log } from './telemetry/log.js'
import type { Metrics } from './telemetry/metrics.js'

/** Makes what hears of answers that were looked into: violations of the contract, and partners' proofs. Of the data it tells nothing. */
export const answerRecorder = (metrics: Pick<Metrics, 'violation' | 'proof'>, log: Log) => ({
  /** `schemaPath`: where in the contract; undefined when it was told often enough. */
  onViolation: (network: string, upstream: string, method: string, schemaPath: string | undefined): void => {
    metrics.violation(network, upstream, method)
    if (schemaPath !== undefined) log.warn({ network, upstream, method, schemaPath }, 'answer breaks the contract')
  },
  onProof: (network: string, partner: string, verdict: Verdict): void => {
    metrics.proof(network, verdict)
    if (verdict === 'wrong') log.warn({ network, upstream: partner }, "partner's proof is wrong")
  },
})
