import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'

/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')

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
    dashboard: { enabled: true },
  })
  await gateway.addKey({ label: 'indexer' })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await stopNode?.()
})

const open = async (width: number, { method = 'operator.invite', params = {}, script = '' } = {}): Promise<Page> => {
  const { url } = (await callApi(gateway.adminUrl, method, params)).json.result
  const page = await (await browser.newContext({ viewport: { width, height: 844 } })).newPage()
  await page.addInitScript(script)
  await page.goto(url)
  await page.locator('#main h1').waitFor()
  return page
}

/** By how many pixels the baseline of a column's name is off that of its value, at most. */
const STEP = `(() => {
  const probe = () => {
    const made = document.createElement('i')
    made.style = 'display: inline-block; width: 0; height: 0'
    return made
  }
  const steps = [...document.querySelectorAll('.table tbody td:not(:empty)')].map((cell) => {
    const given = getComputedStyle(cell, '::before')
    const label = document.createElement('span')
    label.append(cell.dataset.label, probe())
    for (const name of ['display', 'float', 'width', 'marginLeft', 'fontSize', 'verticalAlign']) label.style[name] = given[name]
    // The value's own probe, in its buttons where it has some.
    const first = cell.querySelector('.row-actions > :first-child, button') ?? cell
    first.prepend(probe())
    cell.prepend(label)
    cell.dataset.label = ''
    const [ofLabel, ofValue] = [...cell.querySelectorAll('i')].map((one) => one.getBoundingClientRect().bottom)
    return Math.abs(ofLabel - ofValue)
  })
  return [steps.length, Math.max(...steps)]
})()`

test.each([
  ['networks', { method: 'operator.invite' }],
  ['keys', { method: 'account.invite' }],
])('on a phone the names of the columns of %s are in line with their values', async (path, { method }) => {
  const params = method === 'account.invite' ? { id: gateway.last.accountId } : {}
  const page = await open(390, { method, params })
  await page.evaluate(`location.hash = '#/${path}'`)
  await page.locator('.table tbody td button').first().waitFor()
  const [cells, step] = (await page.evaluate(STEP)) as [number, number]
  expect(cells).toBeGreaterThan(4)
  expect(step).toBeLessThan(1)
  await page.context().close()
})

/** Keeps where the texts of plots end, as shares of their canvas. */
const RECORDS_ENDS = `
  globalThis.ends = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, x, ...rest) {
    const share = { center: 0.5, right: 0, end: 0 }[this.textAlign] ?? 1
    globalThis.ends.push([text, (x + this.measureText(text).width * share) / this.canvas.width])
    return fillText.call(this, text, x, ...rest)
  }
`

test('the last time under a plot of lines is whole', async () => {
  const page = await open(1280, { script: RECORDS_ENDS })
  const slots = [1, 2].map((p50Ms) => ({ calls: 9, errors: 1, p50Ms, p95Ms: 3 * p50Ms }))
  await page.route('**/dashboard/api', async (route) => {
    if (!route.request().postData()?.includes('"history"')) return route.continue()
    const response = await route.fetch()
    const json = await response.json()
    json.result = { ...json.result, from: '2026-11-21T08:05:00.000Z', slots }
    return route.fulfill({ response, json })
  })
  await page.reload()
  const ends = () => page.evaluate<[string, number][]>('globalThis.ends')
  await expectSoon(async () => (await ends()).some(([text]) => text === '08:10:00'), true, IN_BROWSER_MS)
  expect((await ends()).filter(([text, end]) => text !== '' && end > 1)).toEqual([])
  await page.context().close()
})

test('no page is wider than a phone for long names without a space', async () => {
  const long = 'x'.repeat(300)
  const key = await gateway.addKey({ label: long }, { name: long })
  const { accountId, keyId } = gateway.last
  await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
  await callApi(gateway.adminUrl, 'key.set', { id: keyId, dailyLimit: 100_000 })
  const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
  const shows = async (page: Page, path: string, text: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`)
    await page.locator('main', { hasText: text }).waitFor()
    expect([path, await width(page)]).toEqual([path, 390])
    const file = path.replace(accountId, 'one').replace(keyId, 'one').replaceAll('/', '-') || 'start'
    await page.screenshot({ path: join(ARTEFACTS, `long-names-${file}.png`) })
  }
  const holder = await open(390, { method: 'account.invite', params: { id: accountId } })
  await expectSoon(() => holder.locator('.lines li', { hasText: 'eth_nothing' }).count(), 1, IN_BROWSER_MS)
  await shows(holder, '', '1 × eth_nothing')
  await shows(holder, `keys/${keyId}`, 'Change x')
  await shows(holder, 'changes', 'changed')
  await shows(holder, 'keys', 'Keys of this account')
  await holder.getByRole('button', { name: 'Rotate' }).click()
  expect(await width(holder)).toBe(390)
  await holder.locator('dialog').getByRole('button', { name: 'Rotate' }).click()
  await holder.locator('.key-text').waitFor()
  await holder.locator('.notice').waitFor()
  await shows(holder, 'keys', 'Your new key')
  await holder.goto((await callApi(gateway.adminUrl, 'operator.invite')).json.result.url)
  await holder.getByRole('button', { name: 'Sign in with the link' }).waitFor()
  expect(await width(holder)).toBe(390)
  await holder.context().close()
  const operator = await open(390)
  for (const path of ['accounts', 'changes', `accounts/${accountId}`]) await shows(operator, path, 'xxx')
  await operator.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = operator.locator('dialog')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await operator.context().close()
})
