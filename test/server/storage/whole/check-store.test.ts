import { sql } from 'kysely'
import { checkStore } from '../../../../src/server/storage/whole/check-store.js'
import { wholeStores } from '../../../support/whole-stores.js'

const { place, whole, emptyPostgres, filledStore } = wholeStores()

test('check names each difference', async () => {
  await filledStore()
  const sqlite = await whole(`sqlite:${place.path}`)
  await sql`PRAGMA foreign_keys = OFF`.execute(sqlite.db)
  await sql`UPDATE keys SET account_id = 'acc_gone'`.execute(sqlite.db)
  expect(await checkStore(sqlite)).toEqual([
    expect.stringMatching(/^key key_\S+ belongs to account acc_gone, which is not there$/),
    expect.stringContaining('refers to a row of accounts that is not there'),
  ])
  const { db } = await whole(await emptyPostgres())
  await sql`INSERT INTO balances VALUES ('acc_1', '', '2026-11-21', 12, 10), ('acc_1', 'key_1', '2026-11-21', 0, 0)`.execute(
    db,
  )
  await sql`INSERT INTO leases VALUES ('gone', 'acc_1', '', '2026-11-21', 1)`.execute(db)
  expect(await checkStore({ db, engine: 'postgres' })).toEqual([
    'balance of acc_1 on 2026-11-21 says 10 credits used, the usage says 0',
    'balance of acc_1 on 2026-11-21 says 12 credits taken, used and leased are 11',
    'process gone is not there and leases 1 credits of acc_1',
  ])
})
