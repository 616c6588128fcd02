import { atOnce } from '../../../src/runtime/turns/in-turns.js'
import { WorkTurns } from '../../../src/runtime/turns/work-turns.js'
import { readLogFilter } from '../../../src/server/subscriptions/filters/log-filter.js'
import type { FollowedBlock, FollowedLog } from '../../../src/server/subscriptions/followed-block.js'
import { BlockEvents } from '../../../src/server/subscriptions/sources/block-events.js'
import { median, type Row } from '../table.js'

const LOGS = 500
const ROUNDS = 200
const ADDRESSES = 10_000

const addressOf = (at: number): string => `0x${((at % ADDRESSES) + 1).toString(16).padStart(40, '0')}`

/** A block's logs, of neighbouring addresses. */
const aBlock = (number: number): FollowedBlock => {
  const hash = `0x${number.toString(16).padStart(64, '0')}`
  const logs = Array.from({ length: LOGS }, (_, at): FollowedLog => {
    const address = addressOf(number * LOGS + at)
    const topics = [`0x${'e0'.repeat(32)}`, `0x${at.toString(16).padStart(64, '0')}`]
    const text = JSON.stringify({ address, topics, data: '0x', blockHash: hash, logIndex: at, removed: false })
    return { logIndex: BigInt(at), address, topics, text } as unknown as FollowedLog
  })
  return {
    sequence: number,
    number: BigInt(number),
    hash,
    parentHash: '',
    header: '{}',
    logs,
    seenAtMs: 0,
  } as FollowedBlock
}

/**
 * The time in which a block's logs are compared with all filters and given to their subscribers,
 * which do nothing with them.
 */
export const measureMatching = (filters: number): { columns: Row; rows: Row[] } => {
  const rows = [1, 10, 10_000].map((accounts) => {
    const turns: (() => void)[] = []
    const events = new BlockEvents(new WorkTurns((action) => void turns.push(action), console.error))
    let delivered = 0
    let connection = {}
    for (let at = 0; at < filters; at++) {
      if (at % 10 === 0) connection = {}
      const sink = { connection, sent: 0, event: () => void delivered++, finished: () => {}, broken: () => {} }
      const filter = atOnce(readLogFilter({ address: addressOf(at) }))
      const since = { fromStep: 0, startSequence: 0 }
      events.add({ owner: `account-${at % accounts}`, sink, kind: 'logs', filter, ...since, isOpen: true })
    }
    const times = Array.from({ length: ROUNDS }, (_, round) => {
      const step = { removed: [], added: [aBlock(round + 1)] }
      const startedMs = performance.now()
      events.step(step, 'logs')
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) turn()
      return performance.now() - startedMs
    })
    const sorted = times.slice(ROUNDS / 10).sort((a, b) => a - b)
    const p99 = sorted[Math.floor(sorted.length * 0.99)]!
    const cells = [delivered / ROUNDS, median(sorted).toFixed(2), p99.toFixed(2)]
    return [
      `${filters.toLocaleString('en')} filters of ${accounts.toLocaleString('en')} accounts`,
      ...cells,
      '≤ 10 ms',
    ].map(String)
  })
  return { columns: [`a block of ${LOGS} logs against`, 'events', 'ms, p50', 'p99', 'goal'], rows }
}
