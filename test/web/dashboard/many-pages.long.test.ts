import type { BrowserContext, Page } from 'playwright-core'
import { callApi } from '../../support/admin-api.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { operatorDashboard } from '../../support/operator-dashboard.js'

const { gateway, browser } = operatorDashboard()
const startedMs = Date.now()

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result

/** Chromium without a window takes all pages for visible ones. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)

const says = (page: Page, text: 'live' | 'not live') => page.getByText(text, { exact: true }).waitFor()

const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('#main h1').waitFor()
  return page
}

/** Pages of one session, the first four of them with live values. */
const openPages = async (count: number): Promise<{ readonly context: BrowserContext; readonly pages: Page[] }> => {
  const context = await browser.newContext()
  const pages = [await open(context, (await result('operator.invite')).url)]
  await says(pages[0]!, 'live')
  while (pages.length < count) {
    pages.push(await open(context, `${gateway.adminUrl}/dashboard/`))
    if (pages.length <= 4) await says(pages.at(-1)!, 'live')
  }
  return { context, pages }
}

test('six pages of a session leave a connection to the last one, whose operations are answered', async () => {
  const { context, pages } = await openPages(6)
  const last = pages.at(-1)!
  await last.getByRole('link', { name: 'Accounts', exact: true }).click()
  await last.getByText('There is no account yet').waitFor()
  await last.getByRole('button', { name: 'Sign out' }).click()
  await last.getByText('You are signed out.').waitFor()
  await context.close()
})

test('a page that becomes hidden gives its live values to one that waits for them', async () => {
  const { context, pages } = await openPages(5)
  await says(pages[4]!, 'not live')
  await setHidden(pages[0]!, true)
  await says(pages[0]!, 'not live')
  await says(pages[4]!, 'live')
  await context.close()
})

test('a page that becomes visible again shows the present state, and keeps the points of its plot', async () => {
  const { context, pages } = await openPages(1)
  const page = pages[0]!
  const calls = page.locator('section[aria-label="Calls a second"]')
  await calls.locator('canvas').waitFor()
  await page.getByRole('link', { name: 'Networks', exact: true }).click()
  await page.getByRole('button', { name: 'Cordon node-1' }).waitFor()
  await setHidden(page, true)
  await says(page, 'not live')
  await result('upstreams.cordon', { name: 'node-1', network: 'main' })
  await setHidden(page, false)
  await page.getByRole('button', { name: 'Uncordon node-1' }).waitFor()
  await says(page, 'live')
  await page.getByRole('link', { name: 'Gateway', exact: true }).click()
  await calls.waitFor()
  expect(await calls.getByText('a plot needs a few of them').count()).toBe(0)
  await context.close()
})

const DAY_S = 86_400
/** Keeps the times under plots. */
const RECORDS_TIMES = `
  globalThis.times = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    if (/^\\d\\d:\\d\\d:\\d\\d$/.test(text)) globalThis.times.push(text)
    return fillText.call(this, text, ...rest)
  }
`
/** Seconds from a moment to a time of the same or the next day. */
const secondsSince = (startMs: number, time: string): number => {
  const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number]
  const start = Math.floor(startMs / 1_000) % DAY_S
  return ((hours * 60 + minutes) * 60 + seconds - start + DAY_S) % DAY_S
}

test('the points of a plot are by the gateway\u2019s clock, whatever that of the page says', async () => {
  const context = await browser.newContext()
  await context.addInitScript('const { now } = Date; Date.now = () => now() - 3_600_000')
  await context.addInitScript(RECORDS_TIMES)
  const page = await open(context, (await result('operator.invite')).url)
  const times = () => page.evaluate<string[]>('globalThis.times')
  await expectSoon(async () => (await times()).length > 0, true, IN_BROWSER_MS)
  await page.evaluate('globalThis.times = []')
  await expectSoon(async () => (await times()).length > 0, true, IN_BROWSER_MS)
  const sinceStart = (await times()).map((time) => secondsSince(startedMs, time))
  expect(Math.max(...sinceStart)).toBeLessThan(3_000)
  await context.close()
})

/** Live values do not reach the page while it has `isSilent`. */
const CAN_BE_SILENT = `(() => {
  const { addEventListener } = EventSource.prototype
  EventSource.prototype.addEventListener = function (name, listener) {
    addEventListener.call(this, name, (event) => globalThis.isSilent || listener(event))
  }
})()`

test('values that do not come are not called live, though their connection is open', async () => {
  const context = await browser.newContext()
  await context.addInitScript(CAN_BE_SILENT)
  await context.clock.install()
  const page = await open(context, (await result('operator.invite')).url)
  await says(page, 'live')
  await page.getByText('nothing is in the way of traffic').waitFor()
  await page.evaluate('globalThis.isSilent = true')
  await page.clock.fastForward(20_000)
  await page.getByText('The gateway has not answered since').waitFor()
  await page.getByText('The state is unknown until the gateway answers.').waitFor()
  await says(page, 'not live')
  await page.evaluate('globalThis.isSilent = false')
  await says(page, 'live')
  await page.getByText('The gateway has not answered since').waitFor({ state: 'detached' })
  await context.close()
})

test('two points of one moment have no rate between them', async () => {
  const context = await browser.newContext()
  const page = await open(context, (await result('operator.invite')).url)
  const points = [1, 2, 3, 3].map((atMs, index) => ({ atMs, calls: index, errors: 0, credits: 0 }))
  const body = `event: points\ndata: ${JSON.stringify(points)}\n\n`
  await page.route('**/dashboard/live', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await setHidden(page, true)
  await setHidden(page, false)
  await page.getByRole('img', { name: 'Calls a second: 0.0 just now' }).waitFor()
  await context.close()
})

test('who comes back to a hidden page reads that his session has ended meanwhile', async () => {
  const { context, pages } = await openPages(2)
  const [hidden, other] = pages as [Page, Page]
  await setHidden(hidden, true)
  await says(hidden, 'not live')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.getByText('You are signed out.').waitFor()
  await setHidden(hidden, false)
  await hidden.getByText('Your session has ended.').waitFor()
  await context.close()
})

/** Opens an account's link, and confirms that it ends the session that the browser has. */
const signInAnew = async (page: Page, id: string): Promise<void> => {
  await page.goto((await result('account.invite', { id })).url)
  await page.getByRole('button', { name: 'Sign in with the link' }).click()
  await page.locator('#credits-left').waitFor()
}

test('who comes back to a hidden page finds that of whom this browser has signed in meanwhile', async () => {
  await gateway.addKey({}, { name: 'Other app' })
  const { context, pages } = await openPages(2)
  const [hidden, other] = pages as [Page, Page]
  const broken: string[] = []
  hidden.on('pageerror', ({ message }) => broken.push(message))
  await setHidden(hidden, true)
  await says(hidden, 'not live')
  await signInAnew(other, gateway.last.accountId)
  await setHidden(hidden, false)
  await hidden.locator('.brand', { hasText: 'Other app' }).waitFor()
  await says(hidden, 'live')
  expect(broken).toEqual([])
  await context.close()
})

test('a page without live values goes on in the session that has replaced its own', async () => {
  await gateway.addKey({}, { name: 'Own app' })
  const id = gateway.last.accountId
  const context = await browser.newContext()
  const page = await open(context, (await result('account.invite', { id })).url)
  await setHidden(page, true)
  await says(page, 'not live')
  await signInAnew(await context.newPage(), id)
  await page.getByRole('link', { name: 'Errors', exact: true }).click()
  await page.getByText('Every call of this time got its answer.').waitFor()
  await context.close()
})
