import type { Account } from '../../../src/server/accounts/account.js'
import { StoreAway } from '../../../src/server/accounts/store-away.js'
import { LinkRequests } from '../../../src/server/dashboard/link-requests.js'
import { noLinkRequests } from '../../../src/server/telemetry/notices/notices.js'
import { callApi } from '../../support/admin-api.js'
import { askDashboard } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startTestGateway } from '../../support/gateway.js'
import { LinkGateway, MINUTE_MS, SECRET } from '../../support/link-gateway.js'
import { startedEach } from '../../support/started.js'

const links = startedEach(() => LinkGateway.start())

test('an account gets its next link after five minutes, though the clock was set back meanwhile', async () => {
  const account = await links.newAccount()
  await links.ask(account)
  await expectSoon(() => links.counted('delivered'), 1)
  links.nowMs -= 60 * MINUTE_MS
  await links.ask(account)
  await expectSoon(() => links.counted('repeated'), 1)
  links.nowMs += 5 * MINUTE_MS
  await links.ask(account)
  await expectSoon(() => links.counted('delivered'), 2)
})

test('a holder may give the e-mail address of the account instead, in any case', async () => {
  const account = await links.newAccount()
  await callApi(links.gateway.adminUrl, 'account.set', { id: account, email: 'ann@example.com' })
  await links.ask('bob@example.com')
  await links.ask('Ann@Example.com ')
  await expectSoon(() => links.posted(), [expect.objectContaining({ account, email: 'ann@example.com' })])
  // By its id it is the same account, which has got its link.
  await links.ask(account)
  await expectSoon(async () => [await links.counted('unknown'), await links.counted('repeated')], [1, 1])
})

test('an account gets one link in five minutes; a further one leaves the links before it valid', async () => {
  const account = await links.newAccount()
  for (let times = 0; times < 3; times++) await links.ask(account)
  await expectSoon(() => links.counted('repeated'), 2)
  links.nowMs += 5 * MINUTE_MS - 1
  await links.ask(account)
  await expectSoon(() => links.counted('repeated'), 3)
  links.nowMs += 1
  await links.ask(account)
  await expectSoon(() => links.posted().length, 2)
  for (const { link } of links.posted()) expect((await links.signIn(link)).status).toBe(200)
})

test('a source gets twenty links at once and ten a minute, and keeps no other source from theirs', async () => {
  const accounts: string[] = []
  for (let count = 0; count < 23; count++) accounts.push(await links.newAccount())
  // Guesses use up nothing.
  for (let count = 0; count < 50; count++) await links.ask(`acc_${'1'.repeat(10)}${'abcdefghij'[count % 10]}`)
  for (const account of accounts.slice(0, 21)) await links.ask(account)
  await expectSoon(() => links.posted().length, 20)
  await expectSoon(() => links.counted('throttled'), 1)
  await links.ask(accounts[21], '127.0.0.2')
  await expectSoon(() => links.posted().at(-1).account, accounts[21])
  links.nowMs += 6_000
  await links.ask(accounts[22])
  await expectSoon(() => links.posted().at(-1).account, accounts[22])
})

test('a webhook that refuses is asked once; the log says so, without the link', async () => {
  links.hook.answer = () => 503
  const account = links.gateway.last.accountId
  await links.ask(account)
  await expectSoon(() => links.counted('dropped'), 1)
  expect(links.linesOf('link not sent')).toEqual([
    { level: 'warn', message: 'link not sent', account, reason: 'status 503' },
  ])
  expect(links.hook.posted).toHaveLength(1)
})

test('a webhook that hangs holds up nothing but links', async () => {
  links.hook.answer = () => undefined
  const accounts: string[] = []
  for (let count = 0; count < 6; count++) accounts.push(await links.newAccount())
  for (const account of accounts) expect((await links.ask(account)).status).toBe(200)
  await expectSoon(() => links.hook.posted.length, 4)
  expect((await askDashboard(links.holders, '/dashboard/session')).status).toBe(200)
  await links.gateway.stop()
  // Those that wait are dropped at once, and those under way a second later.
  expect(links.linesOf('link not sent')).toMatchObject(
    [...accounts.slice(4), ...accounts.slice(0, 4)].map((account) => ({ account, reason: 'the gateway stopped' })),
  )
  expect(links.hook.posted).toHaveLength(4)
  await expectSoon(() => links.hook.connections, 0)
})

test('four links are posted at once, a hundred wait, and what is more is dropped and may be asked for again', async () => {
  const counts = noLinkRequests()
  const ends: (() => void)[] = []
  const requests = new LinkRequests({
    config: () => links.configWith(links.withWebhook()),
    accounts: { ...links.gateway.accounts, findAccount: async (id) => ({ id }) as Account },
    invite: async () => ({ url: '', expiresAt: '' }),
    post: () => new Promise((resolve) => ends.push(() => resolve(200))),
    counts,
    log: { info: () => {}, warn: () => {} },
    nowMs: () => links.nowMs,
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
  const account = await links.newAccount()
  expect(await askThere(links.gateway.adminUrl, account)).toBe(404)
  const shared = await startTestGateway({
    ...links.withWebhook(),
    dashboard: { enabled: true, linkWebhook: { url: links.hook.url, secret: SECRET } },
  })
  try {
    await shared.addKey()
    expect(await askThere(shared.adminUrl, shared.last.accountId)).toBe(200)
    await expectSoon(() => links.posted().map(({ link }) => link.split('#')[0]), [`${shared.adminUrl}/dashboard/`])
  } finally {
    await shared.stop()
  }
})

test('the webhook and the contact come and go with a reload', async () => {
  const reload = (dashboard: object) => links.gateway.reload(links.configWith(links.settingOf(dashboard)))
  const told = async () => {
    const { canAskForLink, contact } = (await askDashboard(links.holders, '/dashboard/session')).json
    return [canAskForLink, contact]
  }
  const account = await links.newAccount()
  expect(await told()).toEqual([true, undefined])
  expect(reload({ contact: 'support@example.com' })).toEqual([])
  expect(await told()).toEqual([false, 'support@example.com'])
  expect((await links.ask(account)).status).toBe(404)
  reload({ linkWebhook: { url: `${links.hook.url}/moved`, secret: SECRET } })
  expect(await told()).toEqual([true, undefined])
  await links.ask(account)
  await expectSoon(() => links.posted().map((one) => one.account), [account])
})

test('a link that is asked for while the store is away is not sent, which the log says', async () => {
  const counts = noLinkRequests()
  const logged: unknown[] = []
  const findAccount = () => Promise.reject(new StoreAway('no answer within 5000 ms'))
  const requests = new LinkRequests({
    accounts: { findAccount, findAccountByEmail: findAccount },
    counts,
    log: { info: () => {}, warn: (...line: unknown[]) => void logged.push(line) },
    nowMs: () => links.nowMs,
  } as unknown as ConstructorParameters<typeof LinkRequests>[0])
  await requests.ask('ann@example.com', '192.0.2.1')
  expect(counts.dropped).toBe(1)
  expect(logged).toEqual([[{ source: '192.0.2.1', reason: 'no answer within 5000 ms' }, 'link not sent']])
})
