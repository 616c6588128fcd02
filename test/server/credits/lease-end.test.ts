import { LeaseLedger } from '../../../src/server/credits/leases/lease-ledger.js'
import type { Hold } from '../../../src/server/credits/ledger.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { FakeLeaseStore, fakeJournal } from '../../support/lease-store.js'
import { stopwatch } from '../../support/stopwatch.js'
import { timeByTurns } from '../../support/time-by-turns.js'

timeByTurns()

test.each([
  ['is tried again when the store was away for a moment', 300, 10],
  ['gives up on a store that stays away, and leaves the charges to the journal', 60_000, 0],
])('the last exchange of a process %s', async (_, awayMs, settled) => {
  const shared = new FakeLeaseStore()
  const store = shared.for('p')
  await store.begin('p')
  const ledger = new LeaseLedger({ store, journal: fakeJournal('p'), nowMs: Date.now, afterTurn: setImmediate })
  const key = aKey({ id: 'key' })
  const hold = await ledger.hold(anEntitlement({ account: anAccount({ id: 'acc' }), key, dailyCredits: 100 }), 10)
  await (hold as Hold).charge({ network: 'main', method: 'm', isError: false, servedBy: 'upstream' })
  shared.isAway = true
  const back = setTimeout(() => {
    shared.isAway = false
  }, awayMs)
  const spentMs = stopwatch()
  await ledger.flush()
  clearTimeout(back)
  expect(spentMs()).toBeLessThan(3_000)
  expect(shared.rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(settled)
  expect(ledger.trouble()).toBe(settled > 0 ? undefined : 'away')
})

test('a balance that is locked when the process ends is settled once the lock is gone', async () => {
  const shared = new FakeLeaseStore()
  const store = shared.for('p')
  await store.begin('p')
  const ledger = new LeaseLedger({ store, journal: fakeJournal('p'), nowMs: Date.now, afterTurn: setImmediate })
  const entitlement = anEntitlement({ account: anAccount({ id: 'acc' }), key: aKey({ id: 'key' }), dailyCredits: 100 })
  const hold = (await ledger.hold(entitlement, 10)) as Hold
  await hold.charge({ network: 'main', method: 'm', isError: false, servedBy: 'upstream' })
  shared.locked.add('acc')
  const unlock = setTimeout(() => shared.locked.clear(), 300)
  await ledger.flush()
  clearTimeout(unlock)
  expect(shared.rows.map(({ credits }) => credits)).toEqual([10])
  expect([ledger.readings().journalLines, shared.settledLines.has('p')]).toEqual([0, false])
})

test('what is charged after a look at the store that found nothing is settled in the last exchange', async () => {
  const shared = new FakeLeaseStore()
  const store = shared.for('p')
  await store.begin('p')
  const nowMs = Date.now()
  const ledger = new LeaseLedger({ store, journal: fakeJournal('p'), nowMs: () => nowMs, afterTurn: setImmediate })
  const entitlement = anEntitlement({ account: anAccount({ id: 'acc' }), key: aKey({ id: 'key' }), dailyCredits: 100 })
  // All that was granted is held, so that there is nothing to hand back either.
  const hold = (await ledger.hold(entitlement, 10)) as Hold
  // The first is the end of the exchange that brought the credits.
  for (let tick = 0; tick < 2; tick++) await ledger.tick()
  await hold.charge({ network: 'main', method: 'm', isError: false, servedBy: 'upstream' })
  await ledger.flush()
  expect(shared.rows.map(({ credits }) => credits)).toEqual([10])
  expect(shared.settledLines.has('p')).toBe(false)
})

test('a charge that is made during the last exchange stays in the journal', async () => {
  const shared = new FakeLeaseStore()
  const store = shared.for('p')
  await store.begin('p')
  const closed: boolean[] = []
  const journal = { ...fakeJournal('p'), close: (isOver: boolean) => void closed.push(isOver) }
  const end = store.end.bind(store)
  let hold: Hold
  store.end = async (...processes) => {
    const ended = await end(...processes)
    await hold.charge({ network: 'main', method: 'm', isError: false, servedBy: 'upstream' })
    return ended
  }
  const ledger = new LeaseLedger({ store, journal, nowMs: Date.now, afterTurn: setImmediate })
  const entitlement = anEntitlement({ account: anAccount({ id: 'acc' }), key: aKey({ id: 'key' }), dailyCredits: 100 })
  hold = (await ledger.hold(entitlement, 10)) as Hold
  await ledger.flush()
  expect(closed).toEqual([false])
  expect(journal.lines.flatMap(({ rows }) => rows.map(({ credits }) => credits))).toEqual([10])
})
