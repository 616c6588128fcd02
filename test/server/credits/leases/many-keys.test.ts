import { LeaseOwner } from '../../../../src/server/credits/leases/lease-owner.js'
import type { ChargeRow } from '../../../../src/server/credits/usage/usage-store.js'
import type { SqliteStore } from '../../../../src/server/storage/open.js'
import { aCharge, StorePlace } from '../../../support/store-place.js'
import { turnsBeside } from '../../../support/turns-beside.js'

const DAY = '2026-11-21'
const KEYS = 1_000
const HOURS = 24
const USED = KEYS * HOURS * 5
const place = new StorePlace()
let store: SqliteStore

const charge = (keyId: string, hour = 0): ChargeRow =>
  aCharge({ accountId: 'acc_1', keyId, day: DAY, hour, calls: 1, credits: 5 })
const ask = (scope: string) => ({ accountId: 'acc_1', scope, day: DAY, keep: 0, want: 10, least: 1, limit: 1_000_000 })

beforeEach(async () => {
  store = place.store()
  const keys = Array.from({ length: KEYS }, (_, index) => `key_${index}`)
  await store.usage.write(keys.flatMap((key) => Array.from({ length: HOURS }, (_, hour) => charge(key, hour))))
})

test('the day of an account with many keys is summed between the turns of others', async () => {
  const reading = store.usage.readDay('acc_1', DAY)
  expect(await turnsBeside(reading)).toBeGreaterThanOrEqual(2)
  const { account, keys } = await reading
  expect([account, keys.size, keys.get('key_7')]).toEqual([USED, KEYS, HOURS * 5])
})

test('so it is for leases, and a charge that is settled meanwhile counts once', async () => {
  const owner = new LeaseOwner(store.lending!.settledLines())
  const [one, other] = [owner.connect(), owner.connect()]
  await one.begin('one')
  await other.begin('other')
  const reading = one.exchange({ processId: 'one', fromLine: 0, toLine: 0, rows: [], asks: [ask('')] })
  const rows = [charge('key_7')]
  const settling = other.exchange({ processId: 'other', fromLine: 0, toLine: 1, rows, asks: [] })
  expect(await turnsBeside(reading)).toBeGreaterThanOrEqual(2)
  await settling
  const asks = [ask(''), ask('key_7')]
  const grants = await other.exchange({ processId: 'other', fromLine: 1, toLine: 1, rows: [], asks })
  expect(grants.map(({ used }) => used)).toEqual([USED + 5, HOURS * 5 + 5])
})

test('a key is lent what its day has left after hours that were rolled up', async () => {
  while ((await store.usage.rollUp('2026-11-22', KEYS)) > 0);
  await store.usage.write([charge('key_7', 12)])
  const one = new LeaseOwner(store.lending!.settledLines()).connect()
  await one.begin('one')
  const asks = [ask(''), ask('key_7')]
  const grants = await one.exchange({ processId: 'one', fromLine: 0, toLine: 0, rows: [], asks })
  expect(grants.map(({ used }) => used)).toEqual([USED + 5, HOURS * 5 + 5])
})
