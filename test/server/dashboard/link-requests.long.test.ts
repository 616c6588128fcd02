import { createHmac } from 'node:crypto'
import type { Account } from '../../../src/server/accounts/account.js'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { LinkRequests } from '../../../src/server/dashboard/link-requests.js'
import { noLinkRequests } from '../../../src/server/telemetry/notices/notices.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { type Collector, startCollector } from '../../support/collector.js'
import { askDashboard } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { readConfig, startTestGateway, type TestGateway } from '../../support/gateway.js'

const SECRET = 'whsec-0123456789abcdef'
const MINUTE_MS = 60_000

let nowMs: number
let hook: Collector
let gateway: TestGateway
let holders: string

const setting = (dashboard: object) => ({
  networks: { main: { urls: ['http://127.0.0.1:9'] } },
  admin: { token: ADMIN_TOKEN },
  dashboard: { enabled: true, port: 0, ...dashboard },
  ports: { nowMs: () => nowMs },
})
const withWebhook = () => setting({ linkWebhook: { url: `${hook.url}/links`, secret: SECRET } })
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z')
  hook = await startCollector()
  gateway = await startTestGateway(withWebhook())
  await gateway.addKey({}, { name: 'Demo app' })
  const { json } = await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })
  holders = new URL(json.result.url).origin
})
afterEach(async () => {
  await gateway.stop()
  await hook.stop()
})

const newAccount = async (): Promise<string> => {
  await gateway.addKey()
  return gateway.last.accountId
}
const ask = (account: unknown, from?: string) =>
  askDashboard(holders, '/dashboard/new-link', { body: { account }, ...(from === undefined ? {} : { from }) })
const signIn = (link: string) =>
  askDashboard(holders, '/dashboard/sign-in', { body: { link: link.split('#link=')[1] } })
const posted = () => hook.posted.map(({ body }) => JSON.parse(body))
const counted = async (outcome: string): Promise<number> => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Number(new RegExp(`tollgate_link_requests_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1])
}
const lines = (message: string) => gateway.logLines.filter((line) => line.message === message)

test("a holder's new link goes to the operator's webhook, signed, and signs in once", async () => {
  const account = gateway.last.accountId
  expect((await ask(` ${account} `)).status).toBe(200)
  await expectSoon(() => hook.posted.length, 1)
  const { body, headers } = hook.posted[0]!
  const { link, ...rest } = JSON.parse(body)
  expect(rest).toEqual({ type: 'account.link', account, name: 'Demo app', expires: '2026-11-24T12:00:00.000Z' })
  expect(link).toMatch(new RegExp(`^${holders}/dashboard/#link=tgl_[\\w-]{43}$`))
  const seconds = nowMs / 1_000
  const expected = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')
  expect(headers['tollgate-signature']).toBe(`t=${seconds},v1=${expected}`)

  await expectSoon(() => counted('delivered'), 1)
  expect(lines('link sent')).toMatchObject([{ account, source: '127.0.0.1' }])
  expect(JSON.stringify(gateway.logLines)).not.toContain(link.split('#link=')[1])
  expect(JSON.stringify(gateway.logLines)).not.toContain(SECRET)
  const { status, json } = await signIn(link)
  expect([status, json.facts.account]).toEqual([200, account])
  expect((await signIn(link)).status).toBe(401)
})

test('the answer is the same whatever was asked, and waits neither for the store nor for the webhook', async () => {
  hook.answer = () => undefined
  const suspended = await newAccount()
  await callApi(gateway.adminUrl, 'account.set', { id: suspended, suspended: true })
  const known = await newAccount()
  const { findAccount } = gateway.accounts
  let find: () => void = () => {}
  const found = new Promise<void>((resolve) => {
    find = resolve
  })
  gateway.accounts.findAccount = async (id) => {
    await found
    return findAccount(id)
  }
  const asked: unknown[] = [
    known,
    suspended,
    known,
    'acc_1111111111111111',
    'ann@example.com',
    '',
    'x'.repeat(2_000),
    7,
    null,
    { id: known },
    // `String` throws for this one, and once did so where nothing caught it.
    { toString: 0 },
  ]
  const answers = await Promise.all(asked.map((account) => ask(account)))
  const told = answers.map(({ status, text, headers }) => {
    headers.delete('date')
    return JSON.stringify([status, text, [...headers]])
  })
  expect([...new Set(told)]).toEqual([expect.stringMatching(/^\[200,"\{\}",/)])
  find()
  await expectSoon(
    () =>
      posted()
        .map(({ account }) => account)
        .sort(),
    [known, suspended].sort(),
  )
  await expectSoon(async () => [await counted('unknown'), await counted('repeated')], [8, 1])
})

test('an account gets its next link after five minutes, though the clock was set back meanwhile', async () => {
  const account = await newAccount()
  await ask(account)
  await expectSoon(() => counted('delivered'), 1)
  nowMs -= 60 * MINUTE_MS
  await ask(account)
  await expectSoon(() => counted('repeated'), 1)
  nowMs += 5 * MINUTE_MS
  await ask(account)
  await expectSoon(() => counted('delivered'), 2)
})

test('a holder may give the e-mail address of the account instead, in any case', async () => {
  const account = await newAccount()
  await callApi(gateway.adminUrl, 'account.set', { id: account, email: 'ann@example.com' })
  await ask('bob@example.com')
  await ask('Ann@Example.com ')
  await expectSoon(() => posted(), [expect.objectContaining({ account, email: 'ann@example.com' })])
  // By its id it is the same account, which has got its link.
  await ask(account)
  await expectSoon(async () => [await counted('unknown'), await counted('repeated')], [1, 1])
})

test('an account gets one link in five minutes; a further one leaves the links before it valid', async () => {
  const account = await newAccount()
  for (let times = 0; times < 3; times++) await ask(account)
  await expectSoon(() => counted('repeated'), 2)
  nowMs += 5 * MINUTE_MS - 1
  await ask(account)
  await expectSoon(() => counted('repeated'), 3)
  nowMs += 1
  await ask(account)
  await expectSoon(() => posted().length, 2)
  for (const { link } of posted()) expect((await signIn(link)).status).toBe(200)
})

test('a source gets twenty links at once and ten a minute, and keeps no other source from theirs', async () => {
  const accounts: string[] = []
  for (let count = 0; count < 23; count++) accounts.push(await newAccount())
  // Guesses use up nothing.
  for (let count = 0; count < 50; count++) await ask(`acc_${'1'.repeat(10)}${'abcdefghij'[count % 10]}`)
  for (const account of accounts.slice(0, 21)) await ask(account)
  await expectSoon(() => posted().length, 20)
  await expectSoon(() => counted('throttled'), 1)
  await ask(accounts[21], '127.0.0.2')
  await expectSoon(() => posted().at(-1).account, accounts[21])
  nowMs += 6_000
  await ask(accounts[22])
  await expectSoon(() => posted().at(-1).account, accounts[22])
})

test('a webhook that refuses is asked once; the log says so, without the link', async () => {
  hook.answer = () => 503
  const account = gateway.last.accountId
  await ask(account)
  await expectSoon(() => counted('dropped'), 1)
  expect(lines('link not sent')).toEqual([{ level: 'warn', message: 'link not sent', account, reason: 'status 503' }])
  expect(hook.posted).toHaveLength(1)
})

test('a webhook that hangs holds up nothing but links', async () => {
  hook.answer = () => undefined
  const accounts: string[] = []
  for (let count = 0; count < 6; count++) accounts.push(await newAccount())
  for (const account of accounts) expect((await ask(account)).status).toBe(200)
  await expectSoon(() => hook.posted.length, 4)
  expect((await askDashboard(holders, '/dashboard/session')).status).toBe(200)
  await gateway.stop()
  // Those that wait are dropped at once, and those under way a second later.
  expect(lines('link not sent')).toMatchObject(
    [...accounts.slice(4), ...accounts.slice(0, 4)].map((account) => ({ account, reason: 'the gateway stopped' })),
  )
  expect(hook.posted).toHaveLength(4)
  await expectSoon(() => hook.connections, 0)
})

test('four links are posted at once, a hundred wait, and what is more is dropped and may be asked for again', async () => {
  const counts = noLinkRequests()
  const ends: (() => void)[] = []
  const requests = new LinkRequests({
    config: () => readConfig(gateway.configText(withWebhook()), gateway.folder),
    accounts: { ...gateway.accounts, findAccount: async (id) => ({ id }) as Account },
    invite: async () => ({ url: '', expiresAt: '' }),
    post: () => new Promise((resolve) => ends.push(() => resolve(200))),
    counts,
    log: { info: () => {}, warn: () => {} },
    nowMs: () => nowMs,
  })
  const names = Array.from(
    { length: 106 },
    (_, index) => `acc_${Buffer.from(`n${index}`).toString('hex').replaceAll('0', 'x')}`,
  )
  for (const [index, name] of names.entries()) await requests.ask(name, `192.0.2.${index}`)
  await expectSoon(() => [ends.length, counts.dropped], [4, 2])
  const endAll = async () => {
    for (const end of ends.splice(0)) end()
    return counts.delivered
  }
  await expectSoon(endAll, 104)
  for (const name of names.slice(-3)) await requests.ask(name, '192.0.2.1')
  await expectSoon(endAll, 106)
  expect(counts).toMatchObject({ repeated: 1, unknown: 0, throttled: 0, dropped: 2 })
  await requests.close()
})

test('the private listener takes requests only where holders have no listener of their own', async () => {
  const askThere = async (url: string, account: string) =>
    (await askDashboard(url, '/dashboard/new-link', { body: { account } })).status
  const account = await newAccount()
  expect(await askThere(gateway.adminUrl, account)).toBe(404)
  const shared = await startTestGateway({
    ...withWebhook(),
    dashboard: { enabled: true, linkWebhook: { url: hook.url, secret: SECRET } },
  })
  try {
    await shared.addKey()
    expect(await askThere(shared.adminUrl, shared.last.accountId)).toBe(200)
    await expectSoon(() => posted().map(({ link }) => link.split('#')[0]), [`${shared.adminUrl}/dashboard/`])
  } finally {
    await shared.stop()
  }
})

test('the webhook and the contact come and go with a reload', async () => {
  const reload = (dashboard: object) =>
    gateway.reload(readConfig(gateway.configText(setting(dashboard)), gateway.folder))
  const told = async () => {
    const { canAskForLink, contact } = (await askDashboard(holders, '/dashboard/session')).json
    return [canAskForLink, contact]
  }
  const account = await newAccount()
  expect(await told()).toEqual([true, undefined])
  expect(reload({ contact: 'support@example.com' })).toEqual([])
  expect(await told()).toEqual([false, 'support@example.com'])
  expect((await ask(account)).status).toBe(404)
  reload({ linkWebhook: { url: `${hook.url}/moved`, secret: SECRET } })
  expect(await told()).toEqual([true, undefined])
  await ask(account)
  await expectSoon(() => posted().map((one) => one.account), [account])
})

test('a link that is asked for while the store is away is not sent, which the log says', async () => {
  const counts = noLinkRequests()
  const logged: unknown[] = []
  const findAccount = () => Promise.reject(new StoreAway('no answer within 5000 ms'))
  const requests = new LinkRequests({
    accounts: { findAccount, findAccountByEmail: findAccount },
    counts,
    log: { info: () => {}, warn: (...line: unknown[]) => void logged.push(line) },
    nowMs: () => nowMs,
  } as unknown as ConstructorParameters<typeof LinkRequests>[0])
  await requests.ask('ann@example.com', '192.0.2.1')
  expect(counts.dropped).toBe(1)
  expect(logged).toEqual([[{ source: '192.0.2.1', reason: 'no answer within 5000 ms' }, 'link not sent']])
})
