import type { ResultOf } from '../../server/admin/method-types.js'
import { type Columns, percentText, shortTime, tableOf } from '../text-table.js'
import { runningCommand } from './running-gateway.js'

type ShownUpstream = ResultOf<'upstreams'>[number]

/** For a cordoned upstream: until when, and its measured state. */
const reasonOf = ({ state, reason, lastFailure, measuredState, cordonedUntil }: ShownUpstream): string => {
  if (state === 'cordoned')
    return `${cordonedUntil === null ? '' : `until ${shortTime(cordonedUntil)}; `}measured ${measuredState}`
  return state === 'down' && lastFailure !== null ? `${reason}: ${lastFailure}` : reason
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))
const milliseconds = (value: number | null): number | null => (value === null ? null : Math.round(value))

const circuitColumns: Columns<ShownUpstream> = {
  CIRCUIT: 'circuit',
  'TAKEN OUT': ({ takenOut }) =>
    Object.entries(takenOut)
      .map(([method, reason]) => `${method}: ${reason}`)
      .join(', ') || '-',
}

const isTroubled = ({ circuit, takenOut }: ShownUpstream): boolean =>
  circuit !== 'closed' || Object.keys(takenOut).length > 0

/** Each worker has its own view of the upstreams. Circuits are shown where one is not closed. */
const columnsOf = (rows: readonly ShownUpstream[]): Columns<ShownUpstream> => ({
  ...(rows.some(({ worker }) => worker !== undefined) && { WORKER: 'worker' as const }),
  ...columns,
  ...(rows.some(isTroubled) && circuitColumns),
})

const columns: Columns<ShownUpstream> = {
  NETWORK: 'network',
  UPSTREAM: ({ upstream, isPartner }) => (isPartner ? `${upstream} (partner)` : upstream),
  STATE: 'state',
  REASON: reasonOf,
  HEAD: ({ head }) => number(head),
  LAG: ({ lag }) => number(lag),
  'IN FLIGHT': 'inFlight',
  'P50 MS': ({ p50Ms }) => milliseconds(p50Ms),
  'P95 MS': ({ p95Ms }) => milliseconds(p95Ms),
  ERRORS: ({ errorRate }) => percentText(errorRate, 1),
  CALLS: 'calls',
}

export const upstreams = runningCommand('upstreams', (rows) => (width) => tableOf(columnsOf(rows), rows, width))
