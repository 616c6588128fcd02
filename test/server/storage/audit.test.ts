import Database from 'libsql'
import type { AuditBounds } from '../../../src/server/accounts/audit-store.js'
import { createAuditStore } from '../../../src/server/storage/audit.js'
import { lazyKysely } from '../../../src/server/storage/lazy-kysely.js'
import { migrate } from '../../../src/server/storage/migrations.js'
import type { Tables } from '../../../src/server/storage/tables.js'
import { runTogetherOn } from '../../../src/server/storage/transactions.js'

const change = { via: 'api', operation: 'account.set', accountId: 'acc_1', subject: 'acc_1', params: '{}' }
const bounds: AuditBounds = { ofHolder: { changes: 1, signIns: 1 }, ofOperator: { changes: 3, signIns: 2 }, days: 730 }

const openAudit = () => {
  const database = new Database(':memory:')
  migrate(database)
  const { db } = lazyKysely<Tables>(() => database)
  const audit = createAuditStore(db, runTogetherOn(database), { bounds })
  const record = (actor: string, second: number, operation = 'account.set') =>
    audit.record({ ...change, operation, actor, at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString() })
  const kept = async () => (await audit.list({ limit: 9 })).map(({ actor, at }) => `${actor} ${at.slice(17, 19)}`)
  return { record, kept, database }
}

test("of the operator's changes as many are kept as the bound says, and the newest", async () => {
  const { record, kept, database } = openAudit()
  await record('operator', 0)
  for (let second = 1; second < 5; second += 1) await record('acc_1', second)
  for (let second = 5; second < 8; second += 1) await record('operator', second)
  expect(await kept()).toEqual(['operator 07', 'operator 06', 'operator 05', 'acc_1 04'])
  database.close()
})

test('sign-ins push out older sign-ins of the same person, and no change', async () => {
  const { record, kept, database } = openAudit()
  await record('operator', 0)
  await record('acc_1', 1)
  await record('operator', 2, 'sign-in')
  for (let second = 3; second < 7; second += 1)
    await record('acc_1', second, second % 2 === 0 ? 'sign-in' : 'sign-in.refused')
  expect(await kept()).toEqual(['acc_1 06', 'operator 02', 'acc_1 01', 'operator 00'])
  for (let second = 7; second < 10; second += 1) await record('operator', second, 'sign-in')
  expect(await kept()).toEqual(['operator 09', 'operator 08', 'acc_1 06', 'acc_1 01', 'operator 00'])
  database.close()
})
