import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { startDemo } from '../../../src/tools/demo/demo.js'
import { requestApi } from '../../support/admin-api.js'
import { seriousIn } from '../../support/axe.js'
import { startChromium } from '../../support/chromium.js'
import { ROOT } from '../../support/source-files.js'
import { started } from '../../support/started.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')
/**
 * Phones grow the page's width where something is wider than the screen, so that it is compared
 * with the screen's.
 */
const widthOf = (page: Page) => page.viewportSize()!.width
const WIDE = { viewport: { width: 1440, height: 1000 } }
const VIEWS: Readonly<Record<string, BrowserContextOptions>> = {
  light: WIDE,
  dark: { ...WIDE, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}
const MAX_BYTES = 250_000
const MAX_READY_MS = 1_000

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
})
const demo = started(() => startDemo({ port: 0, adminPort: 0, hasTraffic: true }))
const browser = started(() => startChromium())

const ask = async (method: string, params: object = {}) => {
  const { adminUrl, adminToken } = demo.facts
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { json } = await requestApi(adminUrl, { body, headers: { authorization: `Bearer ${adminToken}` } })
  return json.result
}
const holder = async () => (await ask('account.list')).find(({ name }: { name: string }) => name === 'Demo app')

const signedIn = async (view: BrowserContextOptions, as: 'operator' | 'holder'): Promise<Page> => {
  const page = await (await browser.newContext(view)).newPage()
  const { url } =
    as === 'operator' ? await ask('operator.invite') : await ask('account.invite', { id: (await holder()).id })
  await page.goto(url)
  await page.locator('#main h1').waitFor()
  return page
}

const PAGES = {
  holder: ['', 'keys', 'keys/new', 'usage', 'usage/DAY', 'errors', 'latency', 'changes'],
  operator: [
    '',
    'networks',
    'accounts',
    'accounts/ACCOUNT',
    'accounts/ACCOUNT/keys',
    'accounts/ACCOUNT/latency',
    'changes',
  ],
} as const

describe.each(Object.entries(VIEWS))('on a %s page', (name, view) => {
  test.each(['holder', 'operator'] as const)(
    'axe finds nothing serious on any page of the %s, and nothing is wider than the screen',
    async (role) => {
      const page = await signedIn(view, role)
      const { id } = await holder()
      const day = new Date().toISOString().slice(0, 10)
      for (const path of PAGES[role]) {
        const address = `#/${path.replace('ACCOUNT', id).replace('DAY', day)}`
        await page.evaluate(`location.hash = ${JSON.stringify(address)}`)
        await page.locator('main section.card').first().waitFor()
        // Plots need a few values, and the answers have to come.
        await page.waitForTimeout(path === '' ? 7_000 : 700)
        const file = `${role}-${path.replace('ACCOUNT', 'one').replaceAll('/', '-') || 'start'}-${name}.png`
        await page.screenshot({ path: join(ARTEFACTS, file), fullPage: true })
        expect([path, await seriousIn(page)]).toEqual([path, []])
        expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, widthOf(page)])
      }
      await page.context().close()
    },
  )

  test('the way in is usable too', async () => {
    const page = await (await browser.newContext(view)).newPage()
    await page.goto(`${demo.facts.adminUrl}/dashboard/`)
    await page.locator('#token').waitFor()
    await page.screenshot({ path: join(ARTEFACTS, `sign-in-${name}.png`) })
    expect(await seriousIn(page)).toEqual([])
    await page.context().close()
  })
})

test('the text of a new key, and the dialogs, are usable too', async () => {
  const page = await signedIn(VIEWS.phone!, 'holder')
  await page.evaluate('location.hash = "#/keys/new"')
  await page.fill('#label', 'mobile app')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.locator('.key-text').waitFor()
  await page.screenshot({ path: join(ARTEFACTS, 'holder-key-text-phone.png'), fullPage: true })
  expect(await seriousIn(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(widthOf(page))
  await page.getByRole('button', { name: 'Rotate mobile app' }).click()
  await page.screenshot({ path: join(ARTEFACTS, 'holder-rotate-phone.png') })
  expect(await seriousIn(page)).toEqual([])
  await page.context().close()
})

test('a key with a secret, and deleting an account, are usable too', async () => {
  for (const name of ['light', 'phone']) {
    const page = await signedIn(VIEWS[name]!, 'operator')
    const { id } = await holder()
    const look = async (what: string) => {
      await page.screenshot({ path: join(ARTEFACTS, `operator-${what}-${name}.png`), fullPage: what === 'secret' })
      expect([what, await seriousIn(page)]).toEqual([what, []])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(widthOf(page))
    }
    await page.evaluate(`location.hash = "#/accounts/${id}/keys/new"`)
    await page.fill('#label', `server of ${name}`)
    await page.getByText('A secret, too').click()
    await look('key-form')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('.key-secret').waitFor()
    await look('secret')
    await page.evaluate(`location.hash = "#/accounts/${id}"`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.locator('#deletion-name').waitFor()
    await look('delete')
    await page.context().close()
  }
})

test('what is left, on what it was spent, and by which key, are found on the first page', async () => {
  const page = await signedIn(WIDE, 'holder')
  await page.locator('#credits-left').waitFor()
  for (const [title, text] of [
    ['Today by key', 'web app'],
    ['Today by method', /eth_|getToken/],
  ] as const)
    await page.locator(`section[aria-label="${title}"]`, { hasText: text }).first().waitFor()
  await page.context().close()
})

test('it is usable within a second, and takes less than 250 KB', async () => {
  const context = await browser.newContext(WIDE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const loaded: number[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength))
  await page.goto((await ask('account.invite', { id: (await holder()).id })).url)
  await page.locator('#credits-left').waitFor()
  // On a busy machine a page is slow and asks again for what it shows: the fastest reader counts.
  let fastest = { ms: Number.POSITIVE_INFINITY, requests: 0, bytes: 0 }
  const isDone = (reader: number) => reader >= 3 && fastest.ms < MAX_READY_MS
  for (let reader = 0; reader < 24 && !isDone(reader); reader += 1) {
    loaded.length = 0
    const startedMs = performance.now()
    await page.reload()
    await page.locator('#credits-left').waitFor()
    const ms = performance.now() - startedMs
    await page.locator('section[aria-label="Today by method"] table').waitFor()
    const bytes = loaded.reduce((sum, one) => sum + one)
    if (ms < fastest.ms) fastest = { ms, requests: loaded.length, bytes }
  }
  console.log(fastest)
  expect(fastest.ms).toBeLessThan(MAX_READY_MS)
  expect(fastest.requests).toBeLessThan(16)
  expect(fastest.bytes).toBeLessThan(MAX_BYTES)
  await context.close()
})
