import type { GatewayHistory } from '../../server/admin/operations/history.js'
import { readConfig } from '../configured.js'
import { contractCommand, contractMethod } from '../contract/contract-command.js'
import { textTable } from '../text-table.js'
import { askRunningGateway } from './running-gateway.js'

const HEADINGS = ['FROM, UTC', 'CALLS', 'ERRORS', 'P50 MS', 'P95 MS']

const milliseconds = (value: number | null): string => (value === null ? '-' : value.toPrecision(3))

/** The slots that had calls, the newest last. */
const rowsOf = ({ from, slotSeconds, slots }: GatewayHistory): (string | number)[][] =>
  slots.flatMap(({ calls, errors, p50Ms, p95Ms }, index) => {
    const startsMs = Date.parse(from) + index * slotSeconds * 1_000
    const cells = [new Date(startsMs).toISOString().slice(0, 16), calls, errors]
    return calls === 0 ? [] : [[...cells, milliseconds(p50Ms), milliseconds(p95Ms)]]
  })

/** `tollgate history`: shows the calls of the running gateway's last day. */
export const history = contractCommand(contractMethod('history'), async (params, input) => {
  const config = await readConfig(input, ['admin.token'])
  const day = (await askRunningGateway(config, 'history', params)) as GatewayHistory
  return { json: day, text: textTable(HEADINGS, rowsOf(day)) }
})
