import type { ResultOf } from '../../server/admin/method-types.js'
import { shortTime, tableOf } from '../text-table.js'
import { runningCommand } from './running-gateway.js'

const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

const rowsOf = ({ reload, cache, ...now }: ResultOf<'status'>): readonly (readonly [string, string | number])[] => [
  ['version', now.version],
  ['troubles', list(now.troubles)],
  ['networks down', list(now.networksDown)],
  ['workers', now.workers],
  [
    'configuration',
    `${reload.isTaken ? 'the newest' : 'not the newest, which has mistakes'}, taken ${shortTime(reload.takenAt)}`,
  ],
  ['calls', `${now.calls}, ${now.errors} of them errors, ${now.forwarded} forwarded`],
  ['credits charged', now.credits],
  ['connections', `${now.connections} HTTP, ${now.webSockets} WebSocket, ${now.inFlight} requests in flight`],
  ['held answers', `${now.heldBytes} bytes`],
  ['cache', `${cache.bytes} bytes, ${cache.hits} hits, ${cache.misses} misses, ${cache.coalesced} coalesced`],
]

export const status = runningCommand(
  'status',
  (now) => (width) => tableOf({ WHAT: ([what]) => what, NOW: ([, is]) => String(is) }, rowsOf(now), width),
)
