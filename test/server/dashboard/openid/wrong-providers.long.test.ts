import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADMIN_TOKEN, callApi } from '../../../support/admin-api.js'
import { readConfig, startTestGateway, type TestGateway } from '../../../support/gateway.js'
import { CLIENT } from '../../../support/identity-provider.js'
import { type OpenidDoor, openBrowser } from '../../../support/openid-browser.js'
import { ownPort } from '../../../support/own-port.js'
import { type ScriptedProvider, startScriptedProvider } from '../../../support/scripted-provider.js'

const ANN = { email: 'ann@example.com', email_verified: true }
const DESCRIPTION = '/.well-known/openid-configuration'
const MINUTE_MS = 60_000

let provider: ScriptedProvider
let gateway: TestGateway
let holders: OpenidDoor
let nowMs = Date.now()

const settingOf = (port: number, issuer: string, more: object = {}) => ({
  networks: { main: { urls: ['http://127.0.0.1:1'] } },
  admin: { token: ADMIN_TOKEN },
  dashboard: {
    enabled: true,
    port,
    publicUrl: `http://localhost:${port}`,
    openid: { issuer, ...CLIENT, ...more },
  },
  ports: { nowMs: () => nowMs },
})

beforeAll(async () => {
  provider = await startScriptedProvider()
  const port = await ownPort()
  gateway = await startTestGateway(settingOf(port, provider.issuer))
  holders = { base: `http://127.0.0.1:${port}`, origin: `http://localhost:${port}` }
  await callApi(gateway.adminUrl, 'account.create', { name: 'Ann', plan: 'core', email: ANN.email })
})
beforeEach(() => {
  // The provider's description is read again.
  nowMs += 61 * MINUTE_MS
  provider.script = {}
  provider.asked.length = 0
})
afterAll(async () => {
  await gateway?.stop()
  await provider?.stop()
})

const reload = (issuer: string, more: object = {}) => {
  const text = gateway.configText(settingOf(Number(new URL(holders.base).port), issuer, more))
  gateway.reload(readConfig(text, gateway.folder))
}

/** Begins a sign-in, as if the person had signed in at the provider. */
const begun = async () => {
  const browser = openBrowser(holders)
  const page = await browser.begin()
  provider.nonce = page.searchParams.get('nonce')!
  return { browser, query: `?code=c&state=${page.searchParams.get('state')}` }
}
const signIn = async (claims: object, more: object = {}) => {
  provider.script = { claims: { ...ANN, ...claims }, ...more }
  const { browser, query } = await begun()
  return browser.finish(query)
}
const lastReason = () => gateway.logLines.findLast(({ reason }) => reason !== undefined)?.reason

describe('a token', () => {
  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another' }],
    ['of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has ended', { exp: 1_000 }],
  ])('%s signs nobody in', async (_, claims) => {
    const { status, json } = await signIn(claims)
    expect([status, json.error]).toEqual([401, expect.stringContaining('could not be confirmed')])
    expect(lastReason()).toMatch(/JWT|nonce|claim/)
    expect((await signIn({})).status).toBe(200)
  })

  test('with a signature of another key signs nobody in', async () => {
    expect((await signIn({}, { hasOtherKey: true })).status).toBe(401)
    expect((await signIn({})).status).toBe(200)
  })

  test('signs in once, though its answer comes twice at once', async () => {
    provider.script = { claims: ANN }
    const { browser, query } = await begun()
    const both = await Promise.all([1, 2].map(() => browser.finish(query)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

test('a sign-in ends after a quarter of an hour', async () => {
  provider.script = { claims: ANN }
  const { browser, query } = await begun()
  nowMs += 15 * MINUTE_MS
  expect((await browser.finish(query)).status).toBe(401)
  expect(provider.asked).not.toContain('/token')
})

test('an answer and an address that are no texts sign nobody in', async () => {
  provider.script = { claims: { ...ANN, email: { toString: 0 } } }
  const { browser, query } = await begun()
  expect((await browser.ask('openid/sign-in', { query: { toString: 0 } })).status).toBe(401)
  expect((await browser.finish(query)).status).toBe(403)
})

test('a cookie that the gateway did not make asks the provider nothing', async () => {
  const { browser, query } = await begun()
  const asked = provider.asked.length
  browser.cookies.set(`tollgate_account_openid_${new URL(holders.base).port}`, 'A'.repeat(83))
  expect((await browser.finish(query)).status).toBe(401)
  expect(provider.asked).toHaveLength(asked)
})

describe('a provider', () => {
  const beginFails = async () => {
    const { status, json } = await openBrowser(holders).ask('openid/begin', {})
    expect([status, json.error]).toEqual([503, expect.stringContaining('does not answer as it should')])
  }

  test.each([
    ['another issuer', { issuer: 'https://evil.example' }, /issuer/],
    ['a script as its page', { authorization_endpoint: 'javascript:alert(1)' }, /not https/],
    ['no page', { authorization_endpoint: undefined }, /./],
  ])('that describes %s is not used, and the log says why', async (_, description, reason) => {
    provider.script = { description }
    await beginFails()
    expect(lastReason()).toMatch(reason)
    provider.script = {}
    expect((await openBrowser(holders).begin()).origin).toBe(provider.issuer)
  })

  test('that sends more than a mebibyte, elsewhere, an odd status or half an answer is not used', async () => {
    const answers: readonly RequestListener[] = [
      (_, response) => response.end(`{"a":"${'a'.repeat(2 ** 20)}"}`),
      (_, response) => response.writeHead(302, { location: `${provider.issuer}/elsewhere` }).end(),
      (_, response) => response.writeHead(204).end(),
      (_, response) => response.writeHead(999).end('{}'),
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    ]
    for (const answer of answers) {
      provider.script = { answer: { [DESCRIPTION]: answer } }
      await beginFails()
      nowMs += MINUTE_MS
    }
    expect(provider.asked).not.toContain('/elsewhere')
    provider.script = {}
    expect((await openBrowser(holders).begin()).origin).toBe(provider.issuer)
  })

  test('that hangs is given up, not asked again for a while, and holds up nothing else', async () => {
    // Its description is read again 61 minutes after the first sign-in.
    await begun()
    nowMs += 50 * MINUTE_MS
    const { browser, query } = await begun()
    nowMs += 11 * MINUTE_MS
    provider.asked.length = 0
    const hangs = new Promise<void>((resolve) => {
      provider.script = { answer: { [DESCRIPTION]: () => resolve() } }
    })
    const failing = beginFails()
    await hangs
    expect((await callApi(gateway.adminUrl, 'account.list')).json.result).toHaveLength(1)
    expect((await openBrowser(holders).session()).role).toBeNull()
    await failing
    expect(lastReason()).toBe('no answer in time')
    await beginFails()
    expect((await browser.finish(query)).status).toBe(503)
    expect(provider.asked).toEqual([DESCRIPTION])
    provider.script = { claims: ANN }
    nowMs += MINUTE_MS
    expect((await browser.finish(query)).status).toBe(200)
  })

  test('that refuses the client or fails later is told from a wrong answer by the log', async () => {
    const { browser, query } = await begun()
    provider.script = {
      answer: {
        '/token': (_, response) =>
          response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      },
    }
    expect((await browser.finish(query)).status).toBe(401)
    expect(lastReason()).toContain('invalid_client')
    provider.script = { claims: ANN }
    const next = await begun()
    provider.script = { answer: { '/token': (_, response) => response.destroy() } }
    expect((await next.browser.finish(next.query)).status).toBe(503)
    expect(lastReason()).toBe('ECONNRESET')
    // A code that makes a firewall cut its sender's connection shuts nobody else out.
    provider.script = { claims: ANN }
    const other = await begun()
    expect((await other.browser.finish(other.query)).status).toBe(200)
  })

  test('that is down takes nothing else down, and another one can be configured', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    reload(issuer)
    await beginFails()
    expect(lastReason()).toBe('ECONNREFUSED')
    expect((await openBrowser(holders).session()).openid).toBe(new URL(issuer).host)
    reload(provider.issuer)
    expect((await openBrowser(holders).begin()).origin).toBe(provider.issuer)
  })
})

test('an account that loses the address while its holder signs in keeps no session of that sign-in', async () => {
  const { accounts } = gateway
  const { findAccountByEmail } = accounts
  const { id } = (await findAccountByEmail(ANN.email))!
  provider.script = { claims: ANN }
  const { browser, query } = await begun()
  let lookUps = 0
  accounts.findAccountByEmail = async (email) => {
    const found = await findAccountByEmail(email)
    if (++lookUps === 1) await accounts.changeAccount(id, { email: null })
    return found
  }
  try {
    const { status, json } = await browser.finish(query)
    expect([status, json.error]).toEqual([403, expect.stringContaining('No account has your e-mail address')])
    expect((await browser.session()).role).toBeNull()
    expect(lookUps).toBe(2)
  } finally {
    accounts.findAccountByEmail = findAccountByEmail
    await accounts.changeAccount(id, { email: ANN.email })
  }
})

test('another provider or client ends the sessions that the former one began', async () => {
  provider.script = { claims: ANN }
  const { browser, query } = await begun()
  expect((await browser.finish(query)).status).toBe(200)
  expect((await browser.session()).role).toBe('holder')
  reload(provider.issuer, { operatorGroup: 'gateway' })
  expect((await browser.session()).role).toBe('holder')
  reload(provider.issuer, { clientId: 'another' })
  expect((await browser.session()).role).toBeNull()
})
