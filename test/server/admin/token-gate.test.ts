import { TokenGate } from '../../../src/server/admin/token-gate.js'
import { ADMIN_TOKEN, callApi, requestApi } from '../../support/admin-api.js'
import { readConfig, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { rawRequest } from '../../support/raw-http.js'
import { stopwatch } from '../../support/stopwatch.js'

/** No answer that waits for nothing takes so long of this process's own time. */
const WAITED_MS = 250

const { jest } = import.meta
const HOME = '127.0.0.1'

const gateAt = (clock: { nowMs: number }, token: string | undefined = 'right') => {
  const gate = new TokenGate(
    () => token,
    () => clock.nowMs,
  )
  return (authorization: string | undefined, source: string) => gate.admit(authorization, source)
}

test('the right token opens, in any spelling of the scheme', () => {
  const gate = gateAt({ nowMs: 0 })
  expect([gate('Bearer right', HOME), gate('bearer  right', HOME)]).toEqual(['allowed', 'allowed'])
  for (const other of ['Bearer right ', 'Bearer Right', 'Bearer righ', 'right', 'Basic right']) {
    expect([other, gate(other, HOME)]).not.toEqual([other, 'allowed'])
  }
})

describe('a source that guesses', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('is slowed down to one try a second, and its right token is not locked out', async () => {
    const clock = { nowMs: 0 }
    const gate = gateAt(clock)
    for (let guess = 0; guess < 10; guess++) expect(gate(`Bearer ${guess}`, HOME)).toBe('wrong')
    const heard: string[] = []
    const tokens = ['guess', 'other', 'right']
    for (const token of tokens)
      void Promise.resolve(gate(`Bearer ${token}`, HOME)).then((verdict) => heard.push(`${token} ${verdict}`))
    expect(gate('Bearer right', '10.0.0.1')).toBe('allowed')
    for (let second = 0; second < tokens.length; second++) {
      await jest.advanceTimersByTimeAsync(999)
      expect(heard).toHaveLength(second)
      await jest.advanceTimersByTimeAsync(1)
    }
    expect(heard.sort()).toEqual(['guess wrong', 'other wrong', 'right allowed'])
    // In time it is as fast as any other again.
    clock.nowMs += 30_000
    expect(gate('Bearer right', HOME)).toBe('allowed')
  })

  test('has no more requests waiting than a bound', async () => {
    const gate = gateAt({ nowMs: 0 })
    for (let guess = 0; guess < 10; guess++) gate(`Bearer ${guess}`, HOME)
    const verdicts = Array.from({ length: 40 }, (_, guess) => gate(`Bearer x${guess}`, HOME))
    await jest.advanceTimersByTimeAsync(40_000)
    const counts = (await Promise.all(verdicts)).filter((verdict) => verdict === 'throttled').length
    expect(counts).toBe(8)
  })
})

test('a request without a token is no guess', () => {
  const gate = gateAt({ nowMs: 0 })
  for (let request = 0; request < 100; request++) expect(gate(undefined, HOME)).toBe('missing')
  expect(gate('Bearer right', HOME)).toBe('allowed')
})

test('the addresses of one IPv6 subscriber are one source', () => {
  const gate = gateAt({ nowMs: 0 })
  for (let guess = 0; guess < 10; guess++) gate('Bearer guess', `2001:db8:1:2::${guess}`)
  expect(gate('Bearer right', '2001:db8:1:2:ffff::1')).toBeInstanceOf(Promise)
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

  test('wrong tokens get 401, more of them slowly; the document is behind the token too; probes are not', async () => {
    gateway = await startTestGateway({ networks, admin: { token: ADMIN_TOKEN } })
    const without = await fetch(`${gateway.adminUrl}/api/openrpc.json`)
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    const wrong = { headers: { authorization: 'Bearer wrong' }, body: '{}' }
    const guess = async (): Promise<number> => {
      const spentMs = stopwatch()
      expect((await requestApi(gateway.adminUrl, wrong)).status).toBe(401)
      return spentMs()
    }
    // Ten at once are for nothing, and one more for each second that they took; then each waits for
    // a second.
    let guesses = 1
    while ((await guess()) < WAITED_MS) guesses++
    expect(guesses).toBeGreaterThan(10)
    expect((await callApi(gateway.adminUrl, 'account.list')).status).toBe(200)
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect([path, (await fetch(`${gateway.adminUrl}${path}`)).status]).toEqual([path, 200])
    }
  })

  test('is served under addresses, localhost and the configured names only', async () => {
    gateway = await startTestGateway({ networks, admin: { token: ADMIN_TOKEN, hosts: ['Admin.example'] } })
    const statusOf = async (host: string, path: string) =>
      (await rawRequest(gateway.adminUrl, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    for (const host of [
      '127.0.0.1',
      '127.0.0.1:8546',
      '[::1]:8546',
      'localhost',
      'LOCALHOST:1',
      'admin.example:8546',
    ]) {
      expect([host, await statusOf(host, '/metrics')]).toEqual([host, 200])
    }
    const refused = [
      'rebound.example',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      'xadmin.example',
      '::1',
      '',
    ]
    for (const host of refused) {
      for (const path of ['/livez', '/metrics', '/api']) expect([host, await statusOf(host, path)]).toEqual([host, 421])
    }
  })
})
