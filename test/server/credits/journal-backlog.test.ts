import type { Journal } from '../../../src/server/credits/journal.js'
import { JournalBacklog } from '../../../src/server/credits/journal-backlog.js'
import { ChargeLog } from '../../../src/server/credits/leases/charge-log.js'
import { Lease } from '../../../src/server/credits/leases/lease.js'
import { fakeJournal } from '../../support/lease-store.js'
import { aCharge } from '../../support/store-place.js'

const aBacklog = () => {
  const settled: number[] = []
  const journal: Journal = { ...fakeJournal('p'), settled: (line) => void settled.push(line) }
  return { backlog: new JournalBacklog(journal, 4), settled }
}

test('a batch stays the same until it is settled, whatever is written meanwhile', () => {
  const { backlog, settled } = aBacklog()
  backlog.append([aCharge({ credits: 1 })])
  backlog.append([aCharge({ credits: 2 })])
  const first = backlog.batch()
  backlog.append([aCharge({ credits: 4 })])
  expect(backlog.batch()).toBe(first)
  expect(first).toMatchObject({ fromLine: 0, toLine: 2, rows: [{ credits: 3, calls: 2 }] })
  backlog.settled()
  expect([settled, backlog.isSettled]).toEqual([[2], false])
  expect(backlog.batch()).toMatchObject({ fromLine: 2, toLine: 3, rows: [{ credits: 4 }] })
  backlog.settled()
  expect([backlog.isSettled, backlog.batch().rows]).toEqual([true, []])
})

test('rows are added up, and many different ones are reported', () => {
  const { backlog } = aBacklog()
  for (let line = 0; line < 100; line++) expect(backlog.append([aCharge({ credits: 1 })])).toBe(false)
  const different = Array.from({ length: 8 }, (_, key) => aCharge({ keyId: `key_${key}`, credits: 1 }))
  expect(backlog.append(different)).toBe(true)
  const { rows } = backlog.batch()
  expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(108)
})

test('a line that the journal does not take is not in the backlog', () => {
  const journal = fakeJournal('p')
  const backlog = new JournalBacklog(journal, 4)
  journal.append = () => {
    throw new Error('disk full')
  }
  expect(() => backlog.append([aCharge()])).toThrow('disk full')
  expect([backlog.isSettled, backlog.batch().rows]).toEqual([true, []])
})

test('what is charged while the store is asked about nothing belongs to the next batch, with its lease', () => {
  const log = new ChargeLog(fakeJournal('p'), () => {})
  const account = new Lease('acc_1', '', '2026-11-21', 0)
  const asked = log.batch()
  log.add({ row: aCharge({ credits: 5 }), persistence: 'retry', written: () => {}, account, keyPart: undefined })
  log.writeTurn()
  log.settle()
  expect([asked.rows.length, asked.changes.size]).toEqual([0, 0])
  const next = log.batch()
  expect(next).toMatchObject({ fromLine: 0, toLine: 1, rows: [{ credits: 5 }] })
  expect([...next.changes.values()]).toMatchObject([{ net: 5, charged: 5 }])
})
