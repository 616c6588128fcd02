import { anAccount, anEntitlement } from '../../support/accounts.js'
import { aLedger, answered, failed, taken, turn } from '../../support/ledger.js'

describe('midnight', () => {
  test('renews the balance; what was held before belongs to the day before', async () => {
    const { ledger, store, clock } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 900))
    clock.nowMs = Date.parse('2026-11-22T00:00:00Z')
    expect(ledger.remainingCredits(anEntitlement())).toBeUndefined()
    await taken(ledger.hold(anEntitlement(), 900))
    await hold.charge(answered)
    expect(store.rows).toEqual([expect.objectContaining({ day: '2026-11-21', hour: 23, credits: 900 })])
    expect(ledger.remainingCredits(anEntitlement())).toBe(100)
    await hold.refund(failed)
    expect(store.sum('credits', '2026-11-21')).toBe(0)
    expect(ledger.remainingCredits(anEntitlement())).toBe(100)
  })

  test('does not come twice when the clock is set back', async () => {
    const { ledger, clock } = aLedger()
    clock.nowMs = Date.parse('2026-11-22T00:00:00Z')
    await taken(ledger.hold(anEntitlement(), 900))
    clock.nowMs -= 1000
    expect(ledger.hold(anEntitlement(), 900)).toBe('daily-credits-exhausted')
  })

  test('comes on the right day after one reading of a clock that is ahead', async () => {
    const { ledger, store, clock } = aLedger()
    const noon = clock.nowMs
    clock.nowMs = Date.parse('2027-11-21T12:00:00Z')
    await taken(ledger.hold(anEntitlement(), 900))
    clock.nowMs = noon
    for (const day of ['2026-11-21', '2026-11-22']) {
      await (await taken(ledger.hold(anEntitlement(), 900))).charge(answered)
      expect(store.sum('credits', day)).toBe(900)
      clock.nowMs += 86_400_000
    }
  })

  test('while a refund reads its balance again leaves the new day alone', async () => {
    const { ledger, store, clock } = aLedger({ maxAccounts: 1 })
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    await hold.charge(answered)
    const other = anEntitlement({ account: anAccount({ id: 'acc_2' }) })
    await (await taken(ledger.hold(other, 255))).charge(answered)
    store.delay = async () => {
      clock.nowMs = Date.parse('2026-11-22T00:00:00Z')
    }
    await hold.refund(failed)
    expect(store.sum('credits', '2026-11-21')).toBe(255)
    await taken(ledger.hold(anEntitlement(), 100))
    expect(ledger.remainingCredits(anEntitlement())).toBe(900)
  })

  test('while the store is read makes the ledger read the new day', async () => {
    const { ledger, store, clock } = aLedger()
    store.rows.push({
      accountId: 'acc_1',
      keyId: 'k',
      day: '2026-11-21',
      hour: 1,
      network: 'n',
      method: 'm',
      calls: 1,
      credits: 999,
      errors: 0,
      forwarded: 0,
      cached: 0,
    })
    store.delay = async () => {
      clock.nowMs = Date.parse('2026-11-22T00:00:00Z')
    }
    await taken(ledger.hold(anEntitlement(), 900))
    expect(store.reads).toBe(2)
  })
})

describe('a store that is away', () => {
  test('fails the charge, gives its credits back, and counts the call as an error when it is back', async () => {
    const { ledger, store, clock } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    store.isAway = true
    await expect(hold.charge(answered)).rejects.toMatchObject({ name: 'LedgerUnavailable' })
    expect(ledger.trouble()).toBe('disk on fire')
    expect(ledger.remainingCredits(anEntitlement())).toBe(1000)
    await expect(hold.refund(failed)).rejects.toMatchObject({ name: 'LedgerUnavailable' })
    await turn()
    store.isAway = false
    clock.nowMs += 250
    await taken(ledger.hold(anEntitlement(), 255))
    expect(ledger.trouble()).toBeUndefined()
    expect(store.rows).toEqual([expect.objectContaining({ calls: 1, credits: 0, errors: 1 })])
  })

  test('refuses new holds, and is tried again at most every 250 ms', async () => {
    const { ledger, store, clock } = aLedger()
    store.isAway = true
    expect(await ledger.hold(anEntitlement(), 255)).toBe('ledger-unavailable')
    expect(store.reads).toBe(1)
    clock.nowMs += 249
    for (let i = 0; i < 5; i++) expect(await ledger.hold(anEntitlement(), 255)).toBe('ledger-unavailable')
    expect(store.reads).toBe(1)
    clock.nowMs += 1
    expect(await ledger.hold(anEntitlement(), 255)).toBe('ledger-unavailable')
    expect(store.reads).toBe(2)
    store.isAway = false
    clock.nowMs += 250
    await taken(ledger.hold(anEntitlement(), 255))
  })

  test('is noticed to be back by asking for its trouble alone, as /readyz does', async () => {
    const { ledger, store, clock } = aLedger()
    store.isAway = true
    await ledger.hold(anEntitlement(), 255)
    store.isAway = false
    clock.nowMs += 250
    expect(ledger.trouble()).toBe('disk on fire')
    await turn()
    expect(ledger.trouble()).toBeUndefined()
  })

  test('gets a refund as soon as it is back, and not before that is the balance larger', async () => {
    const { ledger, store, clock } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    await hold.charge(answered)
    store.isAway = true
    const refunded = hold.refund(failed)
    await turn()
    expect([ledger.trouble(), ledger.remainingCredits(anEntitlement())]).toEqual(['disk on fire', 745])
    store.isAway = false
    clock.nowMs += 250
    await taken(ledger.hold(anEntitlement(), 80))
    await refunded
    expect(ledger.remainingCredits(anEntitlement())).toBe(920)
    expect(store.sum('credits')).toBe(0)
  })
})

describe('a drain while the store is away', () => {
  /** A ledger whose refund of 255 credits waits for the store. */
  const aWaitingRefund = async () => {
    const opened = aLedger()
    const hold = await taken(opened.ledger.hold(anEntitlement(), 255))
    await hold.charge(answered)
    opened.store.isAway = true
    void hold.refund(failed)
    await turn()
    return opened
  }

  test('writes its refunds if the store is back within a moment', async () => {
    const { ledger, store } = await aWaitingRefund()
    let tries = 0
    store.delay = async () => {
      store.isAway = ++tries < 3
    }
    await ledger.flush()
    expect([tries, store.sum('credits')]).toEqual([3, 0])
  })

  test('gives up after some tries, and says how many credits are lost', async () => {
    const { ledger, store } = await aWaitingRefund()
    let tries = 0
    store.delay = async () => void tries++
    await expect(ledger.flush()).rejects.toMatchObject({
      name: 'RowsLost',
      message: 'rows of usage that the store did not take: 1; they refund 255 credits (disk on fire)',
    })
    expect(tries).toBe(4)
  })
})

describe('many accounts', () => {
  const of = (id: string) => anEntitlement({ account: anAccount({ id }) })

  test('are kept in memory up to a bound, those with open holds always', async () => {
    const { ledger, store } = aLedger({ maxAccounts: 2 })
    const hold = await taken(ledger.hold(of('busy'), 900))
    for (let i = 0; i < 20; i++) {
      const other = await taken(ledger.hold(of(`acc_${i}`), 900))
      await other.charge(answered)
    }
    expect(ledger.hold(of('busy'), 900)).toBe('daily-credits-exhausted')
    expect(ledger.remainingCredits(of('acc_0'))).toBeUndefined()
    const reads = store.reads
    expect(await ledger.hold(of('acc_0'), 900)).toBe('daily-credits-exhausted')
    expect(store.reads).toBe(reads + 1)
    hold.giveBack(failed)
  })

  test('that all call first at once are each held to their own book', async () => {
    const { ledger } = aLedger({ maxAccounts: 1 })
    const ids = Array.from({ length: 20 }, (_, index) => `acc_${index}`)
    const first = await Promise.all(ids.map((id) => ledger.hold(of(id), 900)))
    expect(first.every((hold) => typeof hold === 'object')).toBe(true)
    const second = await Promise.all(ids.map((id) => ledger.hold(of(id), 900)))
    expect(new Set(second)).toEqual(new Set(['daily-credits-exhausted']))
  })

  test('a refund finds the book that was put away and read again', async () => {
    const { ledger, store } = aLedger({ maxAccounts: 1 })
    const hold = await taken(ledger.hold(of('a'), 255))
    await hold.charge(answered)
    await (await taken(ledger.hold(of('b'), 255))).charge(answered)
    await (await taken(ledger.hold(of('a'), 100))).charge(answered)
    await hold.refund(failed)
    expect(ledger.remainingCredits(of('a'))).toBe(900)
    expect((await store.readDay('a', '2026-11-21')).account).toBe(100)
  })
})
