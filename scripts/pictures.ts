/**
 * `npm run pictures`: takes the README's pictures of a running demo, light and dark, into
 * docs/pictures. It needs Chromium, as the tests of the pages do.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { startChromium } from '../test/support/chromium.js'

const FOLDER = 'docs/pictures'
const SIZE = { width: 1280, height: 760 }
/** A method whose price, result and reply fit into one picture. */
const METHOD = 'eth_blockNumber'
/** The demo's programs have called for a while, so that the dashboard has something to show. */
const TRAFFIC_MS = 20_000

interface DemoFacts {
  readonly docsUrl: string
  readonly accounts: readonly { readonly key: string }[]
  readonly dashboard: { readonly accountHolder: string }
}

/** The facts that the demo prints once it is ready. */
const factsOf = async (output: NodeJS.ReadableStream): Promise<DemoFacts> => {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    if (text.endsWith('}\n')) return JSON.parse(text)
  }
  throw new Error(`the demo ended before it was ready: ${text}`)
}

const take = async (browser: Browser, facts: DemoFacts, colorScheme: 'light' | 'dark'): Promise<void> => {
  const page = await browser.newPage({ viewport: SIZE, colorScheme })
  await page.goto(`${facts.docsUrl}#${METHOD}`)
  await page.fill('#key', facts.accounts[0]!.key)
  const panel = page.locator(`#${METHOD} details.try`)
  await panel.locator('summary').click()
  await panel.locator('.send').click()
  await panel.locator('[data-reply][data-answered="1"]').waitFor()
  await sleep(1_000)
  await page.screenshot({ path: join(FOLDER, `docs-page-${colorScheme}.png`) })
  await page.close()
}

const takeDashboard = async (browser: Browser, facts: DemoFacts): Promise<void> => {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(facts.dashboard.accountHolder)
  await page.waitForSelector('main h1')
  await sleep(3_000)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await page.waitForSelector('main h1')
    await sleep(2_000)
    await page.screenshot({ path: join(FOLDER, `dashboard-${colorScheme}.png`) })
  }
  await context.close()
}

mkdirSync(FOLDER, { recursive: true })
const demo = spawn(process.execPath, ['dist/src/main.js', 'demo', '--json', '--port', '0', '--admin-port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const facts = await factsOf(demo.stdout)
  await sleep(TRAFFIC_MS)
  const browser = await startChromium()
  await take(browser, facts, 'light')
  await take(browser, facts, 'dark')
  await takeDashboard(browser, facts)
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  await once(demo, 'exit')
}
