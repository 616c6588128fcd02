import { ADMIN_TOKEN } from '../../support/admin-api.js'
import { askDashboard, signInTo } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { holdersGateway, linkIn, roleOf, START_MS } from '../../support/holders-gateway.js'

const HOUR_MS = 3_600_000

let nowMs = START_MS
const { gateway, result, invite, operatorPage } = holdersGateway(() => nowMs)
let holders: string
beforeAll(async () => {
  holders = new URL((await invite()).url).origin
})

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
    const smuggled = `tollgate_account_${new URL(holders).port}=${page.cookie.split('=')[1]}`
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
