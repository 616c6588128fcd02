import type { CallRecord, Hold } from '../../src/credits/ledger.js'
import { createSingleLedger, type SingleLedgerParts } from '../../src/credits/single-ledger.js'
import { aKey, anAccount, anEntitlement } from '../support/accounts.js'
import { FakeUsageStore } from '../support/usage-store.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')
const answered: CallRecord = { network: 'main', method: 'eth_getLogs', isError: false, servedBy: 'upstream' }
const failed: CallRecord = { ...answered, isError: true, servedBy: 'nobody' }

const aLedger = (changes: Partial<SingleLedgerParts> = {}) => {
  const store = new FakeUsageStore()
  const clock = { nowMs: NOON }
  const ledger = createSingleLedger({
    store,
    now: () => clock.nowMs,
    schedule: setImmediate,
    maxAccounts: 100,
    ...changes,
  })
  return { store, clock, ledger }
}

const taken = async (hold: ReturnType<ReturnType<typeof createSingleLedger>['hold']>): Promise<Hold> => {
  const result = await hold
  if (typeof result === 'string') throw new Error(result)
  return result
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a balance', () => {
  test('is read once, then known at once', async () => {
    const { ledger, store } = aLedger()
    expect(ledger.remainingCredits(anEntitlement())).toBeUndefined()
    const holds = await Promise.all([ledger.hold(anEntitlement(), 255), ledger.hold(anEntitlement(), 255)])
    expect(holds.every((hold) => typeof hold !== 'string')).toBe(true)
    expect(store.reads).toBe(1)
    expect(ledger.remainingCredits(anEntitlement())).toBe(490)
    expect(ledger.hold(anEntitlement(), 255)).not.toBeInstanceOf(Promise)
  })

  test('starts from what the store says was used today', async () => {
    const { ledger, store } = aLedger()
    const row = {
      accountId: 'acc_1',
      keyId: 'key_9',
      day: '2026-11-21',
      hour: 1,
      calls: 1,
      errors: 0,
      forwarded: 0,
      cached: 0,
    }
    store.rows.push({ ...row, network: 'main', method: 'm', credits: 746 })
    store.rows.push({ ...row, network: 'main', method: 'm', credits: 999, day: '2026-11-20' })
    expect(await ledger.hold(anEntitlement(), 255)).toBe('daily-credits-exhausted')
    expect(await ledger.hold(anEntitlement(), 254)).toBeInstanceOf(Object)
  })

  test('may be spent to the last credit, and no further', async () => {
    const { ledger } = aLedger()
    const entitlement = anEntitlement({ dailyCredits: 510 })
    await taken(ledger.hold(entitlement, 255))
    await taken(ledger.hold(entitlement, 255))
    expect(ledger.hold(entitlement, 1)).toBe('daily-credits-exhausted')
    expect(ledger.remainingCredits(entitlement)).toBe(0)
  })

  test('is shared by the keys of an account, each of which may have a limit of its own', async () => {
    const { ledger } = aLedger()
    const limited = anEntitlement({ key: aKey({ id: 'key_2', dailyLimit: 300 }) })
    const hold = await taken(ledger.hold(limited, 255))
    expect(ledger.hold(limited, 80)).toBe('key-daily-credits-exhausted')
    await taken(ledger.hold(anEntitlement(), 600))
    hold.giveBack(failed)
    expect(ledger.hold(limited, 400)).toBe('key-daily-credits-exhausted')
    expect(ledger.hold(limited, 401)).toBe('daily-credits-exhausted')
    await taken(ledger.hold(limited, 300))
  })

  test('follows a plan that changes while calls are in flight', async () => {
    const { ledger } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 900))
    const smaller = anEntitlement({ dailyCredits: 500 })
    expect(ledger.hold(smaller, 1)).toBe('daily-credits-exhausted')
    expect(ledger.remainingCredits(smaller)).toBe(0)
    await hold.charge(answered)
    expect(ledger.remainingCredits(anEntitlement({ dailyCredits: 2000 }))).toBe(1100)
  })
})

describe('a hold', () => {
  test('is charged when the store has it, with its record', async () => {
    const { ledger, store } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    await hold.charge({ ...answered, isError: true, servedBy: 'partner' })
    expect(store.rows).toEqual([
      {
        accountId: 'acc_1',
        keyId: 'key_1',
        day: '2026-11-21',
        hour: 12,
        network: 'main',
        method: 'eth_getLogs',
        calls: 1,
        credits: 255,
        errors: 1,
        forwarded: 1,
        cached: 0,
      },
    ])
    expect(ledger.remainingCredits(anEntitlement())).toBe(745)
  })

  test('that is given back costs nothing and is counted as a call', async () => {
    const { ledger, store } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    hold.giveBack(failed)
    expect(ledger.remainingCredits(anEntitlement())).toBe(1000)
    await ledger.flush()
    expect(store.rows).toEqual([expect.objectContaining({ calls: 1, credits: 0, errors: 1, forwarded: 0, cached: 0 })])
  })

  test('ends once', async () => {
    const { ledger } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    hold.giveBack(failed)
    expect(() => hold.giveBack(failed)).toThrow('once')
    expect(() => hold.charge(answered)).toThrow('once')
    expect(ledger.remainingCredits(anEntitlement())).toBe(1000)
  })

  test('that is refunded leaves no charge and one call', async () => {
    const { ledger, store } = aLedger()
    const hold = await taken(ledger.hold(anEntitlement(), 255))
    await hold.charge(answered)
    await hold.refund(failed)
    expect(ledger.remainingCredits(anEntitlement())).toBe(1000)
    expect([store.sum('calls'), store.sum('credits'), store.sum('errors')]).toEqual([1, 0, 1])
    await expect(hold.refund(failed)).rejects.toThrow('refund without charge')
  })
})

describe('the charges of one turn', () => {
  test('are one write, summed by key, network, method and hour', async () => {
    const { ledger, store } = aLedger()
    const holds = [await taken(ledger.hold(anEntitlement(), 80))]
    for (let i = 0; i < 9; i++) holds.push(await taken(ledger.hold(anEntitlement(), 80)))
    await Promise.all(holds.map((hold) => hold.charge(answered)))
    expect(store.groups).toEqual([1])
    expect(store.rows).toEqual([expect.objectContaining({ calls: 10, credits: 800 })])
  })

  test('wait for the write before, and all that came meanwhile goes into the next', async () => {
    const { ledger, store } = aLedger()
    const holds = await Promise.all(
      ['a', 'b', 'c'].map((method) => taken(ledger.hold(anEntitlement(), 80)).then((hold) => ({ method, hold }))),
    )
    let finish = () => {}
    let writes = 0
    store.delay = () => {
      writes++
      return new Promise((resolve) => {
        finish = resolve
      })
    }
    const settled: string[] = []
    const charge = ({ method, hold }: (typeof holds)[number]) =>
      hold.charge({ ...answered, method }).then(() => settled.push(method))
    const first = charge(holds[0]!)
    await turn()
    const others = [charge(holds[1]!), charge(holds[2]!)]
    await turn()
    expect([writes, settled]).toEqual([1, []])
    finish()
    await first
    await turn()
    expect([writes, settled]).toEqual([2, ['a']])
    finish()
    await Promise.all(others)
    expect(store.groups).toEqual([1, 2])
  })
})

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
