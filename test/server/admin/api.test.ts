import { setTimeout as delay } from 'node:timers/promises'
import { parseOpenRPCDocument, validateOpenRPCDocument } from '@open-rpc/schema-utils-js'
import { Ajv } from 'ajv'
import type { AdminDocument } from '../../../src/server/admin/document.js'
import { ADMIN_TOKEN, callApi, requestApi } from '../../support/admin-api.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'

let document: AdminDocument

const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] }, second: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true },
  }),
)
beforeAll(async () => {
  document = (await requestApi(gateway.adminUrl, { path: '/api/openrpc.json', method: 'GET' })).json
})

const ask = (method: string, params: object = {}) => callApi(gateway.adminUrl, method, params)
const result = async (method: string, params: object = {}) => {
  const { status, json } = await ask(method, params)
  if (status !== 200) throw new Error(`${method}: ${status} ${JSON.stringify(json)}`)
  expect(json).toEqual({ jsonrpc: '2.0', id: 1, result: json.result })
  return json.result
}
const refusal = async (method: string, params: object = {}) => {
  const { status, json } = await ask(method, params)
  return [status, json.error.code, json.error.message]
}

describe('the document', () => {
  test('is an OpenRPC document', async () => {
    expect(validateOpenRPCDocument(structuredClone(document) as never)).toBe(true)
    await expect(parseOpenRPCDocument(structuredClone(document) as never)).resolves.toBeDefined()
  })

  test('describes every method truly: each answers, with a result of its schema', async () => {
    const ajv = new Ajv({ strictTypes: false })
    ajv.addKeyword('components')
    const answered = new Set<string>()
    const call = async (method: string, params: object = {}) => {
      const value = await result(method, params)
      const { schema } = document.methods.find(({ name }) => name === method)!.result
      const validate = ajv.compile({ components: document.components, ...schema })
      expect([method, validate(value), validate.errors]).toEqual([method, true, null])
      answered.add(method)
      return value
    }
    const account = await call('account.create', { name: 'Ann', plan: 'growth', failover: true, dailyCredits: 1000 })
    expect(account).toMatchObject({ name: 'Ann', plan: 'growth', isFailoverOn: true, dailyCredits: 1000 })
    expect(await call('account.list')).toContainEqual(account)
    expect(await call('account.set', { id: account.id, dailyCredits: null, failover: false })).not.toHaveProperty(
      'dailyCredits',
    )
    const address = '0xAbCdEf0123456789aBcDeF0123456789abcdef01'
    const created = await call('key.create', {
      account: account.id,
      networks: ['main'],
      label: 'app',
      allowedContracts: [address],
    })
    expect(await call('key.list', { account: account.id })).toMatchObject([
      { id: created.id, label: 'app', allowlists: ['contracts'] },
    ])
    expect(await call('key.show', { id: created.id })).toMatchObject({
      id: created.id,
      allowedContracts: [address.toLowerCase()],
    })
    expect(await call('key.set', { id: created.id, dailyLimit: 500, networks: ['main', 'second'] })).toMatchObject({
      dailyLimit: 500,
      networks: ['main', 'second'],
    })
    const rotated = await call('key.rotate', { id: created.id, graceSeconds: 60 })
    expect(rotated).toMatchObject({ replaces: created.id, networks: ['main', 'second'] })
    expect(await call('key.revoke', { id: created.id })).toMatchObject({ id: created.id, isRevoked: true })
    const shown = await call('account.show', { id: account.id })
    expect(shown.keys.map(({ id }: { id: string }) => id).sort()).toEqual([created.id, rotated.id].sort())
    expect(await call('usage', { account: account.id, by: 'network' })).toMatchObject({ credits: 0, rows: [] })
    expect(await call('usage.time', { account: account.id })).toMatchObject({ names: [], rows: [] })
    expect((await call('usage.ranking', { search: 'Ann' })).rows).toMatchObject([{ account: { name: 'Ann' } }])
    expect(await call('usage', { all: true, month: '2020-01', after: 'acc_' })).toEqual({
      from: '2020-01-01',
      to: '2020-01-31',
      credits: 0,
      calls: 0,
      rows: [],
    })
    expect(await call('forwarded', { since: '1h' })).toEqual([])
    expect(await call('errors', { account: account.id, from: '2020-01-01' })).toMatchObject({ rows: [] })
    expect(await call('latency', { account: account.id, from: '2020-01-01' })).toMatchObject({ rows: [] })
    expect(await call('audit', { account: account.id, limit: 2 })).toMatchObject([
      { operation: 'key.revoke', actor: 'operator', via: 'api', subject: created.id },
      { operation: 'key.rotate', subject: created.id },
    ])
    expect(await call('key.delete', { id: created.id, yes: true })).toMatchObject({ id: created.id })
    const other = await call('account.create', { name: 'Bob', plan: 'core' })
    expect(await call('account.delete', { id: other.id, yes: true })).toEqual({ id: other.id, name: 'Bob', keys: 0 })
    expect(await call('audit', { limit: 3 })).toMatchObject([
      { operation: 'account.delete', subject: other.id, accountId: other.id },
      { operation: 'account.create' },
      { operation: 'key.delete', subject: created.id, accountId: account.id },
    ])
    expect(await call('status')).toMatchObject({ troubles: [], workers: 1, reload: { isTaken: true }, calls: 0 })
    const link = /^http:\/\/127\.0\.0\.1:\d+\/dashboard\/#link=tgl_/
    expect(await call('account.invite', { id: account.id })).toMatchObject({ url: expect.stringMatching(link) })
    expect(await call('account.passkeys', { id: account.id })).toEqual([])
    expect(await call('account.remove-passkeys', { id: account.id })).toEqual([])
    expect(await call('operator.invite')).toMatchObject({ url: expect.stringMatching(link) })
    expect(await call('history', { network: 'second' })).toMatchObject({
      slotSeconds: 300,
      upstreams: [{ network: 'second' }],
    })
    expect(await call('upstreams', { network: 'second' })).toMatchObject([
      { network: 'second', upstream: 'node-1', state: 'up', head: null, calls: 0 },
    ])
    expect(await call('upstreams.cordon', { name: 'node-1', network: 'main', for: '1h' })).toMatchObject({
      isCordoned: true,
      usableLeft: 0,
    })
    expect((await call('upstreams', { network: 'main' }))[0]).toMatchObject({ state: 'cordoned', measuredState: 'up' })
    expect(await call('upstreams.uncordon', { name: 'node-1', network: 'main' })).toMatchObject({
      isCordoned: false,
      usableLeft: 1,
    })
    expect((await call('contract.print', { network: 'main' })).servers[0].url).toContain(gateway.url)
    expect([...answered].sort()).toEqual(document.methods.map(({ name }) => name).sort())
  })
})

test('a key made by the API is one that the gateway knows, and revoking it ends it within a second', async () => {
  const { id: account } = await result('account.create', { name: 'Ann', plan: 'core' })
  const { id, key } = await result('key.create', { account, networks: ['main'] })
  const call = () => post(`${gateway.url}/main/v3/${key}`, callOf('rpc.discover'))
  expect((await call()).status).toBe(200)
  await result('key.revoke', { id })
  const spentMs = stopwatch()
  while ((await call()).status !== 401) {
    if (spentMs('go on') > 1_000) throw new Error('still let in after a second')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
})

describe('mistakes', () => {
  test.each([
    ['account.create', { plan: 'core' }, [400, -32602, 'name is needed']],
    ['account.create', { name: 'A', plan: 'core', dailyCredits: 'x' }, [400, -32602, 'dailyCredits must be integer']],
    [
      'account.create',
      { name: 'A', plan: 'core', dailyCredit: 1 },
      [400, -32602, 'there is no parameter "dailyCredit", did you mean "dailyCredits"?'],
    ],
    [
      'account.create',
      { name: 'A', plan: 'cor' },
      [400, -32602, 'there is no plan "cor", did you mean "core"? Known plans: core, growth'],
    ],
    [
      'account.create',
      { name: 'A', plan: 'core', failover: true },
      [409, -34409, 'plan core does not include failover protection'],
    ],
    [
      'account.create',
      { name: 'A', plan: 'core', creditsPerSecond: 254 },
      [409, -34409, 'creditsPerSecond must be at least 255, the price of eth_getLogs'],
    ],
    ['account.delete', { id: 'acc_none' }, [400, -32602, 'deleting cannot be undone: add yes to go on']],
    ['key.delete', { id: 'key_none', yes: true }, [404, -34404, 'there is no key key_none; key.list shows them']],
    ['account.show', { id: 'acc_none' }, [404, -34404, 'there is no account acc_none; account.list shows them']],
    ['account.set', { id: 'acc_none' }, [400, -32602, 'nothing to change: give at least one parameter']],
    [
      'key.create',
      { account: 'acc_none', networks: [] },
      [400, -32602, 'networks needs at least one network; to stop a key, revoke it'],
    ],
    [
      'usage',
      { account: 'acc_none', day: '2026-02-30' },
      [400, -32602, 'day must be a day as YYYY-MM-DD, not "2026-02-30"'],
    ],
    ['usage', { account: 'acc_none', by: 'week' }, [400, -32602, 'by must be network or method or key or day or hour']],
    [
      'forwarded',
      { since: 'yesterday' },
      [400, -32602, 'since must be a time such as 2026-11-21T08:00:00Z, or how long ago: 15m, 2h, 7d; not "yesterday"'],
    ],
    ['account.erase', {}, [404, -32601, 'the method account.erase does not exist; see /api/openrpc.json']],
    // A text of which JSON writes six characters as it writes U+0000.
    ['account.show', { id: 'acc_\\u0000' }, [404, -34404, 'there is no account acc_\\u0000; account.list shows them']],
    ['toString', {}, [404, -32601, 'the method toString does not exist; see /api/openrpc.json']],
    // The Router of server-js answers this method unasked. Here the document is at
    // /api/openrpc.json, as the message says.
    ['rpc.discover', {}, [404, -32601, 'the method rpc.discover does not exist; see /api/openrpc.json']],
    ['__proto__', {}, [404, -32601, 'the method __proto__ does not exist; see /api/openrpc.json']],
  ])('%s %j', async (method, params, expected) => {
    expect(await refusal(method, params)).toEqual(expected)
  })

  test.each([
    ['key.show', { id: 'key_\0' }],
    ['key.show', { id: 'key_\\\0' }],
    ['usage', { all: true, after: '\0' }],
  ])('%s %j has a character that PostgreSQL does not take', async (method, params) => {
    expect(await refusal(method, params)).toEqual([400, -32602, 'no text may have the character U+0000'])
  })

  test.each([
    ['{', [400, -32700, null]],
    ['[]', [400, -32600, null]],
    ['[{"jsonrpc":"2.0","id":1,"method":"account.list"}]', [400, -32600, null]],
    ['{"jsonrpc":"2.0","method":"account.list"}', [400, -32600, null]],
    ['{"id":7,"method":"account.list"}', [400, -32600, 7]],
    ['{"jsonrpc":"2.0","id":"a","method":"account.list","params":[]}', [400, -32602, 'a']],
    [' '.repeat(1_048_577), [413, -32600, null]],
  ])('of the request: %.60s', async (body, expected) => {
    const { status, json } = await requestApi(gateway.adminUrl, { body })
    expect([status, json.error.code, json.id]).toEqual(expected)
  })

  test.each([
    ['/api', 'GET', 'POST'],
    ['/api/openrpc.json', 'DELETE', 'GET, HEAD'],
  ])('of the HTTP method: %s %s', async (path, method, allow) => {
    const { status, headers } = await requestApi(gateway.adminUrl, { path, method })
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})

test('neither tokens nor keys are logged, and every request is, once', async () => {
  const before = gateway.logLines.length
  const { id: account } = await result('account.create', { name: 'Ann', plan: 'core' })
  const { key } = await result('key.create', { account, networks: ['main'] })
  await ask('key.revoke', { id: key })
  await requestApi(gateway.adminUrl, { body: '{}', headers: { authorization: 'Bearer guess-one' } })
  const lines = gateway.logLines.slice(before).filter(({ message }) => message === 'admin call')
  expect(lines.map(({ method, status }) => [method, status])).toEqual([
    ['account.create', 200],
    ['key.create', 200],
    ['key.revoke', 404],
    ['none', 401],
  ])
  expect(JSON.stringify(gateway.logLines)).not.toMatch(new RegExp(`${ADMIN_TOKEN}|${key}|guess-one`))
})

test.each([
  ['account', async (name: string) => result('account.create', { name, plan: 'core' })],
  [
    'key',
    async (label: string) => {
      const [{ id: account }] = await result('account.list', { limit: 1 })
      return result('key.create', { account, networks: ['main'], label })
    },
  ],
])('a walk through the pages of %s.list goes on behind a record that was deleted meanwhile', async (kind, create) => {
  const made: { id: string }[] = []
  for (const name of ['first', 'second', 'third']) {
    made.push(await create(name))
    // The next one is made in a later millisecond.
    for (const madeMs = Date.now(); Date.now() <= madeMs; ) await delay(1)
  }
  const [first, second, third] = made
  await result(`${kind}.delete`, { id: second!.id, yes: true })
  const behind = await result(`${kind}.list`, { after: second!.id })
  expect(behind.map(({ id }: { id: string }) => id)).toEqual([third!.id])
  await result(`${kind}.delete`, { id: third!.id, yes: true })
  expect(await result(`${kind}.list`, { after: third!.id })).toEqual([])
  expect(await result(`${kind}.list`, { after: first!.id })).toEqual([])
  const never = `${kind === 'key' ? 'key' : 'acc'}_${'1'.repeat(17)}`
  expect((await refusal(`${kind}.list`, { after: never }))[2]).toBe(
    `there is no ${kind} ${never}; ${kind}.list shows them`,
  )
})
