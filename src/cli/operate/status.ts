import type { GatewayStatus } from '../../server/admin/operations/status.js'
import { readConfig } from '../configured.js'
import { contractCommand, contractMethod } from '../contract/contract-command.js'
import { textTable } from '../text-table.js'
import { askRunningGateway } from './running-gateway.js'

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

const rowsOf = ({ reload, cache, ...now }: GatewayStatus): (string | number)[][] => [
  ['version', now.version],
  ['troubles', list(now.troubles)],
  ['networks down', list(now.networksDown)],
  ['workers', now.workers],
  ['configuration', `${reload.isTaken ? 'the newest' : 'not the newest, which has mistakes'}, taken ${reload.takenAt}`],
  ['calls', `${now.calls}, ${now.errors} of them errors, ${now.forwarded} forwarded`],
  ['credits charged', now.credits],
  ['connections', `${now.connections} HTTP, ${now.webSockets} WebSocket, ${now.inFlight} requests in flight`],
  ['held answers', `${now.heldBytes} bytes`],
  ['cache', `${cache.bytes} bytes, ${cache.hits} hits, ${cache.misses} misses, ${cache.coalesced} coalesced`],
]

/** `tollgate status`: shows the state of the running gateway. */
export const status = contractCommand(contractMethod('status'), async (params, input) => {
  const now = (await askRunningGateway(await readConfig(input, ['admin.token']), 'status', params)) as GatewayStatus
  return { json: now, text: textTable(['WHAT', 'NOW'], rowsOf(now)) }
})
