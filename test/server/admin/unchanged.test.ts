import { join } from 'node:path'
import { openSqlite } from '../../../src/server/storage/open.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const CONTRACT = '0x00000000000000000000000000000000000000ab'

const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
  }),
)

const result = async (method: string, params: object) => {
  const { status, json } = await callApi(gateway.adminUrl, method, params)
  expect([method, status]).toEqual([method, 200])
  return json.result
}

test('an operation that changes nothing writes nothing, neither to the store nor to the audit log', async () => {
  const { id } = await result('account.create', {
    name: 'Ann',
    plan: 'growth',
    dailyCredits: 1_000,
    email: 'ann@example.com',
  })
  const key = await result('key.create', { account: id, networks: ['main'], allowedContracts: [CONTRACT] })
  const ended = await result('key.create', { account: id, networks: ['main'] })
  await result('key.revoke', { id: ended.id })
  await result('upstreams.cordon', { network: 'main', name: 'node-1' })
  const store = openSqlite(join(gateway.folder, 'tollgate.db'), { clock: Date.now })
  try {
    const [last] = await store.audit.list({ limit: 1 })
    expect(last).toMatchObject({ operation: 'upstreams.cordon' })
    store.takeChange()
    const same = { dailyLimit: null, creditsPerSecond: null, label: '', token: false, networks: ['main'] }
    for (const [method, params] of [
      ['account.set', { id, failover: false, suspended: false, plan: 'growth', creditsPerSecond: null }],
      ['account.set', { id, dailyCredits: 1_000 }],
      ['account.set', { id, email: 'Ann@Example.com' }],
      ['key.set', { id: key.id, ...same, allowedContracts: [CONTRACT.toUpperCase().replace('0X', '0x')] }],
      ['key.revoke', { id: ended.id }],
      ['upstreams.cordon', { network: 'main', name: 'node-1' }],
    ] as const) {
      const shown = await result(method, params)
      expect(shown).toMatchObject(method === 'upstreams.cordon' ? { isCordoned: true } : { id: params.id })
      expect([method, store.takeChange()]).toEqual([method, false])
    }
    expect(await store.audit.list({ limit: 1 })).toEqual([last])
    await result('account.set', { id, failover: true })
    expect(store.takeChange()).toBe(true)
    expect((await store.audit.list({ limit: 1 }))[0]).toMatchObject({ operation: 'account.set', subject: id })
  } finally {
    store.close()
  }
})
