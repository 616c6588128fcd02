import { ADMIN_TOKEN, callApi } from '../../../support/admin-api.js'
import { startTestGateway, type TestGateway } from '../../../support/gateway.js'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../../support/identity-provider.js'
import { followProvider, type OpenidDoor, openBrowser } from '../../../support/openid-browser.js'
import { ownPort } from '../../../support/own-port.js'

const PUBLIC = 'https://account.example.com'
const OPERATOR = 'http://127.0.0.1:8546'
const MEMBER = { email: 'op@example.com', email_verified: true, groups: ['staff', 'gateway'] }

/** The query with other members; those that are undefined are left out. */
const changed = (query: URLSearchParams, members: Readonly<Record<string, string | undefined>>): string => {
  const other = new URLSearchParams(query)
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) other.delete(name)
    else other.set(name, value)
  }
  return `?${other}`
}

/** The claims come from the userinfo endpoint, and from the signed token. */
describe.each([false, true])('a provider with claims in the token: %s', (hasClaimsInToken) => {
  let provider: IdentityProvider
  let gateway: TestGateway
  let holders: OpenidDoor
  let operators: OpenidDoor
  let accountId: string

  beforeAll(async () => {
    provider = await startIdentityProvider([`${PUBLIC}/dashboard/`, `${OPERATOR}/dashboard/`], {
      hasClaimsInToken,
    })
    const port = await ownPort()
    gateway = await startTestGateway({
      networks: { main: { urls: ['http://127.0.0.1:1'] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: {
        enabled: true,
        port,
        publicUrl: PUBLIC,
        openid: { issuer: provider.issuer, ...CLIENT, operatorGroup: 'gateway', groupsScope: 'groups' },
      },
    })
    holders = { base: `http://127.0.0.1:${port}`, origin: PUBLIC }
    operators = { base: gateway.adminUrl, origin: OPERATOR }
    accountId = (await result('account.create', { name: 'Ann', plan: 'core', email: 'ann@example.com' })).id
  })
  afterAll(async () => {
    await gateway?.stop()
    await provider?.stop()
  })

  const result = async (method: string, params: object = {}) =>
    (await callApi(gateway.adminUrl, method, params)).json.result

  /** A person signs in by a door, in a browser. */
  const signIn = async (door: OpenidDoor, person: object, browser = openBrowser(door)) => {
    provider.person = person as never
    const back = await followProvider(await browser.begin())
    return { ...(await browser.finish(back.search)), back, browser }
  }
  const ann = { email: 'Ann@Example.com', email_verified: true }

  test('signs the holder in by a verified e-mail address, and the session is as any other', async () => {
    const { status, json, back, browser, headers } = await signIn(holders, ann)
    expect([status, json.role, json.facts.account]).toEqual([200, 'holder', accountId])
    expect(back.origin + back.pathname).toBe(`${PUBLIC}/dashboard/`)
    expect(headers.get('set-cookie')).toMatch(/^__Host-tollgate_account=.*; HttpOnly; SameSite=Strict; Secure$/)
    expect((await browser.session()).role).toBe('holder')
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ message: 'dashboard call', method: 'openid-sign-in', status: 200 }),
    )
    expect(JSON.stringify(gateway.logLines)).not.toMatch(/ann@example|a-secret-of-the-client/i)
    const [entry] = await result('audit', { account: accountId })
    expect(entry).toMatchObject({ actor: accountId, via: 'dashboard', operation: 'sign-in' })
    expect(JSON.parse(entry.params)).toEqual({ by: 'openid', subject: expect.stringMatching(/^person-\d+$/) })
  })

  test('signs an operator in by the group, on the private listener only', async () => {
    const { status, json } = await signIn(operators, MEMBER)
    expect([status, json.role]).toEqual([200, 'operator'])
    const [entry] = await result('audit', { limit: 1 })
    expect(entry).toMatchObject({ actor: 'operator', via: 'dashboard', operation: 'sign-in', accountId: null })
    expect(JSON.parse(entry.params)).toMatchObject({ by: 'openid' })
    expect((await signIn(holders, MEMBER)).status).toBe(403)
    expect((await signIn(operators, { ...MEMBER, groups: ['staff'] })).status).toBe(403)
    expect((await signIn(operators, { ...MEMBER, groups: 'gateway' })).status).toBe(403)
    const both = { ...ann, groups: ['gateway'] }
    expect((await signIn(holders, both)).json.role).toBe('holder')
    expect((await signIn(operators, both)).json.role).toBe('operator')
  })

  test('signs nobody in whose address is unverified, unknown, or of no account', async () => {
    const before = await result('audit', { limit: 1 })
    for (const [person, error] of [
      [{ ...ann, email_verified: false }, 'does not say that your e-mail address is verified'],
      [{ ...ann, email_verified: 'true' }, 'does not say that your e-mail address is verified'],
      [{ email: ann.email }, 'does not say that your e-mail address is verified'],
      [{ email_verified: true }, 'does not say that your e-mail address is verified'],
      [{ ...ann, email: 'ann@example.com.evil.example' }, 'No account has your e-mail address'],
      [{ ...ann, email: 'ann@example.co\u212A' }, 'does not say that your e-mail address is verified'],
    ] as const) {
      const { status, json, browser } = await signIn(holders, person)
      expect([status, json.error]).toEqual([403, expect.stringContaining(error)])
      const reason = error.startsWith('No account') ? 'no-account' : 'unverified'
      expect(gateway.logLines.findLast(({ method }) => method === 'openid-sign-in')).toMatchObject({ reason })
      expect((await browser.session()).role).toBeNull()
    }
    // Anybody may have an account at the provider, and writes nothing here.
    expect(await result('audit', { limit: 1 })).toEqual(before)
  })

  test('an answer that was sent before is refused, and so is one of another browser', async () => {
    const { back, browser, status } = await signIn(holders, ann)
    expect(status).toBe(200)
    expect((await browser.finish(back.search)).status).toBe(401)
    const [victim, stranger] = [openBrowser(holders), openBrowser(holders)]
    const ofStranger = await followProvider(await stranger.begin())
    expect((await victim.finish(ofStranger.search)).status).toBe(401)
    await victim.begin()
    expect((await victim.finish(ofStranger.search)).status).toBe(401)
    expect((await victim.session()).role).toBeNull()
    expect((await stranger.finish(ofStranger.search)).status).toBe(200)
  })

  test('an answer with another state, or without one, is refused and uses nothing up', async () => {
    const browser = openBrowser(holders)
    const { searchParams } = await followProvider(await browser.begin())
    for (const state of ['x', undefined])
      expect((await browser.finish(changed(searchParams, { state }))).status).toBe(401)
    for (const query of ['', '?', '\n', `?${'a'.repeat(10_000)}`])
      expect((await browser.finish(query)).status).toBe(401)
    expect((await browser.finish(`?${searchParams}`)).status).toBe(200)
  })

  test.each([
    [{ error: 'access_denied' }, 403, 'did not let you in'],
    [{ error: 'login_required', error_description: 'MFA' }, 403, 'did not let you in'],
    [{ error: 'temporarily_unavailable' }, 503, 'does not answer as it should'],
    [{ error: 'server_error' }, 503, 'does not answer as it should'],
  ] as const)('an answer with %j is refused for that', async (change, refused, error) => {
    const browser = openBrowser(holders)
    const { searchParams } = await followProvider(await browser.begin())
    const { status, json } = await browser.finish(changed(searchParams, { code: undefined, ...change }))
    expect([status, json.error]).toEqual([refused, expect.stringContaining(error)])
    expect(gateway.logLines.findLast(({ method }) => method === 'openid-sign-in')).toMatchObject({
      reason: change.error,
    })
  })

  test('an error is told to a browser that has begun, and uses nothing up; nor does an answer without a code', async () => {
    const denied = '?error=access_denied'
    expect((await openBrowser(holders).finish(denied)).status).toBe(401)
    const browser = openBrowser(holders)
    const { searchParams } = await followProvider(await browser.begin())
    const { status, json } = await browser.finish(denied)
    expect([status, json.error]).toEqual([403, expect.stringContaining('did not let you in')])
    expect((await browser.finish('?error=access_denied&state=x')).status).toBe(401)
    expect((await browser.finish(changed(searchParams, { error: 'access_denied' }))).status).toBe(403)
    expect((await browser.finish(changed(searchParams, { code: undefined }))).status).toBe(401)
    expect((await browser.finish(`?${searchParams}`)).status).toBe(200)
  })

  test('an answer for which the provider is not asked uses nothing up', async () => {
    const browser = openBrowser(holders)
    const { searchParams } = await followProvider(await browser.begin())
    const wrong = [{ code: '' }, { iss: 'x' }, { response: 'x' }, { id_token: 'x' }, { token: 'x' }]
    const twice = ['code', 'state', 'iss'].map((name) => `?${searchParams}&${name}=x&${name}=y`)
    for (const query of [...wrong.map((members) => changed(searchParams, members)), ...twice])
      expect((await browser.finish(query)).status).toBe(401)
    expect((await browser.finish(`?${searchParams}`)).status).toBe(200)
  })

  test('an answer with a wrong code is refused, and the sign-in is over', async () => {
    const browser = openBrowser(holders)
    const { searchParams } = await followProvider(await browser.begin())
    expect((await browser.finish(changed(searchParams, { code: 'x' }))).status).toBe(401)
    expect((await browser.finish(`?${searchParams}`)).status).toBe(401)
  })

  test('a sign-in that one listener began is not finished by the other', async () => {
    const browser = openBrowser(holders)
    const back = await followProvider(await browser.begin())
    const other = openBrowser(operators)
    other.cookies.set('tollgate_openid_8546', browser.cookies.get('__Host-tollgate_account_openid')!)
    expect((await other.finish(back.search)).status).toBe(401)
  })

  test('sign-in makes a new session and ends the one that the browser brought', async () => {
    const { browser } = await signIn(holders, ann)
    const former = browser.cookies.get('__Host-tollgate_account')!
    expect((await signIn(holders, ann, browser)).status).toBe(200)
    expect(browser.cookies.get('__Host-tollgate_account')).not.toBe(former)
    browser.cookies.set('__Host-tollgate_account', former)
    expect((await browser.session()).role).toBeNull()
  })

  test('requests of other pages are refused, and nothing they ask for changes where the browser goes', async () => {
    const browser = openBrowser(holders)
    for (const path of ['openid/begin', 'openid/sign-in']) {
      const foreign = { origin: 'https://evil.example' }
      expect((await browser.ask(path, {}, foreign)).status).toBe(403)
      expect((await browser.ask(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    }
    const body = { returnTo: 'https://evil.example', redirect_uri: 'https://evil.example', state: 'x' }
    const { json, headers } = await browser.ask('openid/begin', body, { 'x-forwarded-host': 'evil.example' })
    const url = new URL(json.url)
    expect([url.origin, url.searchParams.get('redirect_uri')]).toEqual([provider.issuer, `${PUBLIC}/dashboard/`])
    expect(url.href).not.toContain('evil')
    expect([url.searchParams.get('code_challenge_method'), url.searchParams.get('scope')]).toEqual([
      'S256',
      'openid email',
    ])
    expect(headers.get('set-cookie')).toMatch(/Max-Age=900; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  })

  test('another e-mail address ends the sessions that began by the former one, and no other', async () => {
    const { id } = await result('account.create', { name: 'Bob', plan: 'core', email: 'bob@example.com' })
    const bob = { email: 'bob@example.com', email_verified: true }
    const { browser } = await signIn(holders, bob)
    const { browser: byOther } = await signIn(holders, ann)
    await result('account.set', { id, email: 'bob@example.org' })
    expect((await browser.session()).role).toBeNull()
    expect((await byOther.session()).role).toBe('holder')
    expect((await signIn(holders, bob)).status).toBe(403)
  })

  test('a suspended account signs in as with a link, and changes nothing; a deleted one does not', async () => {
    const { id } = await result('account.create', { name: 'Cat', plan: 'core', email: 'cat@example.com' })
    const cat = { email: 'cat@example.com', email_verified: true }
    await result('account.set', { id, suspended: true })
    const { json, browser } = await signIn(holders, cat)
    expect(json.role).toBe('holder')
    const create = { jsonrpc: '2.0', id: 1, method: 'key.create', params: { account: id, networks: ['main'] } }
    const refused = await browser.ask('api', create, { 'x-tollgate-request-token': json.requestToken })
    expect(refused.json.error.message).toContain('suspended')
    await result('account.delete', { id, yes: true })
    expect((await browser.session()).role).toBeNull()
    expect((await signIn(holders, cat)).json.error).toContain('No account has your e-mail address')
  })
})
