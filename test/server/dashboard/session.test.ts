import { ADMIN_TOKEN } from '../../support/admin-api.js'
import { askDashboard } from '../../support/dashboard.js'
import { holdersGateway, linkIn, roleOf, START_MS } from '../../support/holders-gateway.js'

const HOUR_MS = 3_600_000

let nowMs = START_MS
const { node, gateway, own, invite, holderPage, operatorPage } = holdersGateway(() => nowMs)
let holders: string
beforeAll(async () => {
  holders = new URL((await invite()).url).origin
})

/** The cookie's name on the account holders' listener; see sessionCookie. */
const cookieName = () => `tollgate_account_${new URL(holders).port}`

describe('a session', () => {
  test('is kept in a cookie that scripts and other sites do not get', async () => {
    const { headers } = await askDashboard(holders, '/dashboard/sign-in', {
      body: { link: linkIn((await invite()).url) },
    })
    const [start, rest] = headers.get('set-cookie')!.split(/(?<==)[\w-]{43}(?=;)/)
    expect([start, rest]).toEqual([`${cookieName()}=`, '; Max-Age=2592000; Path=/dashboard; HttpOnly; SameSite=Strict'])
  })

  test('has a secret of its own from signing in on, and ends the one before: what was planted is worth nothing', async () => {
    const planted = `${cookieName()}=${'p'.repeat(43)}`
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
    expect(left.headers.get('set-cookie')).toContain(`${cookieName()}=; Max-Age=0;`)
    expect(await roleOf(holders, leaving.cookie)).toBeNull()
  })

  test("the operator's ends when the admin token changes", async () => {
    const page = await operatorPage()
    const { readConfig } = await import('../../support/gateway.js')
    const text = (token: string) =>
      gateway.configText({
        networks: { main: { urls: [node.url] } },
        admin: { token },
        dashboard: { enabled: true, port: 0 },
      })
    gateway.reload(readConfig(text('another token'), gateway.folder))
    expect(await roleOf(gateway.adminUrl, page.cookie)).toBeNull()
    gateway.reload(readConfig(text(ADMIN_TOKEN), gateway.folder))
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
