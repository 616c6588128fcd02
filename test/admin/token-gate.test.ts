import { createTokenGate } from '../../src/admin/token-gate.js'
import { ADMIN_TOKEN, callApi, requestApi } from '../support/admin-api.js'
import { readConfig, startTestGateway, type TestGateway } from '../support/gateway.js'

const HOME = '127.0.0.1'

const gateAt = (clock: { nowMs: number }, token: string | undefined = 'right') =>
  createTokenGate(
    () => token,
    () => clock.nowMs,
  )

test('the right token opens, in any spelling of the scheme', () => {
  const gate = gateAt({ nowMs: 0 })
  expect([gate('Bearer right', HOME), gate('bearer  right', HOME)]).toEqual(['allowed', 'allowed'])
  for (const other of ['Bearer right ', 'Bearer Right', 'Bearer righ', 'right', 'Basic right']) {
    expect([other, gate(other, HOME)]).not.toEqual([other, 'allowed'])
  }
})

test('a source that guesses is not heard for a while, its good guesses included; others are', () => {
  const clock = { nowMs: 0 }
  const gate = gateAt(clock)
  for (let guess = 0; guess < 10; guess++) expect(gate(`Bearer ${guess}`, HOME)).toBe('wrong')
  expect([gate('Bearer guess', HOME), gate('Bearer right', HOME)]).toEqual(['throttled', 'throttled'])
  expect(gate('Bearer right', '10.0.0.1')).toBe('allowed')
  clock.nowMs += 5_999
  expect(gate('Bearer right', HOME)).toBe('throttled')
  clock.nowMs += 2
  expect(gate('Bearer right', HOME)).toBe('allowed')
})

test('a request without a token is no guess', () => {
  const gate = gateAt({ nowMs: 0 })
  for (let request = 0; request < 100; request++) expect(gate(undefined, HOME)).toBe('missing')
  expect(gate('Bearer right', HOME)).toBe('allowed')
})

test('the addresses of one IPv6 subscriber are one source', () => {
  const gate = gateAt({ nowMs: 0 })
  for (let guess = 0; guess < 10; guess++) gate('Bearer guess', `2001:db8:1:2::${guess}`)
  expect(gate('Bearer right', '2001:db8:1:2:ffff::1')).toBe('throttled')
  expect(gate('Bearer right', '2001:db8:1:3::1')).toBe('allowed')
})

describe('over HTTP', () => {
  let gateway: TestGateway
  const networks = { main: { urls: ['http://127.0.0.1:1'] } }
  afterEach(() => gateway.stop())

  test('probes stay open, and the API answers 403 until it has a token', async () => {
    gateway = await startTestGateway({ networks })
    const off = await callApi(gateway.adminUrl, 'account.list')
    expect([off.status, off.json.error.message]).toEqual([
      403,
      'the admin API is off: set admin.token in the configuration',
    ])
    gateway.reload(readConfig(gateway.configText({ networks, admin: { token: ADMIN_TOKEN } }), gateway.folder))
    expect((await callApi(gateway.adminUrl, 'account.list')).status).toBe(200)
  })

  test('wrong tokens get 401, then 429; the document is behind the token too; probes are not', async () => {
    gateway = await startTestGateway({ networks, admin: { token: ADMIN_TOKEN } })
    const without = await fetch(`${gateway.adminUrl}/api/openrpc.json`)
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const wrong = { headers: { authorization: 'Bearer wrong' }, body: '{}' }
    for (let guess = 0; guess < 10; guess++) expect((await requestApi(gateway.adminUrl, wrong)).status).toBe(401)
    expect((await requestApi(gateway.adminUrl, wrong)).status).toBe(429)
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect([path, (await fetch(`${gateway.adminUrl}${path}`)).status]).toEqual([path, 200])
    }
  })
})
