import fc from 'fast-check'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import type { ListenerDeps } from '../../../src/server/listeners/listener-deps.js'
import { keyTextOf, proofOf, resolveCaller, sourceOf } from '../../../src/server/listeners/request.js'
import type { Arrival } from '../../../src/server/pipeline/stage.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket, refusedUpgrade } from '../../support/web-socket.js'

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

test('the source of a request is what the outermost trusted proxy wrote, or the first of a shorter list', () => {
  const hop = fc.constantFrom('', '10.0.0.1', '10.0.0.2 ', ' ::1', 'x')
  fc.assert(
    fc.property(fc.array(hop, { maxLength: 5 }), fc.integer({ min: 1, max: 6 }), (hops, trusted) => {
      const source = sourceOf({ peer: '192.0.2.1', header: () => hops.join(',') || undefined }, trusted)
      const expected = (hops[Math.max(0, hops.length - trusted)] ?? '').trim()
      expect(source).toBe(expected === '' ? '192.0.2.1' : expected)
    }),
  )
})

describe('the key of a request', () => {
  const keyOf = (headers: Record<string, string>, pathKey?: string) => {
    const head = { hasCredentials: Object.keys(headers).length > 0 }
    const request = { head, header: (name: string) => headers[name] }
    return keyTextOf(request, pathKey, proofOf(request, pathKey))
  }

  test.each<[string | undefined, Record<string, string>, string | undefined]>([
    ['KEY', {}, 'KEY'],
    [undefined, { authorization: 'Bearer KEY' }, 'KEY'],
    [undefined, { authorization: 'bEARER   KEY' }, 'KEY'],
    [undefined, { authorization: basic('user:KEY') }, 'KEY'],
    [undefined, { authorization: basic(':KEY') }, 'KEY'],
    [undefined, { authorization: basic('a:b:c') }, 'b:c'],
    [undefined, { 'x-api-key': 'KEY' }, 'KEY'],
    [undefined, {}, undefined],
    [undefined, { authorization: 'KEY' }, undefined],
    [undefined, { authorization: 'Digest KEY' }, undefined],
    [undefined, { authorization: 'Bearer' }, undefined],
    [undefined, { authorization: 'Bearer KEY, Bearer KEY' }, undefined],
    [undefined, { authorization: 'Bearer KEY OTHER' }, undefined],
    [undefined, { authorization: 'Basic KEY' }, undefined],
    [undefined, { authorization: basic('KEY') }, undefined],
    [undefined, { authorization: basic('KEY:') }, undefined],
    // Two keys, be they the same: none counts.
    [undefined, { authorization: 'Bearer KEY', 'x-api-key': 'KEY' }, undefined],
    ['KEY', { authorization: 'Bearer KEY' }, undefined],
    ['KEY', { 'x-api-key': 'KEY' }, undefined],
    ['KEY', { authorization: basic('user:KEY') }, undefined],
    ['KEY', { authorization: basic(':') }, undefined],
    ['KEY', { authorization: basic(':SECRET'), 'x-api-key': 'KEY' }, undefined],
    // No second key: what a secret is, and whether the key wants one, is judged with the key.
    ['KEY', { authorization: basic(':SECRET') }, 'KEY'],
  ])('in the path %s and in %j is %s', (pathKey, headers, expected) => {
    expect(keyOf(headers, pathKey)).toBe(expected)
  })
})

test('a key that the store does not find gets a 503; only what the store is not to blame for is a bug', async () => {
  const bugs: unknown[] = []
  const deps = (error: Error) =>
    ({
      findEntitlement: () => Promise.reject(error),
      observer: { bug: (bug: unknown) => bugs.push(bug) },
    }) as unknown as ListenerDeps
  const arrival = { requestId: 'a', keyText: 'KEY', source: '192.0.2.1', proof: {} } as unknown as Arrival
  const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const mistake = new TypeError('undefined is not a function')
  for (const error of [new StoreAway('the store does not answer'), locked, mistake])
    expect(await resolveCaller(deps(error), arrival)).toMatchObject({ name: 'ledger-unavailable' })
  expect(bugs).toEqual([mistake])
})

describe('a gateway', () => {
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() => startTestGateway({ networks: { eth: { urls: [upstream.url] } } }))
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  const ways = () => [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }, { authorization: basic(`me:${key}`) }]

  test('takes the key from a header, over HTTP and WebSocket, where the path has none', async () => {
    for (const headers of ways()) {
      for (const path of ['/eth', '/eth/', '/eth/v3', '/eth?x']) {
        const reply = await post(gateway.url + path, STORAGE_CALL, headers)
        expect([path, reply.status, reply.json.result]).toEqual([path, 200, '0x01'])
      }
      for (const path of ['/eth/ws', '/eth/ws/v3']) {
        const socket = await openSocket(gateway.url + path, { headers })
        expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x01')
        await socket.close()
      }
    }
    const onHost = await openSocket(`${gateway.url}/ws`, { headers: { host: 'eth.localhost', 'x-api-key': key } })
    await onHost.close()
  })

  test('refuses no key, a wrong one, and a second one beside a good one, all alike', async () => {
    const none = await post(`${gateway.url}/eth`, STORAGE_CALL)
    expect([none.status, none.json.error.data]).toEqual([401, { name: 'unauthorized' }])
    const wrong = await post(`${gateway.url}/eth`, STORAGE_CALL, { 'x-api-key': `${key}1` })
    expect([wrong.status, wrong.text]).toEqual([401, none.text])
    for (const headers of ways()) {
      const both = await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL, headers)
      expect([both.status, both.text]).toEqual([401, none.text])
    }
    const upgrade = await refusedUpgrade(`${gateway.url}/eth/ws/v3/${key}`, { headers: { 'x-api-key': key } })
    expect(upgrade.status).toBe(401)
  })

  test('judges the headers of each request of a connection by themselves', async () => {
    const other = await gateway.addKey()
    const body = JSON.stringify(STORAGE_CALL)
    const request = (path: string, ...fields: string[]) =>
      [`POST ${path} HTTP/1.1`, 'Host: eth.localhost', ...fields, `Content-Length: ${body.length}`, '', body].join(
        '\r\n',
      )
    const good = request('/', `Authorization: Bearer ${key}`)
    const inPath = request(`/v3/${key}`)
    const bad = request('/', `Authorization: Bearer ${other.slice(0, -1)}`)
    const sent = [good, good, good, bad, request('/'), good, inPath, inPath, request(`/v3/${key}`, 'X-API-Key: a')]
    const connection = rawConnection(gateway.url)
    for (const text of sent) connection.write(text)
    connection.write(request('/', `X-Api-Key: ${other}`, 'Connection: close'))
    const statuses = [...(await connection.ended).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([200, 200, 200, 401, 401, 200, 200, 200, 401, 200])
  })

  test('lets a browser ask with these headers, and logs none of them', async () => {
    const preflight = await fetch(`${gateway.url}/eth`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-headers': 'authorization,x-api-key' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-api-key')
    expect(gateway.logLines.filter((line) => line.message === 'call').length).toBeGreaterThan(10)
    const log = JSON.stringify(gateway.logLines)
    expect(log).not.toContain(key.slice(4))
    expect(log).not.toContain(Buffer.from(`me:${key}`).toString('base64').slice(0, 20))
  })
})
