import { createHmac } from 'node:crypto'
import { callApi } from '../../support/admin-api.js'
import { expectSoon } from '../../support/expect-soon.js'
import { LinkGateway, SECRET } from '../../support/link-gateway.js'
import { startedEach } from '../../support/started.js'

const links = startedEach(() => LinkGateway.start())

test("a holder's new link goes to the operator's webhook, signed, and signs in once", async () => {
  const account = links.gateway.last.accountId
  expect((await links.ask(` ${account} `)).status).toBe(200)
  await expectSoon(() => links.hook.posted.length, 1)
  const { body, headers } = links.hook.posted[0]!
  const { link, ...rest } = JSON.parse(body)
  expect(rest).toEqual({ type: 'account.link', account, name: 'Demo app', expires: '2026-11-24T12:00:00.000Z' })
  expect(link).toMatch(new RegExp(`^${links.holders}/dashboard/#link=tgl_[\\w-]{43}$`))
  const seconds = links.nowMs / 1_000
  const expected = createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex')
  expect(headers['tollgate-signature']).toBe(`t=${seconds},v1=${expected}`)

  await expectSoon(() => links.counted('delivered'), 1)
  expect(links.linesOf('link sent')).toMatchObject([{ account, source: '127.0.0.1' }])
  expect(JSON.stringify(links.gateway.logLines)).not.toContain(link.split('#link=')[1])
  expect(JSON.stringify(links.gateway.logLines)).not.toContain(SECRET)
  const { status, json } = await links.signIn(link)
  expect([status, json.facts.account]).toEqual([200, account])
  expect((await links.signIn(link)).status).toBe(401)
})

test('the answer is the same whatever was asked, and waits neither for the store nor for the webhook', async () => {
  links.hook.answer = () => undefined
  const suspended = await links.newAccount()
  await callApi(links.gateway.adminUrl, 'account.set', { id: suspended, suspended: true })
  const known = await links.newAccount()
  const { findAccount } = links.gateway.accounts
  let find: () => void = () => {}
  const found = new Promise<void>((resolve) => {
    find = resolve
  })
  links.gateway.accounts.findAccount = async (id) => {
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
  const answers = await Promise.all(asked.map((account) => links.ask(account)))
  const told = answers.map(({ status, text, headers }) => {
    headers.delete('date')
    return JSON.stringify([status, text, [...headers]])
  })
  expect([...new Set(told)]).toEqual([expect.stringMatching(/^\[200,"\{\}",/)])
  find()
  await expectSoon(
    () =>
      links
        .posted()
        .map(({ account }) => account)
        .sort(),
    [known, suspended].sort(),
  )
  await expectSoon(async () => [await links.counted('unknown'), await links.counted('repeated')], [8, 1])
})
