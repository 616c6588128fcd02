import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { askDashboard, signInTo } from '../../support/dashboard.js'
import { readConfig, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const networks = { main: { urls: ['http://127.0.0.1:1'] } }
const HOUR_MS = 3_600_000

let nowMs = Date.parse('2026-11-25T12:00:00Z')
let holders: string
let account: string

const gateway = started(() =>
  startTestGateway({
    networks,
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0 },
    ports: { nowMs: () => nowMs },
  }),
)
beforeAll(async () => {
  await gateway.addKey()
  account = gateway.last.accountId
  holders = new URL((await result('account.invite', { id: account })).url).origin
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const audit = (limit: number) => result('audit', { limit })
const newLink = async (method = 'account.invite'): Promise<string> => {
  const { url } = await result(method, method === 'account.invite' ? { id: account } : {})
  return url.split('#link=')[1]
}
const tryLink = async (link: string, base = holders) =>
  (await askDashboard(base, '/dashboard/sign-in', { body: { link } })).status

test('a holder who comes by a link stands in the audit log, and reads it there', async () => {
  const link = await newLink()
  const page = await signInTo(holders, { link })
  const entry = {
    ...{ at: new Date(nowMs).toISOString(), actor: account, via: 'dashboard', operation: 'sign-in' },
    ...{ accountId: account, subject: null, params: '{"by":"link"}' },
  }
  const [last] = await audit(1)
  expect(last).toEqual({ id: expect.any(Number), ...entry })
  expect((await page.call('audit', { limit: 1 })).json.result).toEqual([last])
  expect(JSON.stringify(await audit(100))).not.toContain(link)
})

test('an operator stands there by the token or a link, and no holder sees it', async () => {
  await signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
  await signInTo(gateway.adminUrl, { link: await newLink('operator.invite') })
  const [byLink, , byToken] = await audit(3)
  const byOperator = { actor: 'operator', via: 'dashboard', operation: 'sign-in', accountId: null }
  expect(byLink).toMatchObject({ ...byOperator, params: '{"by":"link"}' })
  expect(byToken).toMatchObject({ ...byOperator, params: '{"by":"token"}' })
  const page = await signInTo(holders, { link: await newLink() })
  const seen: { accountId: string }[] = (await page.call('audit')).json.result
  expect(new Set(seen.map(({ accountId }) => accountId))).toEqual(new Set([account]))
})

test('an operator’s link is kept while admin.token is not set, and the page says why', async () => {
  const link = await newLink('operator.invite')
  const dashboard = { enabled: true, port: 0 }
  const reload = (admin: object) =>
    gateway.reload(readConfig(gateway.configText({ networks, admin, dashboard }), gateway.folder))
  reload({})
  for (let tries = 0; tries < 2; tries += 1) {
    const { status, json } = await askDashboard(gateway.adminUrl, '/dashboard/sign-in', { body: { link } })
    expect([status, json.error]).toEqual([403, 'The operator cannot sign in: admin.token is not set.'])
  }
  expect(await tryLink(link)).toBe(401)
  reload({ token: ADMIN_TOKEN })
  expect(await tryLink(link, gateway.adminUrl)).toBe(200)
})

test('a link that has expired is refused and told once, however often it is tried', async () => {
  const link = await newLink()
  nowMs += 72 * HOUR_MS
  const [before] = await audit(1)
  for (let tries = 0; tries < 3; tries += 1) expect(await tryLink(link)).toBe(401)
  const [refused, next] = await audit(2)
  expect(refused).toMatchObject({
    ...{ actor: account, operation: 'sign-in.refused', accountId: account },
    params: '{"by":"link","refusal":"expired"}',
  })
  expect(next).toEqual(before)
})

test('a stranger writes nothing: guesses, used links, wrong tokens, and a link at the wrong door', async () => {
  const [used, ofOperator] = [await newLink(), await newLink('operator.invite')]
  expect(await tryLink(used)).toBe(200)
  const [before] = await audit(1)
  expect(await tryLink(used)).toBe(401)
  expect(await tryLink(`tgl_${'a'.repeat(43)}`)).toBe(401)
  expect(await tryLink('no link')).toBe(401)
  expect(await tryLink(ofOperator)).toBe(401)
  const wrongToken = { body: { token: 'wrong' } }
  expect((await askDashboard(gateway.adminUrl, '/dashboard/sign-in', wrongToken)).status).toBe(401)
  expect((await askDashboard(holders, '/dashboard/sign-in', { body: { token: ADMIN_TOKEN } })).status).toBe(401)
  expect(await audit(1)).toEqual([before])
})
