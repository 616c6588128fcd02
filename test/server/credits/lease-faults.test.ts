import type { Journal } from '../../../src/server/credits/journal.js'
import { LeaseLedger } from '../../../src/server/credits/leases/lease-ledger.js'
import type { Hold } from '../../../src/server/credits/ledger.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { expectSoon } from '../../support/expect-soon.js'
import { FakeLeaseStore, fakeJournal } from '../../support/lease-store.js'
import { taken, turn } from '../../support/ledger.js'
import { stopwatch } from '../../support/stopwatch.js'

const record = { network: 'main', method: 'm', isError: false, servedBy: 'upstream' } as const
const of = (id: string) => anEntitlement({ account: anAccount({ id }), key: aKey({ id: `key_${id}` }) })

/** A ledger on a store whose exchanges can be held up, and a clock that the test sets. */
const aLeasedLedger = async () => {
  const shared = new FakeLeaseStore()
  const clock = { nowMs: Date.parse('2026-11-21T12:00:00Z') }
  const losses: unknown[] = []
  const journal = fakeJournal('p')
  let isHung = false
  let wake: () => void = () => {}
  const store = shared.for('p')
  await store.begin('p')
  const ledger = new LeaseLedger({
    store: {
      ...store,
      exchange: async (exchange) => {
        if (isHung) await new Promise<void>((resolve) => (wake = resolve))
        return store.exchange(exchange)
      },
    },
    journal,
    nowMs: () => clock.nowMs,
    afterTurn: setImmediate,
    onLoss: (...loss) => losses.push(loss),
  })
  const hang = () => {
    isHung = true
    return () => {
      isHung = false
      wake()
    }
  }
  /** Lets time pass as the ticks of a gateway do. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.nowMs += 100
      void ledger.tick()
      await turn()
    }
  }
  return { shared, ledger, journal, losses, hang, pass, clock }
}

describe('a store that hangs', () => {
  test('is known within two seconds, calls or not, and forgotten as soon as it answers', async () => {
    const { ledger, hang, pass } = await aLeasedLedger()
    await pass(1_000)
    expect(ledger.trouble()).toBeUndefined()
    const wake = hang()
    await pass(1_900)
    expect(ledger.trouble()).toBe('the store does not answer')
    wake()
    await turn()
    expect(ledger.trouble()).toBeUndefined()
  })

  test('keeps a call that needs it for two seconds at most, and refuses the next ones at once', async () => {
    const { ledger, hang, pass } = await aLeasedLedger()
    const wake = hang()
    const first = ledger.hold(of('a'), 80)
    await pass(1_700)
    expect(await first).toBe('ledger-unavailable')
    expect(ledger.hold(of('a'), 80)).toBe('ledger-unavailable')
    wake()
    await turn()
    await taken(ledger.hold(of('a'), 80))
  })

  test('is not waited for at the end, and the journal is kept', async () => {
    const { ledger, hang } = await aLeasedLedger()
    await (await taken(ledger.hold(of('a'), 80))).charge(record)
    hang()
    const spentMs = stopwatch()
    await ledger.flush()
    expect(spentMs()).toBeLessThan(5_000)
  })

  test('has what is leased spent for half a minute, and no longer', async () => {
    const { ledger, shared, pass } = await aLeasedLedger()
    const hold = await taken(ledger.hold(of('a'), 80))
    shared.isAway = true
    hold.giveBack(record)
    await pass(500)
    await taken(ledger.hold(of('a'), 40))
    await pass(30_000)
    expect(ledger.hold(of('a'), 10)).toBe('ledger-unavailable')
    shared.isAway = false
    await pass(500)
    await taken(ledger.hold(of('a'), 10))
  })
})

describe('when the clock is set back by an hour while the store is away', () => {
  test('what is leased is spent for half a minute, and no longer', async () => {
    const { ledger, shared, pass, clock } = await aLeasedLedger()
    const hold = await taken(ledger.hold(of('a'), 80))
    shared.isAway = true
    hold.giveBack(record)
    await pass(500)
    clock.nowMs -= 3_600_000
    await pass(30_000)
    expect(ledger.hold(of('a'), 10)).toBe('ledger-unavailable')
    expect(clock.nowMs - ledger.readings().lastSettledMs!).toBeLessThan(32_000)
  })

  test('a call waits for two seconds at most', async () => {
    const { ledger, hang, pass, clock } = await aLeasedLedger()
    const wake = hang()
    const first = ledger.hold(of('a'), 80)
    await pass(500)
    clock.nowMs -= 3_600_000
    await pass(1_700)
    expect(await Promise.race([first, turn().then(() => 'waits on')])).toBe('ledger-unavailable')
    wake()
  })
})

test("another transaction's lock on one account leaves the others their leases, and their charges are settled after it", async () => {
  const { ledger, shared, pass } = await aLeasedLedger()
  await (await taken(ledger.hold(of('a'), 80))).charge(record)
  await (await taken(ledger.hold(of('b'), 80))).charge(record)
  shared.locked.add('a')
  const waiting = ledger.hold(of('a'), 500)
  await pass(300)
  for (let call = 0; call < 5; call++) await (await taken(ledger.hold(of('b'), 80))).charge(record)
  await (await taken(ledger.hold(of('c'), 80))).charge(record)
  expect(ledger.trouble()).toBeUndefined()
  await pass(1_500)
  expect(await waiting).toBe('ledger-unavailable')
  shared.locked.clear()
  await pass(2_500)
  expect(shared.rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(8 * 80)
  expect(shared.balances.get('b 2026-11-21 ')).toMatchObject({ used: 480 })
  await taken(ledger.hold(of('a'), 500))
})

test("another transaction's lock that stays is seen in the time of the last settlement, though the store answers", async () => {
  const { ledger, shared, pass, clock } = await aLeasedLedger()
  const unsettledMs = () => clock.nowMs - ledger.readings().lastSettledMs!
  await (await taken(ledger.hold(of('a'), 80))).charge(record)
  shared.locked.add('a')
  await pass(10_000)
  await (await taken(ledger.hold(of('b'), 80))).charge(record)
  expect([ledger.trouble(), ledger.readings().journalLines]).toEqual([undefined, 2])
  expect(unsettledMs()).toBeGreaterThan(9_000)
  shared.locked.clear()
  await pass(2_500)
  expect(ledger.readings().journalLines).toBe(0)
  expect(unsettledMs()).toBeLessThan(1_000)
})

test('a journal that cannot be written fails the charge, which costs nothing and is counted as an error once it can', async () => {
  const { ledger, shared, journal, pass } = await aLeasedLedger()
  const { append } = journal
  const [lost, counted] = [await taken(ledger.hold(of('a'), 80)), await taken(ledger.hold(of('b'), 80))]
  journal.append = () => {
    throw new Error('disk full')
  }
  await expect(lost.charge(record)).rejects.toMatchObject({ name: 'LedgerUnavailable' })
  expect(ledger.trouble()).toBe('disk full')
  await turn()
  const failed = counted.charge(record)
  failed.then(undefined, () => {
    journal.append = append
  })
  await expect(failed).rejects.toMatchObject({ name: 'LedgerUnavailable' })
  await pass(300)
  expect(ledger.trouble()).toBeUndefined()
  expect(shared.rows).toEqual([expect.objectContaining({ accountId: 'b', calls: 1, credits: 0, errors: 1 })])
  for (const { used, outstanding, taken: all } of shared.balances.values()) {
    expect([used, all]).toEqual([0, outstanding.get('p')])
  }
})

test('a journal that can be written again ends the trouble without a call', async () => {
  const { ledger, journal, pass } = await aLeasedLedger()
  const { append } = journal
  const hold = await taken(ledger.hold(of('a'), 80))
  let tries = 0
  journal.append = () => {
    tries++
    throw new Error('disk full')
  }
  await expect(hold.charge(record)).rejects.toMatchObject({ name: 'LedgerUnavailable' })
  await turn()
  const triesByCall = tries
  await pass(1_000)
  expect(ledger.trouble()).toBe('disk full')
  expect(tries - triesByCall).toBeLessThanOrEqual(4)
  journal.append = append
  await pass(500)
  expect(ledger.trouble()).toBeUndefined()
  expect(ledger.readings().journalLines).toBe(0)
})

describe('a journal that throws', () => {
  /** The function of a journal throws once. */
  const failOnce = <Name extends 'settled' | 'linesAfter'>(journal: Journal, name: Name) => {
    const { [name]: works } = journal
    journal[name] = (() => {
      journal[name] = works
      throw new Error('disk fails')
    }) as Journal[Name]
  }

  test('as it drops settled lines refuses calls for a moment, and the credits granted are known', async () => {
    const { ledger, shared, journal, pass } = await aLeasedLedger()
    await (await taken(ledger.hold(of('a'), 80))).charge(record)
    failOnce(journal, 'settled')
    await ledger.tick()
    expect(ledger.trouble()).toBe('disk fails')
    await pass(500)
    expect(ledger.trouble()).toBeUndefined()
    expect(shared.rows.map(({ credits }) => credits)).toEqual([80])
    expect(ledger.remainingCredits(of('a'))).toBe(920)
    const { taken: all, used, outstanding } = shared.balances.get('a 2026-11-21 ')!
    expect([used, all]).toEqual([80, 80 + outstanding.get('p')!])
    expect(ledger.readings().leasedCredits).toBe(outstanding.get('p'))
  })

  test('as it reads what the store lost refuses calls for a moment', async () => {
    const { ledger, shared, journal, losses, pass } = await aLeasedLedger()
    const [first, second] = [await taken(ledger.hold(of('a'), 80)), await taken(ledger.hold(of('a'), 80))]
    await first.charge(record)
    await pass(300)
    shared.rows.splice(0)
    shared.settledLines.set('p', 0)
    failOnce(journal, 'linesAfter')
    await second.charge(record)
    await ledger.tick()
    expect(ledger.trouble()).toBe('disk fails')
    await pass(500)
    expect([ledger.trouble(), losses]).toEqual([undefined, [[0, undefined]]])
    await expectSoon(() => shared.rows.reduce((sum, { credits }) => sum + credits, 0), 160)
  })
})

describe('an exchange under way', () => {
  test('is no answer to what was asked after it was sent', async () => {
    const { ledger, hang } = await aLeasedLedger()
    const wake = hang()
    const held = ledger.hold(of('a'), 10)
    await turn()
    const read = Promise.all([ledger.readDay(of('b')), ledger.readDay(of('a'))])
    wake()
    await read
    expect([ledger.remainingCredits(of('a')), ledger.remainingCredits(of('b'))]).toEqual([990, 1000])
    await taken(held)
  })

  test('is not waited for by a call whose credits came back before it was sent', async () => {
    const { ledger } = await aLeasedLedger()
    const whole = await taken(ledger.hold(of('a'), 1_000))
    const next = ledger.hold(of('a'), 10)
    whole.giveBack({ ...record, isError: true })
    expect(await Promise.race([next, turn()])).toMatchObject({ credits: 10 })
  })
})

describe('a store that lost what it had committed', () => {
  const lossy = async (isForgotten: boolean) => {
    const all = await aLeasedLedger()
    const { shared, journal, ledger, pass } = all
    const charge = async () => ((await taken(ledger.hold(of('a'), 80))) as Hold).charge(record)
    await charge()
    await pass(300)
    const kept = {
      rows: [...shared.rows],
      line: shared.settledLines.get('p')!,
      balance: { ...shared.balances.get('a 2026-11-21 ')! },
    }
    const outstanding = new Map(kept.balance.outstanding)
    await charge()
    await pass(300)
    await charge()
    await pass(300)
    shared.rows.splice(0, shared.rows.length, ...kept.rows)
    shared.settledLines.set('p', kept.line)
    shared.balances.set('a 2026-11-21 ', { ...kept.balance, outstanding })
    if (isForgotten) journal.lines.splice(0, 2)
    return { ...all, charge, settledLine: kept.line }
  }
  const sum = ({ rows }: FakeLeaseStore) => rows.reduce((all, { credits }) => all + credits, 0)

  test('gets it again from the journal, and service goes on', async () => {
    const { shared, ledger, losses, pass, charge, settledLine } = await lossy(false)
    await charge()
    await pass(1_000)
    expect(losses).toEqual([[settledLine, undefined]])
    await expectSoon(() => sum(shared), 4 * 80)
    expect(ledger.trouble()).toBeUndefined()
    const { taken: all, used, outstanding } = shared.balances.get('a 2026-11-21 ')!
    expect(all).toBe(used + outstanding.get('p')!)
    expect(used).toBe(4 * 80)
  })

  test('has the loss named that the journal cannot make good, and service goes on', async () => {
    const { shared, ledger, losses, pass, charge } = await lossy(true)
    await charge()
    await pass(1_000)
    expect(losses).toEqual([[1, { from: 2, to: 2 }]])
    await expectSoon(() => sum(shared), 3 * 80)
    expect(ledger.trouble()).toBeUndefined()
  })
})
