import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { longTest, much } from '../../support/runs.js'
import { temporaryFolder } from '../../support/started.js'
import { AUDIENCE, createIssuer, ISSUER } from '../../support/tokens.js'

/** Markup that a page must never run; it would set a mark. */
const SCRIPT = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'

/**
 * Script that returns whether the notices are a strip at the bottom of the window, at the top and
 * in the middle of a page, and which parts of the page they still cover at its end.
 */
const COVERED = `(() => {
  const strip = () => document.querySelector('.notices').getBoundingClientRect()
  const end = document.documentElement.scrollHeight
  const areStrip = [0, (end - innerHeight) / 2].map((top) => {
    scrollTo(0, top)
    const { left, right, bottom } = strip()
    return left === 0 && right === document.documentElement.clientWidth && Math.abs(bottom - innerHeight) < 1
  })
  scrollTo(0, end)
  const parts = [...document.querySelectorAll('main > *')]
    .filter((part) => {
      const range = document.createRange()
      range.selectNodeContents(part)
      return range.getBoundingClientRect().bottom > strip().top
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 80))
  return [...areStrip, ...parts]
})()`

let gateway: TestGateway
let browser: Browser
let stopNode: () => Promise<void>
let own: { accountId: string; keyId: string; key: string }
const folder = temporaryFolder()
const complaints: string[] = []
const asked: string[] = []

beforeAll(async () => {
  const jwks = join(folder, 'jwks.json')
  writeFileSync(jwks, JSON.stringify({ keys: [createIssuer('EdDSA').jwk] }))
  const node = await startFakeUpstream(() => ({ resultText: '"0x36"' }))
  stopNode = () => node.stop()
  gateway = await startTestGateway({
    networks: { main: { urls: [node.url], checkAnswers: 0 } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0, contact: 'support@example.com' },
    more: { tokens: { jwks, issuer: ISSUER, audience: AUDIENCE } },
  })
  const key = await gateway.addKey({ label: 'indexer' }, { name: SCRIPT })
  own = { ...gateway.last, key }
  for (const method of ['eth_blockNumber', 'eth_blockNumber', 'eth_nothing'])
    await post(`${gateway.url}/main/v3/${key}`, callOf(method))
  const failed = async () => (await callApi(gateway.adminUrl, 'errors', { account: own.accountId })).json.result.rows
  await expectSoon(async () => (await failed()).length, 1)
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await stopNode?.()
})

const link = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result.url as string

const open = async (url: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url)
  return page
}

describe('the holder of an account', () => {
  let page: Page
  beforeAll(async () => {
    page = await open(await link('account.invite', { id: own.accountId }))
  })

  test('is signed in by the link, which leaves the address, and sees what is left and who spent it', async () => {
    await page.locator('#credits-left').waitFor()
    expect(page.url()).not.toContain('tgl_')
    await page.locator('#credits-left', { hasText: /^2,999,840$/ }).waitFor()
    for (const [title, text] of [
      ['Today by key', 'indexer160100 %2'],
      ['What failed lately', 'method-not-found 1 × eth_nothing on main with indexer'],
      ['Failover protection', 'does not include'],
    ] as const)
      await page.locator(`section[aria-label="${title}"]`, { hasText: text }).first().waitFor()
  })

  longTest('sees what is spent while the page is open, in plots and tables too', async () => {
    await page.mouse.move(100, 100)
    await post(`${gateway.url}/main/v3/${own.key}`, callOf('eth_blockNumber'))
    for (const [title, text] of [
      ['Last 30 days', '240 credits, 3 calls'],
      ['Today by key', 'indexer240100 %3'],
    ] as const)
      await page.locator(`section[aria-label="${title}"]`, { hasText: text }).first().waitFor()
  })

  test('makes a key, whose text is shown once and works', async () => {
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    // The page before has tables too.
    await page.getByRole('heading', { name: 'Keys of this account' }).waitFor()
    expect(await page.locator('main :is(h1, h2)').allTextContents()).toEqual(['Keys', 'Keys of this account'])
    await page.getByRole('link', { name: 'Create a key' }).click()
    await page.fill('#label', SCRIPT)
    await page.fill('#dailyLimit', 'many')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#dailyLimit-error').waitFor()
    await page.reload()
    expect(await page.inputValue('#label')).toBe(SCRIPT)
    await page.fill('#dailyLimit', '1,000')
    await page.locator('summary').click()
    await page.fill('#allowedOrigins', 'javascript://alert(1)')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const text = await page.locator('.key-text').textContent()
    await page.locator('.notice').waitFor()
    for (const width of [1_280, 768, 390]) {
      await page.setViewportSize({ width, height: 500 })
      expect([width, await page.evaluate(COVERED)]).toEqual([width, [true, true]])
    }
    await page.setViewportSize({ width: 1_280, height: 900 })
    const [url] = await page.locator('.network-urls code').allTextContents()
    expect(url).toBe(`${gateway.url}/main/v3/${text}`)
    // The key is valid, but its allowlist refuses this caller.
    expect((await post(url!, callOf('eth_blockNumber'))).status).toBe(403)
    await page.reload()
    expect(await page.locator('.key-text').count()).toBe(0)
    expect(await page.content()).not.toContain(text)
  })

  longTest('changes it, and takes that back', async () => {
    const { keyId } = own
    await page.goto(`${page.url().split('#')[0]}#/keys/${keyId}`)
    await page.fill('#label', 'renamed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await page.getByRole('rowheader', { name: 'indexer' }).waitFor()
  })

  longTest('is shown the scripts in labels and names as text, and no address that runs one', async () => {
    expect(await page.locator('th', { hasText: 'onerror' }).first().textContent()).toBe(SCRIPT)
    expect(await page.locator('.brand').textContent()).toContain(SCRIPT)
    expect(await page.evaluate('window.pwned')).toBeUndefined()
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  })

  longTest('revokes it, after being asked, without the mouse', async () => {
    await page
      .locator('tr', { hasText: 'onerror' })
      .getByRole('button', { name: /^Revoke/ })
      .focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]', { hasText: 'cannot be undone' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('is revoked').waitFor()
    await page.locator('tr', { hasText: 'onerror' }).waitFor({ state: 'detached' })
  })

  longTest('makes a key that wants a secret, and drops the secret by rotating', async () => {
    await page.getByRole('link', { name: 'Create a key' }).click()
    await page.fill('#label', 'guarded')
    await page.getByText('A secret, too').click()
    await page.getByRole('button', { name: 'Create the key' }).click()
    const secret = await page.locator('.key-secret').textContent()
    const header = await page.locator('dd code.link').textContent()
    const [url] = await page.locator('.network-urls code').allTextContents()
    const authorization = header!.replace('Authorization: ', '')
    expect((await post(url!, callOf('eth_blockNumber'), { authorization })).json.result).toBe('0x36')
    expect((await post(url!, callOf('eth_blockNumber'))).status).toBe(401)
    expect(await page.locator('.network-urls pre').textContent()).toContain(`-u :${secret}`)
    await page.getByRole('button', { name: 'I have kept it' }).click()
    await page.locator('tr', { hasText: 'guarded' }).getByText('secret').waitFor()

    await page.getByRole('button', { name: 'Rotate guarded' }).click()
    await page.locator('dialog').getByText('At once').click()
    await page.locator('dialog').getByText('Without a secret').click()
    await page.locator('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.locator('.key-text').waitFor()
    expect(await page.locator('.key-secret').count()).toBe(0)
    const [plain] = await page.locator('.network-urls code').allTextContents()
    expect((await post(plain!, callOf('eth_blockNumber'))).json.result).toBe('0x36')
    await page.getByRole('button', { name: 'I have kept it' }).click()
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  })

  longTest('has a key want a token, which the gateway then refuses without', async () => {
    const { keyId, key } = own
    await page.goto(`${page.url().split('#')[0]}#/keys/${keyId}`)
    expect(await page.getByText('A secret, too').count()).toBe(0)
    await page.getByText('A token, too').click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('tr', { hasText: 'indexer' }).getByText('token').waitFor()
    const call = () => post(`${gateway.url}/main/v3/${key}`, callOf('eth_blockNumber'))
    await expectSoon(async () => (await call()).status, 401)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await expectSoon(async () => (await call()).status, 200)
  })

  test('signs out, and nothing is shown any more', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.reload()
    await page.getByText('one-time link').first().waitFor()
    await page.getByText('For a new link, ask support@example.com.').waitFor()
    expect(await page.locator('#token').count()).toBe(0)
  })
})

describe('the operator', () => {
  let page: Page
  beforeAll(async () => {
    page = await open(`${gateway.adminUrl}/dashboard`)
    await page.fill('#token', ADMIN_TOKEN)
    await page.getByRole('button', { name: 'Sign in' }).click()
  })

  test('sees the gateway live', async () => {
    await page.getByText('ready', { exact: true }).waitFor()
    await page.locator('.plot canvas').first().waitFor()
    await page.locator('.facts', { hasText: `Credits charged${much(480, 160)}` }).waitFor()
  })

  test('cordons an upstream and takes that back', async () => {
    await page.getByRole('link', { name: 'Networks' }).click()
    await page.getByRole('button', { name: 'Cordon node-1' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Cordon' }).click()
    const history = page.locator('section[aria-label="Changes of state"]').first()
    await history.getByText('up → cordoned').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    await history.getByText('cordoned → up').waitFor()
    const { json } = await callApi(gateway.adminUrl, 'audit', { limit: 2 })
    expect(json.result).toMatchObject([
      { operation: 'upstreams.uncordon', subject: 'main/node-1', actor: 'operator', via: 'dashboard' },
      { operation: 'upstreams.cordon' },
    ])
  })

  longTest('finds an account, suspends it, lets it go on, and invites its holder', async () => {
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.fill('#search', own.accountId)
    await page.locator('td, th').getByRole('link').click()
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('account suspended').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Suspend' }).waitFor()
    await page.getByRole('button', { name: 'Invite the holder' }).click()
    expect(await page.locator('code.link').textContent()).toMatch(/\/dashboard\/#link=tgl_/)
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Changes' }).click()
    await page.getByText('made a one-time link for the account’s holder').first().waitFor()
  })

  longTest('sees all keys of an account that has several pages of them', async () => {
    await gateway.addKey({ label: 'first' }, { name: 'Many' })
    const { accountId, keyId } = gateway.last
    const first = (await gateway.accounts.findKey(keyId))!
    for (let number = 2; number <= 350; number++)
      await gateway.accounts.createKey({ ...first, label: `program ${number}` }, `hash ${number}`)
    await page.goto(`${page.url().split('#')[0]}#/accounts/${accountId}/keys`)
    await page.getByText('Page 1 of 14, 350 rows').waitFor()
  })

  longTest('deletes a key and an account, once their names are typed', async () => {
    const key = await gateway.addKey({ label: 'old program' }, { name: 'Left us' })
    const { accountId, keyId } = gateway.last
    const call = () => post(`${gateway.url}/main/v3/${key}`, callOf('eth_blockNumber'))
    const confirm = page.locator('dialog').getByRole('button', { name: 'Delete' })
    expect((await call()).status).toBe(200)
    await page.goto(`${page.url().split('#')[0]}#/accounts/${accountId}/keys`)
    await page.getByRole('button', { name: 'Delete old program' }).click()
    await page.fill('#deletion-name', 'old')
    expect(await confirm.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await page.fill('#deletion-name', 'old program')
    await confirm.click()
    await page.getByText('No key yet.').waitFor()
    await expectSoon(async () => (await call()).status, 401)

    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.fill('#deletion-name', 'left us')
    expect(await confirm.isDisabled()).toBe(true)
    await page.fill('#deletion-name', 'Left us')
    await page.keyboard.press('Enter')
    await page.getByText('Account Left us is deleted').waitFor()
    await page.fill('#search', accountId)
    await page.getByText('No account is found.').waitFor()
    const { json } = await callApi(gateway.adminUrl, 'audit', { limit: 2 })
    expect(json.result).toMatchObject([
      { operation: 'account.delete', subject: accountId, via: 'dashboard' },
      { operation: 'key.delete', subject: keyId, via: 'dashboard' },
    ])
  })

  longTest('is asked before a link makes somebody else of him', async () => {
    const strange = await link('account.invite', { id: own.accountId })
    const { hash } = new URL(strange)
    await page.goto(`${gateway.adminUrl}/dashboard/${hash}`)
    await page.getByText('You are signed in as the operator').waitFor()
    await page.getByRole('button', { name: 'Stay as the operator' }).click()
    await page.getByText('ready', { exact: true }).waitFor()
  })

  longTest('reads why a link does not make somebody else of him', async () => {
    await page.goto(`${gateway.adminUrl}/dashboard/#link=tgl_${'x'.repeat(43)}`)
    await page.getByRole('button', { name: 'Sign in with the link' }).click()
    await page.getByRole('alert').getByText(/link/).waitFor()
    await page.getByRole('button', { name: 'Stay as the operator' }).click()
    await page.getByText('ready', { exact: true }).waitFor()
  })
})

longTest('a page of another port, whose requests carry the cookie, can neither frame it nor do anything', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(await link('operator.invite'))
  await page.getByText('ready', { exact: true }).waitFor()
  const hostile = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<iframe src="${gateway.adminUrl}/dashboard/"></iframe>
      <form method="post" enctype="text/plain" action="${gateway.adminUrl}/dashboard/sign-out"><input name='{"a":"' value='"}'></form>`)
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  try {
    const other = await context.newPage()
    const refused: string[] = []
    other.on('console', (message) => refused.push(message.text()))
    await other.goto(`http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`)
    expect(await other.frames()[1]?.locator('#app').count()).toBe(0)
    expect(refused.join()).toMatch(/frame-ancestors/)
    for (const path of ['api', 'sign-out', 'session', 'live']) {
      const script = `fetch(${JSON.stringify(`${gateway.adminUrl}/dashboard/${path}`)}, {
        method: ${JSON.stringify(path === 'api' || path === 'sign-out' ? 'POST' : 'GET')}, credentials: 'include', mode: 'no-cors' }).then(() => 'read', () => 'refused')`
      expect([path, await other.evaluate(script)]).toEqual([path, 'refused'])
    }
    await other.evaluate('document.forms[0].submit()')
    await other.getByText('only pages of the dashboard itself').waitFor()
    await page.reload()
    await page.getByText('ready', { exact: true }).waitFor()
  } finally {
    hostile.close()
    hostile.closeAllConnections()
  }
})

test('nothing was asked of another host, and no page complained', () => {
  const own = new Set([gateway.adminUrl, ...asked.map((url) => new URL(url).origin)])
  expect([...own].every((origin) => new URL(origin).hostname === '127.0.0.1')).toBe(true)
  // The browser reports each reply with an error status.
  expect(complaints.filter((text) => !/status of (400|401)/.test(text))).toEqual([])
})
