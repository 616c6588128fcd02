import { aKey, anEntitlement } from '../../support/accounts.js'
import { aLedger, answered, failed, taken, turn } from '../../support/ledger.js'

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
