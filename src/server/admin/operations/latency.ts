import { operationTurns } from '../../../runtime/turns/process-budgets.js'
import { type CallDurationRow, percentileMs } from '../../credits/usage/call-durations.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { readRange } from './days.js'
import { checkOwner } from './records.js'

type LatencyRow = ResultOf<'latency'>['rows'][number]

const DEFAULT_LIMIT = 100
/** Rows whose percentiles are made in one turn of the event loop. */
const ROWS_AT_ONCE = 1_000

const latencyOf = ({ network, method, buckets }: CallDurationRow): LatencyRow => {
  const calls = buckets.reduce((sum, count) => sum + count, 0)
  const percentile = (part: number) => percentileMs(buckets, calls, part)
  return { network, method, calls, p50Ms: percentile(0.5), p95Ms: percentile(0.95), p99Ms: percentile(0.99) }
}

const slowestFirst = (one: LatencyRow, other: LatencyRow): number => other.p95Ms - one.p95Ms || other.calls - one.calls

export const askLatency = async (
  deps: OperationDeps,
  { account, limit = DEFAULT_LIMIT, ...days }: ParamsOf<'latency'>,
): Promise<ResultOf<'latency'>> => {
  const range = readRange(deps, days)
  const found = await deps.store.usage.callDurations(account, range)
  await checkOwner(deps, account, found)
  let rows: LatencyRow[] = []
  for (let at = 0; at < found.length; at += ROWS_AT_ONCE) {
    await operationTurns.next()
    const some = found.slice(at, at + ROWS_AT_ONCE).map(latencyOf)
    rows = [...rows, ...some].sort(slowestFirst).slice(0, limit)
  }
  return { account, ...range, rows }
}
