import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { seriousIn } from '../../support/axe.js'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')
const VIEWS = [
  { width: 1440, height: 1000 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]

let gateway: TestGateway
let browser: Browser
let stopNode: () => Promise<void>

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
  const node = await startFakeUpstream(() => ({ resultText: '"0x36"' }))
  stopNode = () => node.stop()
  gateway = await startTestGateway({
    networks: { main: { urls: [node.url], checkAnswers: 0 } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true, port: 0 },
  })
  await gateway.addKey({}, { name: 'Demo app' })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await stopNode?.()
})

/** A page with an authenticator that holds passkeys and verifies its user. */
const openPage = async (): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: VIEWS[0]! })).newPage()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

/** No view is wider than the window; keeps pictures of the narrowest one. */
const picture = async (page: Page, name: string) => {
  for (const viewport of VIEWS) {
    await page.setViewportSize(viewport)
    await page.evaluate('scrollTo(0, 0)')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(ARTEFACTS, `passkeys-${name}-390-${colorScheme}.png`), fullPage: true })
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a holder comes by a link, adds a passkey, signs in by it, removes it, and is refused with it', async () => {
  const { json } = await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })
  const page = await openPage()
  await page.goto(json.result.url.replace('127.0.0.1', 'localhost'))
  await page.getByLabel('Name of a new passkey').fill('work laptop')
  await button(page, 'Add a passkey').click()
  await button(page, 'Remove work laptop').waitFor()
  await picture(page, 'account')

  await button(page, 'Sign out').click()
  await button(page, 'Sign in with a passkey').waitFor()
  await picture(page, 'sign-in')
  // The link is not sent again.
  expect(await page.getByRole('alert').count()).toBe(0)
  await button(page, 'Sign in with a passkey').click()
  await page.locator('section[aria-label="Passkeys"]', { hasText: 'used' }).waitFor()

  await button(page, 'Remove work laptop').click()
  await page.getByRole('dialog').waitFor()
  await picture(page, 'dialog')
  await button(page, 'Remove').click()
  // Its own session ends with the passkey.
  await button(page, 'Sign in with a passkey').click()
  await page.getByRole('alert').filter({ hasText: 'That passkey does not sign anybody in' }).waitFor()
  await picture(page, 'refused')
  await page.context().close()
})

test('a long name of a passkey is cut between two characters', async () => {
  const { json } = await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })
  const page = await openPage()
  await page.goto(json.result.url.replace('127.0.0.1', 'localhost'))
  const name = page.getByLabel('Name of a new passkey')
  await name.fill(`x${'\u{1f4bb}'.repeat(70)}`)
  await expectSoon(() => name.inputValue(), `x${'\u{1f4bb}'.repeat(63)}`, IN_BROWSER_MS)
  await page.context().close()
})

test('the operator sees a holder’s passkeys on the page of the account, and removes the one of a lost device', async () => {
  const { accountId } = gateway.last
  const addPasskey = async (name: string, isUsed: boolean) => {
    const { json } = await callApi(gateway.adminUrl, 'account.invite', { id: accountId })
    const page = await openPage()
    await page.goto(json.result.url.replace('127.0.0.1', 'localhost'))
    await page.getByLabel('Name of a new passkey').fill(name)
    await button(page, 'Add a passkey').click()
    await button(page, `Remove ${name}`).waitFor()
    if (isUsed) {
      await button(page, 'Sign out').click()
      await button(page, 'Sign in with a passkey').click()
      await button(page, `Remove ${name}`).waitFor()
    }
    await page.context().close()
  }
  await addPasskey('work laptop', true)
  await addPasskey('lost phone', false)
  const page = await openPage()
  await page.goto(`${gateway.adminUrl}/dashboard/#/accounts/${accountId}`)
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  const card = page.locator('section[aria-label="Passkeys"]')
  await card.getByText('lost phone').waitFor()
  expect(await card.locator('li').allInnerTexts()).toEqual([
    expect.stringMatching(/^work laptop\s+added .+, used .+Remove$/s),
    expect.stringMatching(/^lost phone\s+added .+, not used yet\s+Remove$/s),
  ])
  expect(await seriousIn(page)).toEqual([])
  await picture(page, 'operator')
  await button(page, 'Remove lost phone').click()
  await page.getByRole('dialog').waitFor()
  await picture(page, 'operator-dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  // The dialog names it, too, and stays in the page for a moment after it is closed.
  await page.locator('dialog').waitFor({ state: 'detached' })
  await card.getByText('lost phone', { exact: true }).waitFor({ state: 'detached' })
  // The button that opened the dialog is gone.
  expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN')
  const { result } = (await callApi(gateway.adminUrl, 'account.passkeys', { id: accountId })).json
  expect(result.map(({ name }: { name: string }) => name)).toEqual(['work laptop'])
  await button(page, 'Remove work laptop').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await card.getByText('has no passkey').waitFor()
  const [change] = (await callApi(gateway.adminUrl, 'audit', { account: accountId, limit: 1 })).json.result
  expect(change).toMatchObject({ actor: 'operator', via: 'dashboard', operation: 'account.remove-passkeys' })
  await page.context().close()
})
