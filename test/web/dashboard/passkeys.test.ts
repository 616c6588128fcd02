import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')
const VIEWS = [
  { width: 1440, height: 1000 },
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

const picture = async (page: Page, name: string) => {
  for (const viewport of VIEWS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await page.evaluate('scrollTo(0, 0)')
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
      const path = join(ARTEFACTS, `passkeys-${name}-${viewport.width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
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
