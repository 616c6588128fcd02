import { ANN, MINUTE_MS, ScriptedOpenid } from '../../../support/scripted-openid.js'
import { started } from '../../../support/started.js'

const openid = started(() => ScriptedOpenid.start())
beforeEach(() => openid.reset())

describe('a token', () => {
  test.each([
    ['of another issuer', { iss: 'https://evil.example' }],
    ['for another client', { aud: 'another' }],
    ['of another sign-in', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has ended', { exp: 1_000 }],
  ])('%s signs nobody in', async (_, claims) => {
    const { status, json } = await openid.signIn(claims)
    expect([status, json.error]).toEqual([401, expect.stringContaining('could not be confirmed')])
    expect(openid.lastReason).toMatch(/JWT|nonce|claim/)
    expect((await openid.signIn({})).status).toBe(200)
  })

  test('with a signature of another key signs nobody in', async () => {
    expect((await openid.signIn({}, { hasOtherKey: true })).status).toBe(401)
    expect((await openid.signIn({})).status).toBe(200)
  })

  test('signs in once, though its answer comes twice at once', async () => {
    openid.provider.script = { claims: ANN }
    const { browser, query } = await openid.begin()
    const both = await Promise.all([1, 2].map(() => browser.finish(query)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })
})

test('a sign-in ends after a quarter of an hour', async () => {
  openid.provider.script = { claims: ANN }
  const { browser, query } = await openid.begin()
  openid.nowMs += 15 * MINUTE_MS
  expect((await browser.finish(query)).status).toBe(401)
  expect(openid.provider.asked).not.toContain('/token')
})

test('an answer and an address that are no texts sign nobody in', async () => {
  openid.provider.script = { claims: { ...ANN, email: { toString: 0 } } }
  const { browser, query } = await openid.begin()
  expect((await browser.ask('openid/sign-in', { query: { toString: 0 } })).status).toBe(401)
  expect((await browser.finish(query)).status).toBe(403)
})

test('a cookie that the gateway did not make asks the provider nothing', async () => {
  const { browser, query } = await openid.begin()
  const asked = openid.provider.asked.length
  browser.cookies.set(`tollgate_account_openid_${new URL(openid.holders.base).port}`, 'A'.repeat(83))
  expect((await browser.finish(query)).status).toBe(401)
  expect(openid.provider.asked).toHaveLength(asked)
})
