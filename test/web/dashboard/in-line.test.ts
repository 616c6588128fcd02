import { goTo } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const { own, openAs } = usedDashboard()

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
] as const)('on a phone the names of the columns of %s are in line with their values', async (path, { method }) => {
  const page = await openAs(method, method === 'account.invite' ? { id: own.accountId } : {})
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, path)
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
