import { aCharge, StorePlace } from '../support/store-place.js'

const byName = <Row extends { name: string }>(rows: Row[]): Row[] => rows.sort((a, b) => (a.name < b.name ? -1 : 1))

const place = new StorePlace()
const { store } = place

describe('usage', () => {
  test('adds up by hour, and its sum is the balance', async () => {
    const { usage } = store()
    await usage.write([aCharge(), aCharge({ keyId: 'key_2', credits: 80, method: 'eth_blockNumber' })])
    await usage.write([
      aCharge({ hour: 13, errors: 1 }),
      aCharge({ accountId: 'acc_2' }),
      aCharge({ day: '2026-11-20' }),
    ])
    expect(await store().usage.readDay('acc_1', '2026-11-21')).toEqual({
      account: 590,
      keys: new Map([
        ['key_1', 510],
        ['key_2', 80],
      ]),
    })
    expect(byName(await usage.usageBy('acc_1', { from: '2026-11-21', to: '2026-11-21' }, 'method'))).toEqual([
      { name: 'eth_blockNumber', calls: 1, credits: 80, errors: 0 },
      { name: 'eth_getLogs', calls: 2, credits: 510, errors: 1 },
    ])
    expect(await usage.readDay('acc_none', '2026-11-21')).toEqual({ account: 0, keys: new Map() })
  })

  test('is taken back by a refund, but never below zero', async () => {
    const { usage } = store()
    await usage.write([aCharge(), aCharge()])
    await usage.write([aCharge({ calls: 0, credits: -255, errors: 1 })])
    expect(byName(await usage.usageBy('acc_1', { from: '2026-11-21', to: '2026-11-21' }, 'method'))).toEqual([
      { name: 'eth_getLogs', calls: 2, credits: 255, errors: 1 },
    ])
    await expect(usage.write([aCharge({ credits: -256 })])).rejects.toThrow(/CHECK/)
    await expect(usage.write([aCharge({ accountId: 'acc_none', credits: -1 })])).rejects.toThrow(
      /no usage to take back/,
    )
  })

  test('is written whole or not at all, and again after a failure', async () => {
    const { usage } = store()
    await expect(usage.write([aCharge(), aCharge({ hour: 24 })])).rejects.toThrow(/CHECK/)
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(0)
    await usage.write([aCharge()])
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(255)
  })

  test('forwarded calls are kept in order and filtered', async () => {
    const { usage } = store()
    const row = {
      accountId: 'acc_1',
      keyId: 'key_1',
      network: 'main',
      method: 'm',
      partner: 'p',
      reason: 'down',
      durationMs: 1.5,
    }
    const later = { ...row, at: '2026-11-21T12:00:01.000Z' }
    const other = { ...row, at: '2026-11-21T12:00:00.000Z', accountId: 'acc_2' }
    await usage.recordForwarded(later)
    await usage.recordForwarded(other)
    expect(await usage.forwarded({})).toEqual([other, later])
    expect(await usage.forwarded({ accountId: 'acc_1' })).toEqual([later])
    expect(await usage.forwarded({ since: '2026-11-21T12:00:01.000Z' })).toEqual([later])
  })
})

describe('a change', () => {
  test('of accounts is seen once, whichever process makes it', async () => {
    const gateway = store()
    const command = store()
    expect(gateway.changed()).toBe(false)
    await command.accounts.createAccount({ name: 'Ann', plan: 'core', isFailoverOn: false })
    expect([gateway.changed(), gateway.changed()]).toEqual([true, false])
    await gateway.accounts.createAccount({ name: 'Bob', plan: 'core', isFailoverOn: false })
    expect([gateway.changed(), gateway.changed()]).toEqual([true, false])
  })

  test('is not what charges are, however many', async () => {
    const { usage, changed } = store()
    for (let hour = 0; hour < 24; hour++) {
      for (let call = 0; call < 100; call++) await usage.write([aCharge({ hour })])
    }
    await usage.recordForwarded({ ...aCharge(), at: '', partner: 'p', reason: '', durationMs: 0 })
    expect(changed()).toBe(false)
  })
})
