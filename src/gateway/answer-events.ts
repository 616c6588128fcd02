import type { ProofVerdict } from '../pipeline/forward/verify-partner.js'
import type { Log } from '../telemetry/log.js'
import type { Metrics } from '../telemetry/metrics.js'

/**
 * Makes what hears of answers that were looked into: violations of the contract, gaps in it, and partners' proofs. Of the data it tells
 * nothing. A gap is logged once for each network, method and place in the contract.
 */
export const answerRecorder = (metrics: Pick<Metrics, 'violation' | 'gap' | 'proof'>, log: Log) => ({
  /** `schemaPath`: where in the contract; undefined when it was told often enough. */
  onViolation: (network: string, upstream: string, method: string, schemaPath: string | undefined): void => {
    metrics.violation(network, upstream, method)
    if (schemaPath !== undefined) log.warn({ network, upstream, method, schemaPath }, 'answer breaks the contract')
  },
  onGap: onceEach(
    (network: string, method: string, schemaPath: string) =>
      log.warn({ network, method, schemaPath }, 'the contract does not foresee an answer'),
    (_network, method, schemaPath) => metrics.gap(method, schemaPath),
  ),
  onProof: (network: string, partner: string, verdict: ProofVerdict): void => {
    metrics.proof(network, verdict)
    if (verdict === 'wrong') log.warn({ network, upstream: partner }, "partner's proof is wrong")
  },
})

/** Does the one thing every time, and the other the first time with the same words: those of the contract and the configuration are few. */
const onceEach = (first: (...words: ViolationWords) => void, always: (...words: ViolationWords) => void) => {
  const known = new Set<string>()
  return (...words: ViolationWords): void => {
    always(...words)
    const text = words.join(' ')
    if (known.has(text)) return
    known.add(text)
    first(...words)
  }
}

type ViolationWords = readonly [network: string, method: string, schemaPath: string]
