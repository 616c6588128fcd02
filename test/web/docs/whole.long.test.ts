import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { document } from '../../../generated/document.js'
import { isOfSubscriptions } from '../../../src/server/docs/subscriptions/kinds.js'
import { startDemo } from '../../../src/tools/demo/demo.js'
import { startChromium } from '../../support/chromium.js'
import { ROOT } from '../../support/source-files.js'
import { started } from '../../support/started.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/docs')
const WIDE = { viewport: { width: 1440, height: 1000 } }
const VIEWS: Readonly<Record<string, BrowserContextOptions>> = {
  light: WIDE,
  dark: { ...WIDE, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

beforeAll(async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
})
const demo = started(() => startDemo({ port: 0, adminPort: 0 }))
const browser = started(() => startChromium())

const open = async (view: BrowserContextOptions, path = '/docs'): Promise<Page> => {
  const page = await (await browser.newContext(view)).newPage()
  await page.goto(demo.facts.url + path)
  return page
}

/**
 * Returns the serious violations that axe finds. The page's content policy lets a test run axe only
 * through the debugger.
 */
const seriousIn = async (page: Page, part: string): Promise<string[]> => {
  await page.evaluate(`${axe.source};0`)
  const found = (await page.evaluate(
    `axe.run('${part}').then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.slice(0, 3).map(({ target }) => String(target)) })))`,
  )) as { id: string; impact: string; at: string[] }[]
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, at }) => `${id}: ${at.join(' | ')}`)
}

describe.each(Object.entries(VIEWS))('on a %s page', (name, view) => {
  test('axe finds nothing serious, and nothing is wider than the screen', async () => {
    const page = await open(view)
    const shot = (part: string) => page.screenshot({ path: join(ARTEFACTS, `${name}-${part}.png`) })
    await shot('start')
    await page.fill('#key', demo.facts.accounts[0].key)
    for (const [method, part] of [
      ['eth_getLogs', 'logs'],
      ['getTokenAccountsByOwner', 'accounts'],
    ] as const) {
      await page.goto(`${demo.facts.url}/docs#${method}`)
      const panel = page.locator(`#${method} details.try`)
      await panel.locator('summary').first().click()
      await panel.locator('.send').click()
      await panel.locator('pre.body').waitFor()
      await panel.locator('pre.body').scrollIntoViewIfNeeded()
      await shot(part)
    }
    // Opens every `details` with a script: hundreds of clicks would only test the browser.
    await page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    expect(await seriousIn(page, 'html')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.goto(`${demo.facts.url}/docs#section-errors`)
    await shot('errors')
    await page.goto(`${demo.facts.url}/docs#contents`)
    await shot('contents')
    expect(await seriousIn(page, 'nav')).toEqual([])
    await page.context().close()
  })
})

test('every method is tried with its first example, and answered as curl is', async () => {
  const page = await open(WIDE)
  await page.fill('#key', demo.facts.accounts[0].key)
  for (const { name } of document.methods.filter((method) => !isOfSubscriptions(method))) {
    const panel = page.locator(`#${name} details.try`)
    await panel.locator('summary').first().click()
    await panel.locator('.send').click()
    const shown = await panel.locator('pre.body').textContent()
    const command = await page.locator(`#${name} .pane code`).first().textContent()
    const { stdout } = await promisify(execFile)('sh', ['-c', command!])
    // The slot of a Solana answer grows from call to call, as does the newest block.
    const moving = name === 'eth_blockNumber' ? /"0x[0-9a-f]+"/ : /"slot":\d+/
    const steady = (text: string) => text.replace(moving, '')
    if (!shown!.endsWith('"'))
      expect([name, steady(shown!.slice(0, 4_096))]).toEqual([name, steady(stdout.slice(0, 4_096))])
  }
  await page.context().close()
})

test('it is read without a script', async () => {
  const page = await open({ ...WIDE, javaScriptEnabled: false }, '/docs#eth_getLogs')
  expect(await page.locator('#eth_getLogs h3').isVisible()).toBe(true)
  for (const control of ['#key', '#search', '#theme', '#eth_getLogs details.try'])
    expect([control, await page.locator(control).isVisible()]).toEqual([control, false])
  await page.locator('#eth_getLogs .tab-row label', { hasText: 'viem' }).click()
  const [curl, viem] = await page.locator('#eth_getLogs .pane').all()
  expect([await curl!.isVisible(), await viem!.isVisible()]).toEqual([false, true])
  await page.context().close()
})

test('the theme that was chosen is there again, and wins over the system', async () => {
  const page = await open(VIEWS.dark!)
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const dark = await background()
  await page.locator('#theme').click()
  const light = await background()
  expect(light).not.toBe(dark)
  await page.reload()
  expect(await background()).toBe(light)
  await page.context().close()
})
