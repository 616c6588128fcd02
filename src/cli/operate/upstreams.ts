import type { UpstreamStatus } from '../../server/upstreams/status.js'
import { readConfig } from '../configured.js'
import { contractCommand, contractMethod } from '../contract/contract-command.js'
import { textTable } from '../text-table.js'
import { askRunningGateway } from './running-gateway.js'

const HEADINGS = [
  'NETWORK',
  'UPSTREAM',
  'STATE',
  'REASON',
  'HEAD',
  'LAG',
  'IN FLIGHT',
  'P50 MS',
  'P95 MS',
  'ERRORS',
  'CALLS',
  'CIRCUIT',
  'TAKEN OUT',
]

/** `tollgate upstreams`: shows the current state of the running gateway's upstreams. */
export const upstreams = contractCommand(contractMethod('upstreams'), async (params, input) => {
  const rows = (await askRunningGateway(
    await readConfig(input, ['admin.token']),
    'upstreams',
    params,
  )) as UpstreamStatus[]
  // Each worker has its own view of the upstreams.
  const isShared = rows.some(({ worker }) => worker !== undefined)
  const table = rows.map((row) => (isShared ? [row.worker ?? '-', ...cells(row)] : cells(row)))
  return { json: rows, text: textTable(isShared ? ['WORKER', ...HEADINGS] : HEADINGS, table) }
})

const cells = (row: UpstreamStatus): (string | number)[] => [
  row.network,
  row.isPartner ? `${row.upstream} (partner)` : row.upstream,
  row.state,
  reasonOf(row),
  number(row.head),
  number(row.lag),
  row.inFlight,
  milliseconds(row.p50Ms),
  milliseconds(row.p95Ms),
  `${(row.errorRate * 100).toFixed(1)} %`,
  row.calls,
  row.circuit,
  Object.entries(row.takenOut)
    .map(([method, reason]) => `${method}: ${reason}`)
    .join(', ') || '-',
]

/** For a cordoned upstream: until when, and its measured state. */
const reasonOf = ({ state, reason, lastFailure, measuredState, cordonedUntil }: UpstreamStatus): string => {
  if (state === 'cordoned') return `${cordonedUntil === null ? '' : `until ${cordonedUntil}; `}${measuredState}`
  return state === 'down' && lastFailure !== null ? `${reason}: ${lastFailure}` : reason
}

const number = (text: string | null): string | number => (text === null ? '-' : Number(text))
const milliseconds = (value: number | null): string | number => (value === null ? '-' : Math.round(value))
