import type { Contract } from '../../contract/contract.js'
import type { CallJudge, WitnessFinder } from './calls.js'
import type { DiffFinding } from './finding.js'

/** One recorded call, a JSON line of a traffic file; its other members are ignored. */
export interface RecordedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Reads a line of a traffic file; returns a text for a mistake in it. */
export const readRecordedCall = (line: string): RecordedCall | string => {
  let call: unknown
  try {
    call = JSON.parse(line)
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`
  }
  const { method, params = [] } = (call ?? {}) as { readonly method?: unknown; readonly params?: unknown }
  if (typeof method !== 'string') return 'has no "method"'
  return Array.isArray(params) ? { method, params } : 'has "params" that are no array'
}

/** The outcome of a method's recorded calls. */
interface MethodTraffic {
  calls: number
  refused: number
  first?: { readonly params: readonly unknown[]; readonly reason: string }
}

/** Counts of a whole traffic file. */
export interface TrafficTotals {
  readonly calls: number
  /** Calls that the old contract refuses too. */
  readonly alreadyRefused: number
  readonly refused: number
  readonly oldCredits: number
  readonly newCredits: number
}

/** Checks recorded calls against both contracts, one by one, in constant memory. */
export class TrafficJudge {
  private readonly methods = new Map<string, MethodTraffic>()
  private readonly prices: readonly Map<string, number>[]
  private alreadyRefused = 0
  private calls = 0

  constructor(
    private readonly contracts: readonly [before: Contract, after: Contract],
    private readonly judges: readonly [before: CallJudge, after: CallJudge],
    private readonly finder: WitnessFinder,
  ) {
    this.prices = contracts.map(({ methods }) => new Map(methods.map((one) => [one.name, one['x-credits'] ?? 0])))
  }

  add({ method, params }: RecordedCall): void {
    this.calls += 1
    if (this.judges[0].troubleOf(method, params) !== undefined) {
      this.alreadyRefused += 1
      return
    }
    this.finder.learn(method, params)
    const known: MethodTraffic = this.methods.get(method) ?? { calls: 0, refused: 0 }
    this.methods.set(method, known)
    const reason = this.judges[1].troubleOf(method, params)
    if (reason === undefined) known.calls += 1
    else {
      known.refused += 1
      known.first ??= { params, reason }
    }
  }

  totals(): TrafficTotals {
    const credits = (side: 0 | 1) =>
      [...this.methods].reduce((sum, [name, { calls }]) => sum + calls * (this.prices[side]!.get(name) ?? 0), 0)
    const refused = [...this.methods.values()].reduce((sum, one) => sum + one.refused, 0)
    const { calls, alreadyRefused } = this
    return { calls, alreadyRefused, refused, oldCredits: credits(0), newCredits: credits(1) }
  }

  findings(): readonly DiffFinding[] {
    return [...this.methods].flatMap(([method, { calls, refused, first }]): readonly DiffFinding[] => {
      const path = this.pathOf(method)
      const [old, now] = this.prices.map((prices) => (prices.get(method) ?? 0) * calls)
      const note = `${refused} of ${calls + refused} recorded calls; the first: ${first?.reason}`
      return [
        ...(first === undefined
          ? []
          : [
              {
                rule: 'RECORDED_CALL_REFUSED' as const,
                path,
                methods: [method],
                note,
                witness: { method, params: first.params },
              },
            ]),
        ...(now! > old!
          ? [{ rule: 'RECORDED_CALLS_DEARER' as const, path, methods: [method], old, new: now, note: `${calls} calls` }]
          : []),
      ]
    })
  }

  private pathOf(name: string): string {
    const [before, after] = this.contracts.map(({ methods }) => methods.findIndex((method) => method.name === name))
    return `/methods/${after! < 0 ? before : after}`
  }
}
