import type { Contract } from '../contract.js'
import { CallJudge, WitnessFinder } from './calls.js'
import { documentFindings } from './document-findings.js'
import { type DiffFinding, inOrder } from './finding.js'
import { Comparison } from './losses.js'
import { methodFindings } from './methods.js'
import { type PlanCredits, planFindings } from './plans.js'
import { type RecordedCall, TrafficJudge, type TrafficTotals } from './traffic.js'

/** What a diff looks at beside the two contracts. */
export interface DiffSurroundings {
  readonly traffic?: AsyncIterable<RecordedCall> | undefined
  readonly plans?: readonly PlanCredits[]
}

/** Everything that changed, breaking first; with traffic also what the recorded calls come to. */
export interface ContractDiff {
  readonly findings: readonly DiffFinding[]
  readonly traffic?: TrafficTotals
}

/**
 * Compares two contracts: params may only become wider, results only narrower. Errors: rejects when a schema of either cannot be compiled,
 * or refers to what is not there.
 */
export const contractDiff = async (
  before: Contract,
  after: Contract,
  { traffic, plans = [] }: DiffSurroundings = {},
): Promise<ContractDiff> => {
  const judges = [new CallJudge(before), new CallJudge(after)] as const
  const finder = new WitnessFinder({ contract: before, judge: judges[0] }, { contract: after, judge: judges[1] })
  const recorded = new TrafficJudge([before, after], judges, finder)
  // First, so that recorded calls can be witnesses.
  if (traffic !== undefined) for await (const call of traffic) recorded.add(call)
  const ways = { narrowed: new Comparison(before, after), widened: new Comparison(after, before) }
  const findings = inOrder([
    ...methodFindings(before, after, { ways, finder }),
    ...documentFindings(before, after, ways),
    ...planFindings(before, after, plans),
    ...recorded.findings(),
  ])
  return { findings, ...(traffic !== undefined && { traffic: recorded.totals() }) }
}
