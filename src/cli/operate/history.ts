import type { ResultOf } from '../../server/admin/method-types.js'
import type { Text } from '../command.js'
import { milliseconds, shortTime, tableOf } from '../text-table.js'
import { runningCommand } from './running-gateway.js'

/** The slots that had calls, the newest last. */
const slotsOf = ({ from, slotSeconds, slots, upstreams }: ResultOf<'history'>) =>
  slots
    .map((slot, index) => ({
      ...slot,
      startsMs: Date.parse(from) + index * slotSeconds * 1_000,
      notUp: upstreams.flatMap(({ network, upstream, states: { [index]: state = null } }) =>
        state === null || state === 'up' ? [] : `${network}/${upstream} ${state}`,
      ),
    }))
    .filter(({ calls }) => calls > 0)

export const history = runningCommand('history', (day): Text => {
  const slots = slotsOf(day)
  if (slots.length === 0)
    return `No call since ${shortTime(day.since)}. The gateway keeps at most a day, in memory: a restart begins anew.`
  return (width) =>
    tableOf(
      {
        'FROM, UTC': ({ startsMs }) => new Date(startsMs).toISOString().slice(0, 16).replace('T', ' '),
        CALLS: 'calls',
        ERRORS: 'errors',
        'P50 MS': ({ p50Ms }) => milliseconds(p50Ms),
        'P95 MS': ({ p95Ms }) => milliseconds(p95Ms),
        'NOT UP': ({ notUp }) => notUp.join(', ') || undefined,
      },
      slots,
      width,
    )
})
