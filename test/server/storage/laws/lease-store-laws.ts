import type { LeaseExchange, LeaseStore } from '../../../../src/server/credits/leases/lease-store.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { aCharge, type EnginePlace } from '../../../support/store-place.js'

const ACCOUNT = { accountId: 'acc_1', scope: '', day: '2026-11-21' }
const LIMIT = 1_000

const exchangeOf = (
  processId: string,
  keep: number,
  want: number,
  more: Partial<LeaseExchange> = {},
): LeaseExchange => ({
  processId,
  fromLine: 0,
  toLine: 0,
  rows: [],
  asks: [{ ...ACCOUNT, keep, want, least: 1, limit: LIMIT }],
  ...more,
})

/**
 * How a store that several processes share lends an account's day, and settles what they charged.
 */
export const leaseStoreLaws = (place: EnginePlace): void => {
  const both = async (): Promise<[LeaseStore, LeaseStore]> => {
    const stores = [await place.open(), await place.open()]
    const [one, other] = stores.map(({ leases }) => leases!) as [LeaseStore, LeaseStore]
    await one.begin('one')
    await other.begin('other')
    return [one, other]
  }
  const used = async () => (await (await place.open()).usage.readDay('acc_1', '2026-11-21')).account

  test('processes that ask at the same time are never granted more than the day has', async () => {
    const [one, other] = await both()
    let granted = [0, 0]
    for (let round = 0; round < 20; round++) {
      const [ours, theirs] = await Promise.all([
        one.exchange(exchangeOf('one', granted[0]!, 400)),
        other.exchange(exchangeOf('other', granted[1]!, 400)),
      ])
      granted = [granted[0]! + ours[0]!.granted, granted[1]! + theirs[0]!.granted]
    }
    expect(granted[0]! + granted[1]!).toBe(LIMIT)
    expect((await one.exchange(exchangeOf('one', granted[0]!, 1)))[0]).toMatchObject({
      granted: 0,
      elsewhere: granted[1],
    })
  })

  test('what was charged is settled once, however often it is brought, and the rest goes back', async () => {
    const [one, other] = await both()
    await one.exchange(exchangeOf('one', 0, 400))
    const charging = exchangeOf('one', 145, 0, { toLine: 1, rows: [aCharge({ credits: 105 })] })
    await one.exchange(charging)
    await one.exchange(charging)
    expect(await used()).toBe(105)
    const line = { line: 2, rows: [aCharge({ credits: 45 })] }
    expect(await other.end('one', [line])).toBe('over')
    expect(await other.end('one', [line])).toBe('over')
    expect(await used()).toBe(150)
    const [grant] = await other.exchange(
      exchangeOf('other', 0, LIMIT, {
        asks: [{ ...ACCOUNT, keep: 0, want: LIMIT, least: 850, limit: LIMIT }],
      }),
    )
    expect(grant).toEqual({ granted: 850, used: 150, elsewhere: 0 })
  })

  test('a process that runs short is heard by the others', async () => {
    const [one, other] = await both()
    const called: string[] = []
    one.onCallBack((accountId) => void called.push(accountId))
    await other.callBack('acc_1')
    await expectSoon(() => called, ['acc_1'], 20_000)
  })
}
