import { deflateSync } from 'node:zlib'
import type { ErrorName } from '../../../generated/errors.js'
import { expectSoon } from '../../support/expect-soon.js'
import { ADDRESS, callOf, post, STORAGE_CALL, type TestReply } from '../../support/gateway.js'
import { refusedUpgrade } from '../../support/web-socket.js'
import { errorOnWire } from './error-on-wire.js'
import type { ErrorWorld } from './error-setting.js'

/**
 * A row of the table that takes more than a call to meet; `provoke` makes it happen and checks what
 * came.
 */
export interface ProvokedError {
  readonly name: ErrorName
  readonly about: string
  provoke(world: ErrorWorld): Promise<void>
}

/** Checks one whole reply: status, body, and what every error carries in its headers. */
export const expectError = (reply: TestReply, status: number, error: object, id: unknown = null, cost = 0): void => {
  expect(reply.json).toEqual({ jsonrpc: '2.0', id, error })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/json')
  expect(reply.headers.get('access-control-allow-origin')).toBe('*')
  expect(reply.headers.get('x-credits-cost')).toBe(String(cost))
}

const unauthorized = {
  code: -33100,
  message: 'Unauthorized: one valid API key is needed, in the path or in a header',
  data: { name: 'unauthorized' },
}
const invalid = (reason: string, more: object = {}) =>
  errorOnWire('invalid-request', { code: -32600, message: 'Invalid Request', data: { reason, ...more } })
const row = (name: ErrorName, about: string, provoke: ProvokedError['provoke']): ProvokedError => ({
  name,
  about,
  provoke,
})

const asked = async ({ gateway }: ErrorWorld, body: unknown) =>
  post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, body)

export const requestErrors: readonly ProvokedError[] = [
  row('parse-error', 'a body that is not JSON', async (world) => {
    for (const body of ['{"jsonrpc"', '', 'null null', '\ufeff{}', Buffer.from([0x22, 0xff, 0x22])]) {
      expectError(await asked(world, body), 400, errorOnWire('parse-error', { code: -32700, message: 'Parse error' }))
    }
  }),
  row('invalid-request', 'bodies that are no requests', async (world) => {
    const cases: [unknown, object, unknown?][] = [
      ['{}', invalid('method_missing')],
      ['7', invalid('not_an_object')],
      ['[]', invalid('empty_batch')],
      [Array(101).fill(STORAGE_CALL), invalid('batch_too_large', { maxBatch: 100 })],
      [`${'['.repeat(65)}${']'.repeat(65)}`, invalid('nested_too_deep', { maxDepth: 64 })],
      [{ ...STORAGE_CALL, id: { a: 1 } }, invalid('id_type')],
      [{ ...STORAGE_CALL, id: true }, invalid('id_type')],
      [{ ...STORAGE_CALL, id: 'x', params: 'abc' }, invalid('params_type'), 'x'],
      [{ ...STORAGE_CALL, id: 5, jsonrpc: '1.0' }, invalid('jsonrpc_version'), 5],
    ]
    for (const [body, error, id] of cases) expectError(await asked(world, body), 400, error, id)
  }),
  row('not-found', 'an unknown network, and an unknown path', async ({ gateway }) => {
    const key = await gateway.addKey()
    for (const [path, reason] of [
      [`/polygon/v3/${key}`, 'unknown_network'],
      [`/v3/${key}`, 'unknown_network'],
      [`/polygon/ws/v3/${key}`, 'unknown_network'],
      ['/', 'unknown_path'],
      [`/eth/v2/${key}`, 'unknown_path'],
      [`/eth/v3/${key}/more`, 'unknown_path'],
    ]) {
      expectError(
        await post(gateway.url + path, STORAGE_CALL),
        404,
        errorOnWire('not-found', {
          code: -33404,
          message: "Not Found: calls are at /<network>/v3/<API_KEY>, or at /v3/<API_KEY> on a network's own host",
          data: { reason },
        }),
      )
    }
  }),
  row('method-not-allowed', 'other HTTP methods, with Allow', async ({ gateway }) => {
    const key = await gateway.addKey()
    for (const [method, path, allow] of [
      ['GET', `/eth/v3/${key}`, 'POST, OPTIONS'],
      ['PUT', `/eth/v3/${key}`, 'POST, OPTIONS'],
      ['DELETE', '/openrpc.json', 'GET, HEAD, OPTIONS'],
      ['POST', `/eth/ws/v3/${key}`, 'GET, OPTIONS'],
    ] as const) {
      const response = await fetch(gateway.url + path, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toMatchObject({
        id: null,
        error: { code: -32600, message: 'Method Not Allowed', data: { name: 'method-not-allowed', allow } },
      })
    }
  }),
  row('body-too-large', 'a body over the limit, announced or not', async ({ gateway }) => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const error = errorOnWire('body-too-large', {
      code: -32600,
      message: 'Request body too large',
      data: { maxBytes: 5_242_880 },
    })
    const body = JSON.stringify({ ...STORAGE_CALL, more: 'x'.repeat(6_000_000) })
    for (let round = 0; round < 5; round++) expectError(await post(url, body), 413, error)
    const chunked = new Blob([body]).stream()
    const response = await fetch(url, { method: 'POST', body: chunked, duplex: 'half' } as RequestInit)
    expect([response.status, await response.json()]).toEqual([413, { jsonrpc: '2.0', id: null, error }])
  }),
  row('unsupported-content-encoding', 'a body encoded in another way than gzip', async ({ gateway }) => {
    const error = errorOnWire('unsupported-content-encoding', {
      code: -32600,
      message: 'Unsupported Media Type',
      data: { reason: 'content_encoding' },
    })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const reply = await post(url, deflateSync(JSON.stringify(STORAGE_CALL)), { 'content-encoding': 'deflate' })
    expectError(reply, 415, error)
  }),
  row('upgrade-required', 'a WebSocket address asked without an upgrade', async ({ gateway }) => {
    const response = await fetch(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    expect([response.status, response.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: errorOnWire('upgrade-required', { code: -32600, message: 'Upgrade Required' }),
    })
  }),
  row('unauthorized', 'no key, an unknown and a revoked one: one answer, whatever the body is', async ({ gateway }) => {
    const revoked = await gateway.addKey()
    const url = `${gateway.url}/eth/v3/`
    expect((await post(url + revoked, STORAGE_CALL)).status).toBe(200)
    await gateway.accounts.revokeKey(gateway.last.keyId)
    await expectSoon(async () => (await post(url + revoked, STORAGE_CALL)).status, 401)
    const batch = [callOf('eth_chainId'), callOf('eth_chainId', [], 2)]
    for (const key of ['', 'tgk_unknown', revoked, `${revoked.slice(0, -1)}1`, '%00']) {
      expectError(await post(url + key, { ...STORAGE_CALL, id: 'mine' }), 401, unauthorized, 'mine')
      for (const body of [batch, '{"jsonrpc"', '[]']) expectError(await post(url + key, body), 401, unauthorized)
      const upgrade = await refusedUpgrade(`${gateway.url}/eth/ws/v3/${key}`)
      expect([upgrade.status, upgrade.headers['content-type']]).toEqual([401, 'application/json'])
      expect(JSON.parse(upgrade.text)).toEqual({ jsonrpc: '2.0', id: null, error: unauthorized })
    }
  }),
  row('network-not-enabled', 'a network that the key does not have', async ({ gateway }) => {
    const key = await gateway.addKey({ networks: ['sol'] })
    const error = errorOnWire('network-not-enabled', {
      code: -33101,
      message: 'this network is not enabled for the API key',
      data: { network: 'eth' },
    })
    expectError(await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL), 403, error, 1)
    expect((await refusedUpgrade(`${gateway.url}/eth/ws/v3/${key}`)).status).toBe(403)
  }),
  row('account-suspended', 'an account that was suspended', async ({ gateway }) => {
    const key = await gateway.addKey()
    await gateway.accounts.changeAccount(gateway.last.accountId, { isSuspended: true })
    const error = errorOnWire('account-suspended', { code: -33103, message: 'the account is suspended' })
    expectError(await post(`${gateway.url}/eth/v3/${key}`, [STORAGE_CALL]), 403, error)
  }),
  row('allowlist-refused', 'origins and source networks that the key does not list', async ({ gateway }) => {
    const error = errorOnWire('allowlist-refused', { code: -33102, message: "refused by the API key's allowlist" })
    const byOrigin = `${gateway.url}/eth/v3/${await gateway.addKey({ allowedOrigins: ['https://app.example'] })}`
    expectError(await post(byOrigin, STORAGE_CALL), 403, error, 1)
    expectError(await post(byOrigin, STORAGE_CALL, { origin: 'https://app.example.evil' }), 403, error, 1)
    expect((await post(byOrigin, STORAGE_CALL, { origin: 'https://app.example' })).status).toBe(200)
    for (const [ranges, status] of [
      [['10.0.0.0/8', '2001:db8::/32'], 403],
      [['10.0.0.0/8', '127.0.0.0/8'], 200],
    ] as const) {
      const key = await gateway.addKey({ allowedSources: ranges })
      expect((await post(`${gateway.url}/eth/v3/${key}`, callOf('eth_getStorageAt', [ADDRESS, '0x0']))).status).toBe(
        status,
      )
    }
  }),
]
