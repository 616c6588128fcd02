import Database from 'libsql'
import { createAuditStore } from '../../../src/server/storage/audit.js'
import { lazyKysely } from '../../../src/server/storage/lazy-kysely.js'
import { migrate } from '../../../src/server/storage/migrations.js'
import type { Tables } from '../../../src/server/storage/tables.js'
import { runTogetherOn } from '../../../src/server/storage/together.js'

const change = { via: 'api', operation: 'account.set', accountId: 'acc_1', subject: 'acc_1', params: '{}' }

test("of the operator's changes as many are kept as the bound says, and the newest", async () => {
  const database = new Database(':memory:')
  migrate(database)
  const { db } = lazyKysely<Tables>(() => database)
  const audit = createAuditStore(db, runTogetherOn(database), { ofHolder: 1, ofOperator: 3, days: 730 })
  const record = (actor: string, second: number) =>
    audit.record({ ...change, actor, at: new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString() })
  await record('operator', 0)
  for (let second = 1; second < 5; second += 1) await record('acc_1', second)
  for (let second = 5; second < 8; second += 1) await record('operator', second)
  const kept = (await audit.list({ limit: 9 })).map(({ actor, at }) => `${actor} ${at.slice(17, 19)}`)
  expect(kept).toEqual(['operator 07', 'operator 06', 'operator 05', 'acc_1 04'])
  database.close()
})
