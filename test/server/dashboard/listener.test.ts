import { get } from 'node:http'
import { readAdminDocument } from '../../../src/server/admin/document.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { askDashboard, signInTo } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { openSocket } from '../../support/web-socket.js'

const START_MS = Date.parse('2026-11-21T12:00:00Z')
const HOUR_MS = 3_600_000

let gateway: TestGateway
let nowMs = START_MS
let stopNode: () => Promise<void>
let nodeUrl: string
let holders: string
let own: { accountId: string; keyId: string; key: string }
let other: { accountId: string; keyId: string; key: string }

beforeAll(async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x36"' }))
  stopNode = () => node.stop()
  nodeUrl = node.url
  gateway = await startTestGateway({
    networks: { main: { urls: [node.url] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0, contact: 'support@example.com' },
    ports: { nowMs: () => nowMs },
  })
  const made = async () => {
    const key = await gateway.addKey()
    return { ...gateway.last, key }
  }
  own = await made()
  other = await made()
  holders = new URL((await invite()).url).origin
})
afterAll(async () => {
  await gateway.stop()
  await stopNode()
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const invite = (id = own.accountId) => result('account.invite', { id })
const linkIn = (url: string) => url.split('#link=')[1]!
const holderPage = async (id?: string) => signInTo(holders, { link: linkIn((await invite(id)).url) })
const operatorPage = () => signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
const roleOf = async (base: string, cookie: string) =>
  (await askDashboard(base, '/dashboard/session', { cookie })).json.role

describe('signing in', () => {
  test('a link works once; its secret stands behind the hash mark, and in the store as a hash', async () => {
    const { url, expiresAt } = await invite()
    expect(url).toMatch(new RegExp(`^${holders}/dashboard/#link=tgl_[\\w-]{43}$`))
    expect(expiresAt).toBe(new Date(nowMs + 72 * HOUR_MS).toISOString())
    const link = linkIn(url)
    expect((await askDashboard(holders, '/dashboard/sign-in', { body: { link } })).status).toBe(200)
    expect((await askDashboard(holders, '/dashboard/sign-in', { body: { link } })).status).toBe(401)
    expect(JSON.stringify(gateway.logLines)).not.toContain(link)
  })

  test('of two who use a link at once, one is signed in', async () => {
    const link = linkIn((await invite()).url)
    const both = await Promise.all([1, 2].map(() => askDashboard(holders, '/dashboard/sign-in', { body: { link } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('who is not signed in learns whom to ask for a link', async () => {
    const { json } = await askDashboard(holders, '/dashboard/session')
    expect(json).toEqual({
      role: null,
      canUseToken: false,
      canUsePasskey: false,
      canAskForLink: false,
      contact: 'support@example.com',
    })
  })

  test('a link ends unused', async () => {
    const link = linkIn((await invite()).url)
    nowMs += 72 * HOUR_MS
    expect((await askDashboard(holders, '/dashboard/sign-in', { body: { link } })).status).toBe(401)
  })

  test('the operator signs in by the token or a link of his own, and not where account holders do', async () => {
    const page = await operatorPage()
    expect(await roleOf(gateway.adminUrl, page.cookie)).toBe('operator')
    const { url } = await result('operator.invite')
    expect(url).toContain(gateway.adminUrl)
    const wrongDoor = await askDashboard(holders, '/dashboard/sign-in', { body: { link: linkIn(url) } })
    expect(wrongDoor.status).toBe(401)
    // At the wrong door it was not used up.
    const byLink = await signInTo(gateway.adminUrl, { link: linkIn(url) })
    expect(await roleOf(gateway.adminUrl, byLink.cookie)).toBe('operator')
    expect((await askDashboard(holders, '/dashboard/sign-in', { body: { token: ADMIN_TOKEN } })).status).toBe(401)
    const smuggled = page.cookie.replace('tollgate_session', 'tollgate_account')
    expect(await roleOf(holders, smuggled)).toBeNull()
  })

  test('guesses at links shut nobody out who has the right one, from the same address and meanwhile', async () => {
    let guesses = 0
    let isOver = false
    const guess = async (link: string) => {
      while (!isOver) {
        const { status } = await askDashboard(holders, '/dashboard/sign-in', { body: { link } })
        expect(status).toBe(401)
        guesses += 1
      }
    }
    const guessers = ['nonsense', ...'ABCDE'].map((one) => guess(one.length > 1 ? one : `tgl_${one.repeat(43)}`))
    try {
      await expectSoon(() => guesses > 300, true, 20_000)
      for (let one = 0; one < 5; one += 1) {
        const body = { link: linkIn((await invite()).url) }
        expect((await askDashboard(holders, '/dashboard/sign-in', { body })).status).toBe(200)
      }
    } finally {
      isOver = true
      await Promise.all(guessers)
    }
  })

  test('guesses at tokens are slowed down', async () => {
    // The admin token has the admin API's own gate, which slows a source down after ten wrong ones:
    // test/server/admin/token-gate.test.ts.
    expect((await askDashboard(gateway.adminUrl, '/dashboard/sign-in', { body: { token: 'wrong' } })).status).toBe(401)
  })
})

describe('a session', () => {
  test('is kept in a cookie that scripts and other sites do not get', async () => {
    const { headers } = await askDashboard(holders, '/dashboard/sign-in', {
      body: { link: linkIn((await invite()).url) },
    })
    expect(headers.get('set-cookie')).toMatch(
      /^tollgate_account=[\w-]{43}; Max-Age=2592000; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
    )
  })

  test('has a secret of its own from signing in on, and ends the one before: what was planted is worth nothing', async () => {
    const planted = `tollgate_account=${'p'.repeat(43)}`
    const link = async () => linkIn((await invite()).url)
    const first = await askDashboard(holders, '/dashboard/sign-in', { body: { link: await link() }, cookie: planted })
    expect(first.cookie).not.toBe(planted)
    expect(await roleOf(holders, planted)).toBeNull()
    const second = await askDashboard(holders, '/dashboard/sign-in', {
      body: { link: await link() },
      cookie: first.cookie!,
    })
    expect(await roleOf(holders, first.cookie!)).toBeNull()
    expect(await roleOf(holders, second.cookie!)).toBe('holder')
    expect(await roleOf(holders, `${planted}; ${second.cookie}`)).toBeNull()
  })

  test('of the operator ends when it is not used, and after its time', async () => {
    const idle = await operatorPage()
    nowMs += 59 * 60_000
    expect(await roleOf(gateway.adminUrl, idle.cookie)).toBe('operator')
    nowMs += 61 * 60_000
    expect(await roleOf(gateway.adminUrl, idle.cookie)).toBeNull()
    const busy = await operatorPage()
    for (let half = 0; half < 23; half += 1) {
      nowMs += HOUR_MS / 2
      expect(await roleOf(gateway.adminUrl, busy.cookie)).toBe('operator')
    }
    nowMs += HOUR_MS / 2
    expect(await roleOf(gateway.adminUrl, busy.cookie)).toBeNull()
  })

  test('ends by signing out', async () => {
    const leaving = await holderPage()
    const left = await leaving.ask('/dashboard/sign-out', { body: {} })
    expect(left.headers.get('set-cookie')).toMatch(/^tollgate_account=; Max-Age=0;/)
    expect(await roleOf(holders, leaving.cookie)).toBeNull()
  })

  test("the operator's ends when the admin token changes", async () => {
    const page = await operatorPage()
    const { readConfig } = await import('../../support/gateway.js')
    const text = (token: string) =>
      gateway.configText({
        networks: { main: { urls: [nodeUrl] } },
        admin: { token },
        dashboard: { enabled: true, port: 0 },
      })
    gateway.reload(readConfig(text('another token'), gateway.folder))
    expect(await roleOf(gateway.adminUrl, page.cookie)).toBeNull()
    gateway.reload(readConfig(text(ADMIN_TOKEN), gateway.folder))
  })
})

describe('requests of other pages', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'key.revoke', params: {} }

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of this host on another port, which gets the cookie', { origin: 'http://127.0.0.1:1' }],
    ['of a page without an origin', { origin: 'null' }],
    ['without an origin at all', { origin: null }],
    ['that the browser says are cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['that the browser says are of the same site', { headers: { 'sec-fetch-site': 'same-site' } }],
  ])('%s are refused, and change nothing', async (_, options) => {
    const page = await holderPage()
    for (const path of ['api', 'sign-out', 'sign-in', 'new-link']) {
      const body = { ...call, params: { id: own.keyId } }
      expect([path, (await page.ask(`/dashboard/${path}`, { body, ...options })).status]).toEqual([path, 403])
    }
    expect(await roleOf(holders, page.cookie)).toBe('holder')
    expect((await result('key.list', { account: own.accountId }))[0].isRevoked).toBe(false)
  })

  test('that do not know the request token are refused', async () => {
    const page = await holderPage()
    for (const token of ['', 'x'.repeat(43), (await holderPage()).requestToken])
      expect(
        (await page.ask('/dashboard/api', { body: call, headers: { 'x-tollgate-request-token': token } })).status,
      ).toBe(403)
  })

  test('cannot frame it, load it or read it', async () => {
    for (const path of ['/dashboard/', '/dashboard/session', '/dashboard/nothing']) {
      const { headers } = await askDashboard(holders, path, { origin: null })
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:/)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('of a host name that is not served are refused', async () => {
    const { status } = await askDashboard(holders, '/dashboard/', { headers: { host: 'rebound.example' } })
    expect(status).toBe(421)
  })
})

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

describe('live values', () => {
  const open = (base: string, cookie: string) =>
    new Promise<{ status: number; first: () => Promise<string>; close(): void; ended: Promise<void> }>((resolve) => {
      const sent = get(`${base}/dashboard/live`, { agent: false, headers: { cookie } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        resolve({
          status: response.statusCode!,
          first: async () => {
            await expectSoon(() => text.includes('event: now'), true)
            return text
          },
          close: () => sent.destroy(),
          ended: new Promise((done) => response.on('close', done)),
        })
      })
      sent.on('error', () => {})
    })

  test('are for who is signed in, and of him alone', async () => {
    expect((await open(holders, 'tollgate_account=none')).status).toBe(401)
    const stream = await open(holders, (await holderPage()).cookie)
    expect(await stream.first()).toMatch(
      /event: now\ndata: \{"usedToday":\d+,"dailyCredits":3000000,"isSuspended":false\}/,
    )
    stream.close()
    const operators = await open(gateway.adminUrl, (await operatorPage()).cookie)
    expect(await operators.first()).toMatch(/event: points[\s\S]*event: now\ndata: \{"status":\{"version"/)
    operators.close()
  })

  test('are bounded for each session, and end with it', async () => {
    const page = await holderPage()
    const streams = await Promise.all(Array.from({ length: 8 }, () => open(holders, page.cookie)))
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
    await page.ask('/dashboard/sign-out', { body: {} })
    await Promise.all(streams.map(({ ended }) => ended))
  }, 30_000)
})

test('one account has twenty live streams, over all its sessions, and leaves the others theirs', async () => {
  const statusOf = (base: string, cookie: string) =>
    new Promise<number>((resolve) => {
      const sent = get(`${base}/dashboard/live`, { headers: { cookie }, agent: false }, ({ statusCode }) =>
        resolve(statusCode!),
      )
      sent.on('error', () => {})
      streams.push(() => sent.destroy())
    })
  const streams: (() => void)[] = []
  const statuses: number[] = []
  for (let session = 0; session < 6; session++) {
    const { cookie } = await holderPage()
    for (let page = 0; page < 4; page++) statuses.push(await statusOf(holders, cookie))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(await statusOf(holders, (await holderPage(other.accountId)).cookie)).toBe(200)
  expect(await statusOf(gateway.adminUrl, (await operatorPage()).cookie)).toBe(200)
  for (const close of streams) close()
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

test('sessions survive a restart of nothing but the process, for the store has their hashes', async () => {
  const page = await holderPage()
  const { openSqlite } = await import('../../../src/server/storage/open.js')
  const { hashSecret } = await import('../../../src/server/accounts/secrets.js')
  const store = openSqlite(`${gateway.folder}/tollgate.db`, { clock: () => nowMs })
  const text = page.cookie.split('=')[1]!
  expect(await store.sessions.findSession(hashSecret(text))).toMatchObject({ accountId: own.accountId })
  expect(await store.sessions.findSession(text)).toBeUndefined()
  store.close()
})
