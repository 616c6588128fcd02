import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { type Collector, startCollector } from '../../support/collector.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')
const VIEWS = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
]

let hook: Collector
let gateway: TestGateway
let browser: Browser
let url: string

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
  hook = await startCollector()
  gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:9'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: {
      enabled: true,
      port: 0,
      contact: 'support@example.com',
      linkWebhook: { url: hook.url, secret: 'whsec-0123456789abcdef' },
    },
  })
  await gateway.addKey({}, { name: 'Demo app' })
  const { json } = await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })
  url = json.result.url.split('#')[0].replace('127.0.0.1', 'localhost')
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await hook?.stop()
})

/** No view is wider than the window; keeps pictures of the narrowest one. */
const picture = async (page: Page, name: string) => {
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(ARTEFACTS, `new-link-${name}-390-${colorScheme}.png`), fullPage: true })
  }
}

test('a holder asks for a new link, is told the same as anybody, and comes in by the link', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.goto(url)
  await page.getByText('If no link comes, ask support@example.com.').waitFor()
  await picture(page, 'empty')
  const send = page.getByRole('button', { name: 'Send me a new link', exact: true })
  const said = page.getByRole('status').filter({ hasText: 'If there is such an account, its holder gets a link.' })
  await page.getByLabel('E-mail address or account ID').fill('acc_11111111111111111')
  await send.click()
  await said.waitFor()
  await picture(page, 'asked')
  await page.getByLabel('E-mail address or account ID').fill(gateway.last.accountId)
  await send.click()
  await said.waitFor()
  await expectSoon(() => hook.posted.length, 1, IN_BROWSER_MS)
  await page.goto(JSON.parse(hook.posted[0]!.body).link)
  // The page says which ID to ask with the next time.
  await page.locator('code', { hasText: gateway.last.accountId }).waitFor()
  await picture(page, 'signed-in')
  await page.context().close()
})

test('a page that cannot reach the gateway says so', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.goto(url)
  await page.getByLabel('E-mail address or account ID').fill('acc_11111111111111111')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send me a new link', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' }).waitFor()
  await page.context().close()
})

test("the operator's own page offers no link to holders who have a listener of their own", async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.goto(`${gateway.adminUrl}/dashboard/`)
  await page.getByLabel('Admin token').waitFor()
  expect(await page.getByLabel('E-mail address or account ID').count()).toBe(0)
  await page.context().close()
})

const invite = async (): Promise<string> =>
  (await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })).json.result.url

test('a link that cannot be looked up just now signs in at a second try on the same page', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  const error = 'The store does not answer. Try again in a moment.'
  await page.route('**/dashboard/sign-in', (route) => route.fulfill({ status: 503, json: { error } }))
  await page.goto(await invite())
  await page.getByRole('alert').filter({ hasText: error }).waitFor()
  await picture(page, 'try-again')
  await page.unroute('**/dashboard/sign-in')
  await page.getByRole('button', { name: 'Try the link again' }).click()
  await page.locator('#main h1').waitFor()
  await page.context().close()
})

test('a link that was refused is not offered for another try', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.goto(`${url}#link=tgl_${'x'.repeat(43)}`)
  await page.getByRole('alert').filter({ hasText: 'A link works once' }).waitFor()
  expect(await page.getByRole('button', { name: 'Try the link again' }).count()).toBe(0)
  await page.context().close()
})

test('a link signs in though the page could not ask at first who is signed in', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.route('**/dashboard/session', (route) => route.abort())
  await page.goto(await invite())
  await page.getByText('The gateway cannot be reached, or its store does not answer.').waitFor()
  await page.unroute('**/dashboard/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('#main h1').waitFor()
  await page.context().close()
})

test('such a link is not used without a question where somebody is signed in', async () => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  await page.goto(await invite())
  await page.locator('#main h1').waitFor()
  await page.route('**/dashboard/session', (route) => route.abort())
  await page.goto(await invite())
  await page.getByText('The gateway cannot be reached, or its store does not answer.').waitFor()
  await page.unroute('**/dashboard/session')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You are signed in as Demo app.').waitFor()
  await page.context().close()
})
