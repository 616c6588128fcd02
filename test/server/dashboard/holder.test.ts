import { readAdminDocument } from '../../../src/server/admin/document.js'
import { askDashboard } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { callOf, post } from '../../support/gateway.js'
import { holdersGateway, START_MS } from '../../support/holders-gateway.js'
import { openSocket } from '../../support/web-socket.js'

let nowMs = START_MS
const { gateway, own, other, result, holderPage } = holdersGateway(() => nowMs)

describe("an account's holder", () => {
  test('cannot reach another account by any operation, and is answered as if it did not exist', async () => {
    const page = await holderPage()
    const nobody = { account: 'acc_nobody', key: 'key_nobody' }
    const tried = new Set<string>()
    for (const { name, params } of readAdminDocument().methods) {
      const filled = (account: string, key: string) => ({
        ...Object.fromEntries(
          params.flatMap((param) => {
            if (param.name === 'account') return [['account', account]]
            if (param.name === 'id') return [['id', name.startsWith('key.') ? key : account]]
            if (!param.required) return []
            return [[param.name, param.name === 'networks' ? ['main'] : param.name === 'plan' ? 'core' : 'x']]
          }),
        ),
        ...(name === 'account.set' && { failover: false }),
        ...(name === 'key.set' && { label: 'taken' }),
      })
      // Each operation is one of those that a session may send in a second.
      nowMs += 1_000
      const { status, json } = await page.call(name, filled(other.accountId, other.keyId))
      const missing = await page.call(name, filled(nobody.account, nobody.key))
      // A page may call fewer operations in one second than there are.
      nowMs += 1_000
      tried.add(name)
      if (name === 'contract.print') continue
      expect([name, status]).toEqual([name, 404])
      const wording = JSON.stringify(json).replaceAll(other.accountId, 'X').replaceAll(other.keyId, 'X')
      const wordingOfNone = JSON.stringify(missing.json).replaceAll(nobody.account, 'X').replaceAll(nobody.key, 'X')
      expect([name, wording]).toEqual([name, wordingOfNone])
    }
    expect(tried.size).toBeGreaterThan(15)
    const untouched = await result('account.show', { id: other.accountId })
    expect(untouched).toMatchObject({ plan: 'core', isSuspended: false })
    expect(untouched.keys).toMatchObject([{ id: other.keyId, label: '', isRevoked: false }])
  })

  test('cannot get around that by names that are none, nor by ids that are no texts', async () => {
    const page = await holderPage()
    for (const method of ['toString', '__proto__', 'constructor', 'rpc.discover'])
      expect((await page.call(method)).status).toBe(404)
    for (const id of [[other.keyId], { toString: other.keyId }, null, 7])
      expect((await page.call('key.revoke', { id })).status).toBe(400)
    expect((await page.call('account.set', { id: own.accountId, plan: 'growth' })).status).toBe(409)
    expect((await page.call('account.set', { id: own.accountId, suspended: false, failover: false })).status).toBe(409)
    // The admin API itself wants the token.
    expect((await askDashboard(gateway.adminUrl, '/api', { body: {}, cookie: page.cookie })).status).toBe(401)
  })

  test('sees and changes his own, and each change is in the log of changes', async () => {
    const page = await holderPage()
    const made = (await page.call('key.create', { account: own.accountId, networks: ['main'], label: 'mine' })).json
      .result
    expect((await post(`${gateway.url}/main/v3/${made.key}`, callOf('eth_blockNumber'))).status).toBe(200)
    expect((await page.call('key.set', { id: made.id, label: 'renamed', dailyLimit: 100 })).status).toBe(200)
    expect((await page.call('key.revoke', { id: made.id })).status).toBe(200)
    expect(
      (await page.call('key.list')).json.result.map(({ accountId }: { accountId: string }) => accountId),
    ).not.toContain(other.accountId)
    const [last, before, first] = (await page.call('audit')).json.result
    expect([last, before, first].map(({ operation }) => operation)).toEqual(['key.revoke', 'key.set', 'key.create'])
    expect(last).toMatchObject({ actor: own.accountId, via: 'dashboard', accountId: own.accountId, subject: made.id })
    expect(before.params).toBe(JSON.stringify({ id: made.id, label: 'renamed', dailyLimit: 100 }))
    expect(JSON.stringify([last, before, first])).not.toContain(made.key)
    const byOperator = await result('audit', { limit: 2 })
    expect(byOperator[0]).toEqual(last)
    const ofOther = await holderPage(other.accountId)
    expect(JSON.stringify((await ofOther.call('audit')).json)).not.toContain(made.id)
  })

  test('of a suspended account looks at everything and revokes keys; other changes are refused', async () => {
    const page = await holderPage(other.accountId)
    await result('account.set', { id: other.accountId, suspended: true })
    const statusOf = async (method: string, params: object) => (await page.call(method, params)).status
    const made = await result('key.create', { account: other.accountId, networks: ['main'] })
    expect((await page.call('key.list')).json.result).toHaveLength(2)
    expect(await statusOf('usage', { account: other.accountId })).toBe(200)
    const refused = await page.call('key.create', { account: other.accountId, networks: ['main'] })
    expect([refused.status, refused.json.error.message]).toEqual([409, expect.stringContaining('is suspended')])
    expect(await statusOf('key.set', { id: made.id, label: 'mine' })).toBe(409)
    expect(await statusOf('key.rotate', { id: made.id })).toBe(409)
    expect(await statusOf('account.set', { id: other.accountId, failover: false })).toBe(409)
    expect(await statusOf('key.revoke', { id: made.id })).toBe(200)
    await result('key.delete', { id: made.id, yes: true })
    await result('account.set', { id: other.accountId, suspended: false })
    expect(await statusOf('key.set', { id: other.keyId, label: '' })).toBe(200)
  })

  test('sees what his calls came to instead of an answer', async () => {
    const page = await holderPage()
    for (const method of ['eth_nothing', 'eth_nothing', 'eth_getBalance', 'eth_getLogs'])
      await post(`${gateway.url}/main/v3/${own.key}`, callOf(method, []))
    await expectSoon(async () => {
      nowMs += 2_000
      const { rows, hint } = (await page.call('errors', { account: own.accountId })).json.result
      return [
        hint,
        ...rows.map(({ method, error, calls, keyId }: Record<string, unknown>) => [method, error, calls, keyId]).sort(),
      ]
    }, [
      'The operator adds eth_getBalance with `contracts: [ethereum]` in the configuration.',
      ['eth_getBalance', 'method-not-found', 1, own.keyId],
      ['eth_getLogs', 'invalid-params', 1, own.keyId],
      ['eth_nothing', 'method-not-found', 2, own.keyId],
    ])
  })

  test('sees how long his answered calls took, over WebSocket too, as the operator does', async () => {
    const key = await gateway.addKey()
    const { accountId: account } = gateway.last
    const page = await holderPage(account)
    const latency = async () => (await page.call('latency', { account })).json.result
    expect(await latency()).toMatchObject({ account, rows: [] })
    await post(`${gateway.url}/main/v3/${key}`, [callOf('eth_blockNumber'), callOf('eth_blockNumber')])
    await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
    await post(`${gateway.url}/main/v3/${key}`, callOf('eth_getLogs', []))
    const socket = await openSocket(`${gateway.url}/main/ws/v3/${key}`)
    await socket.ask(callOf('eth_blockNumber'))
    await socket.close()
    await expectSoon(async () => {
      nowMs += 2_000
      return (await latency()).rows.map(({ network, method, calls }: Record<string, unknown>) => [
        network,
        method,
        calls,
      ])
    }, [['main', 'eth_blockNumber', 3]])
    const [row] = (await latency()).rows
    expect([0, row.p50Ms, row.p95Ms, row.p99Ms, 30_000]).toEqual(
      [0, row.p50Ms, row.p95Ms, row.p99Ms, 30_000].sort((a, b) => a - b),
    )
    expect(await result('latency', { account })).toEqual(await latency())
    expect((await page.call('latency', { account: own.accountId })).status).toBe(404)
  })

  test('finds at most 32 names that a key invents, and one row for the others', async () => {
    const key = await gateway.addKey()
    const account = gateway.last.accountId
    const names = [...Array.from({ length: 90 }, (_, index) => `eth_invented${index}`), 'x'.repeat(500), 'a b', '\n']
    await post(`${gateway.url}/main/v3/${key}`, names.map((name) => callOf(name)) as never)
    const errorsOf = async () => {
      nowMs += 2_000
      return (await result('errors', { account })).rows as { method: string; calls: number }[]
    }
    // A flush in the middle of the batch writes a part of it.
    await expectSoon(async () => (await errorsOf()).reduce((sum, { calls }) => sum + calls, 0), 93)
    expect(await errorsOf()).toHaveLength(33)
    expect((await errorsOf()).filter(({ method }) => method === 'other')).toMatchObject([{ calls: 93 - 32 }])
  })
})

describe('operations of holders', () => {
  const statuses = (page: Awaited<ReturnType<typeof holderPage>>, count: number) =>
    Array.from({ length: count }).reduce<Promise<number[]>>(
      async (before) => [...(await before), (await page.call('account.show', { id: own.accountId })).status],
      Promise.resolve([]),
    )

  test('may come fifty at once and then ten a second, over all sessions of an account', async () => {
    const [page, second, foreign] = [await holderPage(), await holderPage(), await holderPage(other.accountId)]
    nowMs += 5_000
    expect(new Set(await statuses(page, 30))).toEqual(new Set([200]))
    expect(new Set(await statuses(second, 20))).toEqual(new Set([200]))
    const refused = await second.call('account.show', { id: own.accountId })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await foreign.call('account.show', { id: other.accountId })).status).toBe(200)
    nowMs += 200
    expect(await statuses(page, 3)).toEqual([200, 200, 429])
    nowMs += 5_000
  })

  test('show the allowlists of one key at a time, and of no foreign one', async () => {
    const page = await holderPage()
    const { json } = await page.call('key.show', { id: own.keyId })
    expect(json.result).toMatchObject({ id: own.keyId, allowedOrigins: [] })
    expect((await page.call('key.list')).json.result[0]).not.toHaveProperty('allowedOrigins')
    expect((await page.call('key.show', { id: other.keyId })).status).toBe(404)
    expect((await page.call('key.list', { after: other.keyId })).status).toBe(404)
  })
})
