import type { Page } from 'playwright-core'
import { card, goTo } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const today = new Date().toISOString().slice(0, 10)

const { browser, own, result, openAs } = usedDashboard()

const ONLY_SLOT = { calls: 40, errors: 10, p50Ms: 3, p95Ms: 12 }

/** Keeps the texts that plots draw, with their canvas. */
const RECORDS_TEXTS = `
  globalThis.drawnTexts = []
  const { fillText } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    globalThis.drawnTexts.push([this.canvas, text])
    return fillText.call(this, text, ...rest)
  }
`
const drawnIn = (page: Page, title: string): Promise<string[]> =>
  page.evaluate(`globalThis.drawnTexts
    .filter(([canvas]) => canvas.closest(${JSON.stringify(`section[aria-label="${title}"]`)}))
    .map(([, text]) => text)`)

test('on a phone the plot of a day names noon, too, and tables below each other keep a distance', async () => {
  const page = await openAs('operator.invite')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(RECORDS_TEXTS)
  await page.reload()
  const tables = page.locator('section[aria-label="Most used today"] table')
  const [first, second] = await Promise.all([0, 1].map((index) => tables.nth(index).boundingBox()))
  expect(second!.y - (first!.y + first!.height)).toBeGreaterThan(10)
  await goTo(page, `accounts/${own.accountId}/usage/${today}`)
  const title = `On ${today}, by the hour`
  await page.locator(`section[aria-label="${title}"] canvas`).waitFor()
  await expectSoon(async () => (await drawnIn(page, title)).includes('12:00'), true, IN_BROWSER_MS)
  await page.context().close()
})

test('a legend has a time and values only while something is pointed at', async () => {
  const page = await openAs('account.invite', { id: own.accountId })
  await goTo(page, 'usage')
  const plot = page.locator('section[aria-label="Over time"]')
  const hasTime = () => plot.locator('.u-legend').getByText('Time').isVisible()
  const values = async () => (await plot.locator('.u-legend .u-value').allTextContents()).join(' ').trim()
  await plot.locator('.u-over').waitFor()
  await expectSoon(values, '', IN_BROWSER_MS)
  expect(await hasTime()).toBe(false)
  const isPointedAt = async () => {
    // The plot moves while the page is laid out.
    const { x, y, width } = (await plot.locator('.u-over').boundingBox())!
    await page.mouse.move(x + width - 10, y + 20)
    return hasTime()
  }
  await expectSoon(isPointedAt, true, IN_BROWSER_MS)
  expect(await values()).toMatch(/^\d{4}-\d\d-\d\d 00:00 5 160$/)
  await page.mouse.move(0, 0)
  await expectSoon(hasTime, false, IN_BROWSER_MS)
  expect(await values()).toBe('')
  await page.context().close()
})

test('a plot is drawn in the colours of the system, with its newest numbers, when those change', async () => {
  const page = await openAs('account.invite', { id: own.accountId })
  const canvas = page.locator('section[aria-label="Last 30 days"] canvas')
  await canvas.waitFor()
  const drawn = () => canvas.evaluate((element) => (element as unknown as { toDataURL(): string }).toDataURL())
  const otherThan = async (before: string) => {
    await expectSoon(async () => (await drawn()) !== before, true, IN_BROWSER_MS)
    return drawn()
  }
  const isDrawnAgain = async () => {
    const light = await drawn()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await otherThan(light)
    await page.emulateMedia({ colorScheme: 'light' })
    return (await otherThan(dark)) === light
  }
  // The first drawings are of a page that is still laid out.
  await expectSoon(isDrawnAgain, true, IN_BROWSER_MS)
  await page.context().close()
})

describe('the operator', () => {
  test('sees the only slot of a gateway that just started as a bar with its time and values', async () => {
    const { url } = await result('operator.invite', {})
    const fresh = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    await fresh.addInitScript(RECORDS_TEXTS)
    await fresh.route('**/dashboard/api', async (route) => {
      if (!route.request().postData()?.includes('"history"')) return route.continue()
      const response = await route.fetch()
      const json = await response.json()
      // The gateway of this test may have started in the slot before.
      const upstreams = json.result.upstreams.map((one: object) => ({ ...one, states: ['up'] }))
      json.result = { ...json.result, from: '2026-11-21T08:05:00.000Z', slots: [ONLY_SLOT], upstreams }
      return route.fulfill({ response, json })
    })
    await fresh.goto(url)
    await card(fresh, 'The last day', '40 calls, 10 of them errors (25 %)')
    // The share of a plot's area that has the colour of a series.
    const shares = (index: number) =>
      fresh.evaluate(`(() => {
        const canvas = document.querySelectorAll('section[aria-label="The last day"] canvas')[${index}]
        // The page draws its plots after its texts.
        if (canvas === undefined) return [0, 0, 0]
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
        const style = getComputedStyle(document.documentElement)
        return ['--accent', '--bad', '--group-2'].map((name) => {
          const hex = style.getPropertyValue(name).trim()
          const wanted = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
          let found = 0
          for (let at = 0; at < data.length; at += 4)
            if (wanted.every((value, part) => Math.abs(data[at + part] - value) < 3)) found += 1
          return found
        })
      })()`) as Promise<number[]>
    const isDrawn = async () => {
      const [bars, lines] = [await shares(0), await shares(1)]
      return [bars[0]! > 500, bars[1]! > 150, lines[0]! > 4, lines[2]! > 4]
    }
    await expectSoon(isDrawn, [true, true, true, true], IN_BROWSER_MS)
    const texts = await drawnIn(fresh, 'The last day')
    expect(texts.filter((text) => text.includes(':')).every((text) => text === '08:05')).toBe(true)
    expect(texts).toEqual(expect.arrayContaining(['08:05', '40']))
    // The page may be asking again.
    await fresh.unrouteAll({ behavior: 'wait' })
    await fresh.context().close()
  })
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
  const page = await openAs('operator.invite')
  await page.addInitScript(RECORDS_ENDS)
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
