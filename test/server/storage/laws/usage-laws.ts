import type { ChargeRow } from '../../../../src/server/credits/usage/usage-store.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'

const byName = <Row extends { name: string }>(rows: Row[]): Row[] => rows.sort((a, b) => (a.name < b.name ? -1 : 1))

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()

/** Defines the tests of how usage is written and read, for either engine. */
export const usageLaws = (place: EnginePlace): void => {
  test('adds up by hour, and its sum is the balance', async () => {
    const { usage } = await place.open()
    await usage.write([aCharge(), aCharge({ keyId: 'key_2', credits: 80, method: 'eth_blockNumber' })])
    await usage.write([
      aCharge({ hour: 13, errors: 1 }),
      aCharge({ accountId: 'acc_2' }),
      aCharge({ day: '2026-11-20' }),
    ])
    expect(await (await place.open()).usage.readDay('acc_1', '2026-11-21')).toEqual({
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

  test('is taken back by a refund', async () => {
    const { usage } = await place.open()
    await usage.write([aCharge()])
    await usage.write([aCharge()])
    await usage.write([aCharge({ calls: 0, credits: -255, errors: 1 })])
    expect(byName(await usage.usageBy('acc_1', { from: '2026-11-21', to: '2026-11-21' }, 'method'))).toEqual([
      { name: 'eth_getLogs', calls: 2, credits: 255, errors: 1 },
    ])
  })

  test('a refund of hours that were rolled up is taken out of their day', async () => {
    const { usage } = await place.open()
    await usage.write([aCharge({ calls: 5, credits: 500 })])
    await usage.rollUp('2026-11-22', 10)
    // The refund is more than the hour has after the roll-up.
    await usage.write([aCharge({ calls: 1, credits: 100 })])
    await usage.write([aCharge({ calls: -2, credits: -200 })])
    const days = { from: '2026-11-21', to: '2026-11-21' }
    const left = [{ name: 'eth_getLogs', calls: 4, credits: 400, errors: 0 }]
    expect(await usage.usageBy('acc_1', days, 'method')).toEqual(left)
    await usage.rollUp('2026-11-22', 10)
    expect(await usage.usageBy('acc_1', days, 'method')).toEqual(left)
  })

  test('a day that was rolled up, as by a clock that was ahead, keeps its balance', async () => {
    const { usage } = await place.open()
    await usage.write([aCharge(), aCharge({ keyId: 'key_2', credits: 80 }), aCharge({ day: '2026-11-20' })])
    await usage.rollUp('2026-11-22', 10)
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(335)
    await usage.write([aCharge({ credits: 5 }), aCharge({ keyId: 'key_3', credits: 1 })])
    expect(await usage.readDay('acc_1', '2026-11-21')).toEqual({
      account: 341,
      keys: new Map([
        ['key_1', 260],
        ['key_2', 80],
        ['key_3', 1],
      ]),
    })
  })

  test('a refund without usage is left out and reported, and other rows are written', async () => {
    const lost: ChargeRow[] = []
    const { usage } = await place.open((refund) => lost.push(refund))
    await usage.write([aCharge()])
    const tooMuch = aCharge({ calls: 0, credits: -256 })
    const unknown = aCharge({ accountId: 'acc_none', credits: -1 })
    await usage.write([tooMuch, unknown, aCharge({ keyId: 'key_2' })])
    expect(lost).toEqual([tooMuch, unknown])
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(510)
  })

  test('is written whole or not at all, and again after a failure', async () => {
    const { usage } = await place.open()
    await expect(usage.write([aCharge(), aCharge({ hour: 24 })])).rejects.toThrow(/check/i)
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(0)
    await usage.write([aCharge()])
    expect((await usage.readDay('acc_1', '2026-11-21')).account).toBe(255)
  })

  test('forwarded calls are kept in order and filtered', async () => {
    const { usage } = await place.open()
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
}

/** Defines the tests of when keys were last used, for either engine. */
export const keyUseLaws = (place: EnginePlace): void => {
  test('the latest use is kept, whichever process writes last; others were never used', async () => {
    const { usage } = await place.open()
    const other = (await place.open()).usage
    await usage.recordKeyUses(new Map([['key_1', at(5)]]))
    await other.recordKeyUses(new Map([['key_1', at(4)]]))
    await other.recordKeyUses(new Map([['key_2', at(6)]]))
    expect(await usage.keyUses(['key_1', 'key_2', 'key_3'])).toEqual(
      new Map([
        ['key_1', at(5)],
        ['key_2', at(6)],
      ]),
    )
  })

  test('many keys are written and asked at once', async () => {
    const { usage } = await place.open()
    const ids = Array.from({ length: 1_201 }, (_, index) => `key_${index}`)
    await usage.recordKeyUses(new Map(ids.map((id) => [id, at(1)])))
    expect((await usage.keyUses(ids)).size).toBe(ids.length)
    await usage.recordKeyUses(new Map())
    expect(await usage.keyUses([])).toEqual(new Map())
  })

  test('two processes write the same keys at once, in whatever order they were used', async () => {
    const { usage } = await place.open()
    const other = (await place.open()).usage
    const uses = Array.from({ length: 1_201 }, (_, index) => [`key_${index}`, at(1)] as const)
    const reversed = [...uses].reverse()
    for (let round = 0; round < 5; round++)
      await Promise.all([usage.recordKeyUses(new Map(uses)), other.recordKeyUses(new Map(reversed))])
    expect((await usage.keyUses(uses.map(([id]) => id))).size).toBe(uses.length)
  })

  test('a use is no change of accounts or keys', async () => {
    const gateway = await place.open()
    await gateway.usage.recordKeyUses(new Map([['key_1', at(1)]]))
    expect(gateway.takeChange()).toBe(false)
  })
}
