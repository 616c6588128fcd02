import { ADMIN_TOKEN, callApi } from '../../../support/admin-api.js'
import { createAuthenticator } from '../../../support/authenticator.js'
import { askDashboard, signInTo } from '../../../support/dashboard.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../../support/gateway.js'

const DAY_MS = 86_400_000

let gateway: TestGateway
let stopNode: () => Promise<void>
let nowMs = Date.parse('2026-11-21T12:00:00Z')
let base: string
let origin: string

beforeAll(async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x36"' }))
  stopNode = () => node.stop()
  gateway = await startTestGateway({
    networks: { main: { urls: [node.url] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0 },
    ports: { nowMs: () => nowMs },
  })
  const account = await newAccount()
  base = new URL((await result('account.invite', { id: account })).url).origin
  origin = `http://localhost:${new URL(base).port}`
})
afterAll(async () => {
  await gateway.stop()
  await stopNode()
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const newAccount = async (): Promise<string> => {
  await gateway.addKey()
  return gateway.last.accountId
}
const atLocalhost = () => ({ origin, headers: { host: new URL(origin).host } })
const ask = (path: string, body: object, cookie?: string) =>
  askDashboard(base, `/dashboard/passkeys/${path}`, { body, ...atLocalhost(), ...(cookie && { cookie }) })
const challenge = async () => (await ask('challenge', {})).json

/** The page of a holder who came by a link. */
const pageOf = async (account: string) => {
  const { url } = await result('account.invite', { id: account })
  const page = await signInTo(base, { link: url.split('#link=')[1] })
  return (path: string, body: object = {}) =>
    page.ask(`/dashboard/passkeys/${path}`, {
      body,
      origin,
      headers: { host: new URL(origin).host, 'x-tollgate-request-token': page.requestToken },
    })
}

type HolderPage = Awaited<ReturnType<typeof pageOf>>

const addTo = async (page: HolderPage, counts = false, name = 'laptop') => {
  const authenticator = createAuthenticator(origin, counts)
  const options = (await page('begin')).json
  const reply = await page('add', { name, made: authenticator.make(options) })
  return { ...authenticator, reply }
}
type Added = Awaited<ReturnType<typeof addTo>>

const signIn = async (by: Pick<Added, 'sign'>, deviations: Parameters<Added['sign']>[1] = {}, cookie?: string) =>
  ask('sign-in', { signed: by.sign(await challenge(), deviations) }, cookie)
const roleOf = async (cookie: string | undefined) =>
  (await askDashboard(base, '/dashboard/session', { cookie: cookie! })).json.role

describe('a passkey', () => {
  test('is added, named, signs in, and is removed with the sessions that it began, all told by the log', async () => {
    const account = await newAccount()
    const page = await pageOf(account)
    const passkey = await addTo(page)
    expect(passkey.reply.status).toBe(200)
    const { status, cookie, json } = await signIn(passkey)
    expect([status, json.role, json.facts.account]).toEqual([200, 'holder', account])
    const { passkeys } = (await page('list')).json
    const at = new Date(nowMs).toISOString()
    expect(passkeys).toEqual([{ id: passkey.id, name: 'laptop', createdAt: at, lastUsedAt: at }])
    expect(await roleOf(cookie)).toBe('holder')

    expect((await page('remove', { id: passkey.id })).status).toBe(200)
    expect(await roleOf(cookie)).toBeNull()
    expect((await signIn(passkey)).status).toBe(401)
    expect((await page('list')).json.passkeys).toEqual([])
    // The sign-in after the removal is a stranger's.
    const changes = await result('audit', { account })
    expect(changes.slice(0, 3)).toMatchObject([
      { actor: account, via: 'dashboard', operation: 'passkey.remove', params: '{"name":"laptop"}' },
      { actor: account, via: 'dashboard', operation: 'sign-in', params: '{"by":"passkey","passkey":"laptop"}' },
      { actor: account, via: 'dashboard', operation: 'passkey.add', params: '{"name":"laptop"}' },
    ])
  })

  test('signs in once for each challenge, of two at once too, and not after the challenge has ended', async () => {
    const passkey = await addTo(await pageOf(await newAccount()))
    const signed = passkey.sign(await challenge())
    const both = await Promise.all([1, 2].map(() => ask('sign-in', { signed })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await ask('sign-in', { signed })).status).toBe(401)
    const late = passkey.sign(await challenge())
    nowMs += 300_000
    expect((await ask('sign-in', { signed: late })).status).toBe(401)
  })

  test('is refused for a page of another origin, without the user being verified, and for another account', async () => {
    const account = await newAccount()
    const passkey = await addTo(await pageOf(account))
    const [added] = await result('audit', { account })
    const other = Buffer.from(await newAccount()).toString('base64url')
    for (const wrong of [
      { origin: 'https://localhost.example.com' },
      { rpId: 'example.com' },
      { isVerified: false },
      { userHandle: other },
    ])
      expect((await signIn(passkey, wrong)).status).toBe(401)
    expect((await result('audit', { account }))[0]).toEqual(added)
    expect((await signIn(passkey)).status).toBe(200)
    const foreign = { body: {}, origin: 'https://evil.example', headers: { host: new URL(origin).host } }
    expect((await askDashboard(base, '/dashboard/passkeys/challenge', foreign)).status).toBe(403)
    expect((await askDashboard(base, '/dashboard/passkeys/challenge', { body: {} })).status).toBe(403)
  })

  test('signs in ten times at once and then every six seconds, whatever others do', async () => {
    const [one, another] = [
      await addTo(await pageOf(await newAccount())),
      await addTo(await pageOf(await newAccount())),
    ]
    for (let count = 0; count < 10; count++) expect((await signIn(one)).status).toBe(200)
    const refused = await signIn(one)
    expect([refused.status, refused.headers.get('retry-after'), refused.cookie]).toEqual([429, '6', undefined])
    expect((await signIn(one, { isVerified: false })).status).toBe(401)
    expect((await signIn(another)).status).toBe(200)
    nowMs += 6_000
    expect((await signIn(one)).status).toBe(200)
    expect((await signIn(one)).status).toBe(429)
  })

  test('is refused when its counter goes back, as that of a copy does', async () => {
    const passkey = await addTo(await pageOf(await newAccount()), true)
    expect((await signIn(passkey, { counter: 9 })).status).toBe(200)
    expect((await signIn(passkey, { counter: 9 })).status).toBe(401)
    expect((await signIn(passkey, { counter: 8 })).status).toBe(401)
    expect((await signIn(passkey, { counter: 10 })).status).toBe(200)
  })

  test('makes a new session, never one that the browser brought, and ends that one', async () => {
    const passkey = await addTo(await pageOf(await newAccount()))
    const first = await signIn(passkey)
    const second = await signIn(passkey, {}, first.cookie)
    expect(second.cookie).not.toBe(first.cookie)
    expect([await roleOf(first.cookie), await roleOf(second.cookie)]).toEqual([null, 'holder'])
    const fixed = `${first.cookie!.split('=')[0]}=${'A'.repeat(43)}`
    expect((await signIn(passkey, {}, fixed)).cookie).not.toBe(fixed)
    expect(await roleOf(fixed)).toBeNull()
  })

  test('belongs to one account: another cannot add it, list it or remove it', async () => {
    const [mine, theirs] = [await pageOf(await newAccount()), await pageOf(await newAccount())]
    const passkey = await addTo(mine)
    const again = passkey.make((await theirs('begin')).json)
    expect((await theirs('add', { name: 'stolen', made: again })).status).toBe(400)
    const ofMine = createAuthenticator(origin).make((await mine('begin')).json)
    expect((await theirs('add', { name: 'stolen', made: ofMine })).status).toBe(400)
    expect((await theirs('list')).json.passkeys).toEqual([])
    expect((await theirs('remove', { id: passkey.id })).status).toBe(404)
    expect((await mine('remove', { id: { toString: 0 } })).status).toBe(404)
    expect((await mine('list')).json.passkeys).toHaveLength(1)
  })

  test('of a suspended account signs in, and none is added; of a deleted account it is gone', async () => {
    const account = await newAccount()
    const page = await pageOf(account)
    const passkey = await addTo(page)
    await result('account.set', { id: account, suspended: true })
    expect((await signIn(passkey)).status).toBe(200)
    expect((await page('begin')).status).toBe(403)
    await result('account.delete', { id: account, yes: true })
    expect((await signIn(passkey)).status).toBe(401)
  })

  test.each([
    ['joined emoji', '\u{1f469}\u200d\u{1f4bb}', 200],
    ['a Persian word', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', 200],
    ['a turned direction', '\u202egnp.exe', 400],
    ['half a character', '\ud83d', 400],
  ])('has a name of printed characters: %s', async (_, name, status) => {
    expect((await addTo(await pageOf(await newAccount()), false, name)).reply.status).toBe(status)
  })

  test('is one of twenty at most, with a name', async () => {
    const page = await pageOf(await newAccount())
    for (let count = 0; count < 20; count++) expect((await addTo(page)).reply.status).toBe(200)
    nowMs += 60_000
    expect((await addTo(page)).reply.status).toBe(409)
    expect((await addTo(page, false, ' ')).reply.status).toBe(400)
    expect((await page('list')).json.passkeys).toHaveLength(20)
  })

  test('of a lost device is removed by the operator, one or all, with the sessions that they began', async () => {
    const account = await newAccount()
    const page = await pageOf(account)
    const [lost, kept] = [await addTo(page, false, 'phone'), await addTo(page, false, 'laptop')]
    const foreign = await addTo(await pageOf(await newAccount()))
    const ofLost = await signIn(lost)
    const ofKept = await signIn(kept)
    const listed = await result('account.passkeys', { id: account })
    const at = new Date(nowMs).toISOString()
    expect(listed).toContainEqual({ id: lost.id, name: 'phone', createdAt: at, lastUsedAt: at })
    expect(listed).toHaveLength(2)

    const removed = await result('account.remove-passkeys', { id: account, passkey: lost.id })
    expect(removed.map(({ name }: { name: string }) => name)).toEqual(['phone'])
    expect([await roleOf(ofLost.cookie), await roleOf(ofKept.cookie)]).toEqual([null, 'holder'])
    expect((await signIn(lost)).status).toBe(401)
    for (const passkey of [lost.id, foreign.id]) {
      const { status, json } = await callApi(gateway.adminUrl, 'account.remove-passkeys', { id: account, passkey })
      expect([status, json.error.message]).toEqual([404, expect.stringContaining('has no such passkey')])
    }
    expect(await result('account.remove-passkeys', { id: account })).toHaveLength(1)
    expect(await roleOf(ofKept.cookie)).toBeNull()
    expect((await signIn(kept)).status).toBe(401)
    expect((await signIn(foreign)).status).toBe(200)
    // Nothing is left, so nothing is changed.
    expect(await result('account.remove-passkeys', { id: account })).toEqual([])
    const changes = await result('audit', { account, limit: 3 })
    expect(changes).toMatchObject([
      { actor: 'operator', operation: 'account.remove-passkeys', params: JSON.stringify({ id: account }) },
      { operation: 'account.remove-passkeys', params: JSON.stringify({ id: account, passkey: lost.id }) },
      { operation: 'sign-in' },
    ])
    // The page of a holder cannot do it, to any account.
    const holder = await signInTo(base, {
      link: (await result('account.invite', { id: account })).url.split('#link=')[1],
    })
    for (const method of ['account.passkeys', 'account.remove-passkeys'])
      expect((await holder.call(method, { id: account })).status).toBe(404)
  })

  test.each([
    {},
    { signed: null },
    { signed: { id: 7 } },
    { signed: { id: 'A'.repeat(9_999), response: {} } },
    { signed: { id: 'AAAA', response: null } },
  ])('that is none is refused: %j', async (body) => {
    expect((await ask('sign-in', body)).status).toBe(401)
  })
})

test('the session of a holder lasts thirty days from its last use, and its cookie with it', async () => {
  const { cookie } = await signIn(await addTo(await pageOf(await newAccount())))
  const session = () => askDashboard(base, '/dashboard/session', { cookie: cookie! })
  for (let round = 0; round < 3; round++) {
    nowMs += 29 * DAY_MS
    const { json, headers } = await session()
    expect(json.role).toBe('holder')
    expect(headers.get('set-cookie')).toContain(`${cookie}; Max-Age=${30 * 86_400};`)
  }
  nowMs += 30 * DAY_MS
  expect((await session()).json.role).toBeNull()
})
