import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.js'
import { ownPort } from '../../support/own-port.js'
import { ROOT } from '../../support/source-files.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')
const ANN = { email: 'ann@example.com', email_verified: true }

let provider: IdentityProvider
let gateway: TestGateway
let browser: Browser
let holdersUrl: string
let operatorsUrl: string

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
  const [port, adminPort] = [await ownPort(), await ownPort()]
  holdersUrl = `http://localhost:${port}/dashboard/`
  operatorsUrl = `http://127.0.0.1:${adminPort}/dashboard/`
  provider = await startIdentityProvider([holdersUrl, operatorsUrl])
  gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'], checkAnswers: 0 } },
    admin: { token: ADMIN_TOKEN, port: adminPort },
    dashboard: {
      enabled: true,
      port,
      publicUrl: new URL(holdersUrl).origin,
      openid: { issuer: provider.issuer, ...CLIENT, operatorGroup: 'gateway', groupsScope: 'groups' },
    },
  })
  await callApi(gateway.adminUrl, 'account.create', { name: 'Demo app', plan: 'core', email: ANN.email })
  await callApi(gateway.adminUrl, 'account.create', { name: 'Other app', plan: 'core' })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await provider?.stop()
})

const withPage = async (url: string, use: (page: Page) => Promise<void>) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(url)
  await use(page)
  await page.context().close()
}
const signInButton = (page: Page) =>
  page.getByRole('button', { name: `Sign in with ${new URL(provider.issuer).host}`, exact: true })

/**
 * Waits until the account's page has the address. The page's policy forbids to evaluate text there.
 */
const hasAddress = async (page: Page, address: string): Promise<void> => {
  while ((await page.locator('#terms-email').inputValue()) !== address) await page.waitForTimeout(20)
}

test('a holder signs in at the provider, comes back, stays signed in, and leaves nothing in the address', () =>
  withPage(holdersUrl, async (page) => {
    provider.person = ANN
    await signInButton(page).waitFor()
    await page.screenshot({ path: join(ARTEFACTS, 'openid-sign-in-390-light.png'), fullPage: true })
    await signInButton(page).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    expect(page.url()).toBe(holdersUrl)
    await page.reload()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signInButton(page).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  }))

test('an operator signs in at the private listener, and sets the address by which a holder does', async () => {
  await withPage(operatorsUrl, async (page) => {
    provider.person = { email: 'op@example.com', email_verified: true, groups: ['gateway'] }
    await signInButton(page).click()
    await page.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
    expect(page.url()).toBe(operatorsUrl)
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByText('Create an account', { exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('New app')
    await page.getByLabel('Holder’s e-mail address').fill('dan@example.com')
    await page.getByRole('button', { name: 'Create the account', exact: true }).click()
    await hasAddress(page, 'dan@example.com')
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await page.getByRole('link', { name: 'Other app', exact: true }).click()
    const address = page.getByLabel('Holder’s e-mail address')
    await address.fill('cat')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Must be an e-mail address' }).waitFor()
    await address.fill(' Cat@example.com ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Plan, e-mail address and limits are set.').waitFor()
    await hasAddress(page, 'cat@example.com')
    await page.screenshot({ path: join(ARTEFACTS, 'openid-terms-390-light.png'), fullPage: true })
  })
  await withPage(holdersUrl, async (page) => {
    provider.person = { email: 'cat@example.com', email_verified: true }
    await signInButton(page).click()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
  })
})

test('whom no account knows reads why, and a planted answer signs nobody in', () =>
  withPage(holdersUrl, async (page) => {
    provider.person = { ...ANN, email: 'bob@example.com' }
    await signInButton(page).click()
    await page.getByRole('alert').filter({ hasText: 'No account has your e-mail address' }).waitFor()
    await page.screenshot({ path: join(ARTEFACTS, 'openid-refused-390-light.png'), fullPage: true })
    expect(page.url()).toBe(holdersUrl)
    await page.goto(`${holdersUrl}?code=planted&state=planted`)
    await page.getByRole('alert').filter({ hasText: 'could not be confirmed' }).waitFor()
    expect(page.url()).toBe(holdersUrl)
  }))

test.each(['error=access_denied', 'error=access_denied&state=x'])('whoever comes back with %s reads why', (query) =>
  withPage(holdersUrl, async (page) => {
    provider.person = ANN
    await page.route(`${provider.issuer}/**`, (route) =>
      route.fulfill({ status: 302, headers: { location: `${holdersUrl}?${query}` } }),
    )
    await signInButton(page).click()
    const why = query.includes('state') ? 'could not be confirmed' : 'did not let you in'
    await page.getByRole('alert').filter({ hasText: why }).waitFor()
    expect(page.url()).toBe(holdersUrl)
  }),
)
