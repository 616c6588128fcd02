import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callApi } from '../../../support/admin-api.js'
import { openBrowser } from '../../../support/openid-browser.js'
import { ANN, MINUTE_MS, ScriptedOpenid } from '../../../support/scripted-openid.js'
import { started } from '../../../support/started.js'

const DESCRIPTION = '/.well-known/openid-configuration'

const openid = started(() => ScriptedOpenid.start())
beforeEach(() => openid.reset())

describe('a provider', () => {
  const beginFails = async () => {
    const { status, json } = await openBrowser(openid.holders).ask('openid/begin', {})
    expect([status, json.error]).toEqual([503, expect.stringContaining('does not answer as it should')])
  }

  test.each([
    ['another issuer', { issuer: 'https://evil.example' }, /issuer/],
    ['a script as its page', { authorization_endpoint: 'javascript:alert(1)' }, /not https/],
    ['no page', { authorization_endpoint: undefined }, /./],
  ])('that describes %s is not used, and the log says why', async (_, description, reason) => {
    openid.provider.script = { description }
    await beginFails()
    expect(openid.lastReason).toMatch(reason)
    openid.provider.script = {}
    expect((await openBrowser(openid.holders).begin()).origin).toBe(openid.provider.issuer)
  })

  test('that sends more than a mebibyte, elsewhere, an odd status or half an answer is not used', async () => {
    const answers: readonly RequestListener[] = [
      (_, response) => response.end(`{"a":"${'a'.repeat(2 ** 20)}"}`),
      (_, response) => response.writeHead(302, { location: `${openid.provider.issuer}/elsewhere` }).end(),
      (_, response) => response.writeHead(204).end(),
      (_, response) => response.writeHead(999).end('{}'),
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{', () => response.destroy()),
    ]
    for (const answer of answers) {
      openid.provider.script = { answer: { [DESCRIPTION]: answer } }
      await beginFails()
      openid.nowMs += MINUTE_MS
    }
    expect(openid.provider.asked).not.toContain('/elsewhere')
    openid.provider.script = {}
    expect((await openBrowser(openid.holders).begin()).origin).toBe(openid.provider.issuer)
  })

  test('that hangs is given up, not asked again for a while, and holds up nothing else', async () => {
    // Its description is read again 61 minutes after the first sign-in.
    await openid.begin()
    openid.nowMs += 50 * MINUTE_MS
    const { browser, query } = await openid.begin()
    openid.nowMs += 11 * MINUTE_MS
    openid.provider.asked.length = 0
    const hangs = new Promise<void>((resolve) => {
      openid.provider.script = { answer: { [DESCRIPTION]: () => resolve() } }
    })
    const failing = beginFails()
    await hangs
    expect((await callApi(openid.gateway.adminUrl, 'account.list')).json.result).toHaveLength(1)
    expect((await openBrowser(openid.holders).session()).role).toBeNull()
    await failing
    expect(openid.lastReason).toBe('no answer in time')
    await beginFails()
    expect((await browser.finish(query)).status).toBe(503)
    expect(openid.provider.asked).toEqual([DESCRIPTION])
    openid.provider.script = { claims: ANN }
    openid.nowMs += MINUTE_MS
    expect((await browser.finish(query)).status).toBe(200)
  })

  test('that refuses the client or fails later is told from a wrong answer by the log', async () => {
    const { browser, query } = await openid.begin()
    openid.provider.script = {
      answer: {
        '/token': (_, response) =>
          response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}'),
      },
    }
    expect((await browser.finish(query)).status).toBe(401)
    expect(openid.lastReason).toContain('invalid_client')
    openid.provider.script = { claims: ANN }
    const next = await openid.begin()
    openid.provider.script = { answer: { '/token': (_, response) => response.destroy() } }
    expect((await next.browser.finish(next.query)).status).toBe(503)
    expect(openid.lastReason).toBe('ECONNRESET')
    // A code that makes a firewall cut its sender's connection shuts nobody else out.
    openid.provider.script = { claims: ANN }
    const other = await openid.begin()
    expect((await other.browser.finish(other.query)).status).toBe(200)
  })

  test('that is down takes nothing else down, and another one can be configured', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((resolve) => server.close(resolve))
    openid.reload(issuer)
    await beginFails()
    expect(openid.lastReason).toBe('ECONNREFUSED')
    expect((await openBrowser(openid.holders).session()).openid).toBe(new URL(issuer).host)
    openid.reload(openid.provider.issuer)
    expect((await openBrowser(openid.holders).begin()).origin).toBe(openid.provider.issuer)
  })
})

test('an account that loses the address while its holder signs in keeps no session of that sign-in', async () => {
  const { accounts } = openid.gateway
  const { findAccountByEmail } = accounts
  const { id } = (await findAccountByEmail(ANN.email))!
  openid.provider.script = { claims: ANN }
  const { browser, query } = await openid.begin()
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
  openid.provider.script = { claims: ANN }
  const { browser, query } = await openid.begin()
  expect((await browser.finish(query)).status).toBe(200)
  expect((await browser.session()).role).toBe('holder')
  openid.reload(openid.provider.issuer, { operatorGroup: 'gateway' })
  expect((await browser.session()).role).toBe('holder')
  openid.reload(openid.provider.issuer, { clientId: 'another' })
  expect((await browser.session()).role).toBeNull()
})
