import type { Contract } from '../../contract/contract.js'
import { CallJudge, WitnessFinder } from './calls.js'
import { documentFindings } from './document-findings.js'
import { type DiffFinding, inOrder } from './finding.js'
import { Comparison } from './losses.js'
import { methodFindings } from './methods.js'
import { type RecordedLine, TrafficJudge, type TrafficTotals } from './traffic.js'

export interface DiffDeps {
  readonly traffic?: AsyncIterable<RecordedLine> | undefined
  readonly plans?: readonly PlanCredits[]
}

/** All changes, breaking ones first; with traffic also the outcome of the recorded calls. */
export interface ContractDiff {
  readonly findings: readonly DiffFinding[]
  readonly traffic?: TrafficTotals
}

/**
 * Compares two contracts: params may only become wider, results only narrower. Errors: rejects if a
 * schema of either cannot be compiled, or has a dangling reference.
 */
export const contractDiff = async (
  before: Contract,
  after: Contract,
  { traffic, plans = [] }: DiffDeps = {},
): Promise<ContractDiff> => {
  const judges = [new CallJudge(before), new CallJudge(after)] as const
  const finder = new WitnessFinder({ contract: before, judge: judges[0] }, { contract: after, judge: judges[1] })
  const recorded = new TrafficJudge([before, after], judges, finder)
  // First, so that recorded calls can be witnesses.
  if (traffic !== undefined) for await (const line of traffic) recorded.add(line)
  const ways = { narrowed: new Comparison(before, after), widened: new Comparison(after, before) }
  const findings = inOrder([
    ...methodFindings(before, after, { ways, finder }),
    ...documentFindings(before, after, ways),
    ...planFindings(before, after, plans),
    ...recorded.findings(),
  ])
  return { findings, ...(traffic !== undefined && { traffic: recorded.totals() }) }
}

/** The credits that a plan of a configuration grants; undefined if each account has its own. */
interface PlanCredits {
  readonly name: string
  readonly dailyCredits?: number
  readonly creditsPerSecond?: number
}

const shortOf = ({ dailyCredits, creditsPerSecond }: PlanCredits, price: number): string | undefined => {
  if (creditsPerSecond !== undefined && creditsPerSecond < price) return `creditsPerSecond is ${creditsPerSecond}`
  // 0, a plan without any calls, is intended.
  if (dailyCredits !== undefined && dailyCredits > 0 && dailyCredits < price) return `dailyCredits is ${dailyCredits}`
  return undefined
}

/**
 * Plans that could pay for a call of a method, or did not have to, and no longer can: a gateway
 * refuses such a configuration at start.
 */
const planFindings = (before: Contract, after: Contract, plans: readonly PlanCredits[]): readonly DiffFinding[] =>
  after.methods.flatMap(({ name, 'x-credits': price }, index) => {
    const old = before.methods.find((method) => method.name === name)?.['x-credits']
    return plans.flatMap((plan): readonly DiffFinding[] => {
      const reason = shortOf(plan, price)
      if (reason === undefined || (old !== undefined && shortOf(plan, old) !== undefined)) return []
      const path = `/methods/${index}/x-credits`
      return [{ rule: 'PLAN_CANNOT_PAY', path, methods: [name], old, new: price, note: `plan ${plan.name}: ${reason}` }]
    })
  })
