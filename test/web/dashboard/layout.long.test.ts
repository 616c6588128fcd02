import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { goTo } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { callOf, post } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const { gateway, own, result, openAs, proxy } = usedDashboard()
/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')

/** The lower edges of texts, by what they say; texts of one line and one size stand on one line. */
const bottomsOf = (page: Page, texts: readonly string[]): Promise<number[]> =>
  page.evaluate(`(${JSON.stringify(texts)}).map((wanted) => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (walker.currentNode.data !== wanted) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { bottom, width } = range.getBoundingClientRect()
      if (width > 0) return Math.round(bottom)
    }
  })`)

test.each([1_440, 768])('captions, controls, and the texts of a row are in line at %i pixels', async (width) => {
  const page = await openAs('operator.invite')
  await page.setViewportSize({ width, height: 900 })
  await goTo(page, 'accounts')
  await page.locator('#search').waitFor()
  const [find, sort] = await bottomsOf(page, ['Find an account by name, id, plan or e-mail', 'Sort by'])
  expect(sort).toBe(find)
  const steps = async () => {
    // Parts above may grow between the two, while the page is laid out.
    const field = (await page.locator('#search').boundingBox())!
    const choice = (await page.locator('.choices .choice').boundingBox())!
    return [choice.y - field.y, choice.height - field.height]
  }
  await expectSoon(steps, [0, 0], IN_BROWSER_MS)

  await goTo(page, 'networks')
  await page.getByRole('button', { name: 'Cordon' }).first().waitFor()
  const [name, action] = await bottomsOf(page, ['node-1', 'Cordon'])
  expect(Math.abs(name! - action!)).toBeLessThan(2)
  await page.context().close()
})

test('a phone has the search as wide as its card, and space between a box and its text', async () => {
  const page = await openAs('operator.invite')
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, 'accounts')
  const field = (await page.locator('#search').boundingBox())!
  const row = (await page.locator('.choices').boundingBox())!
  expect(field.width).toBe(row.width)
  await goTo(page, `accounts/${own.accountId}/keys/new`)
  const box = page.getByRole('checkbox', { name: 'main' })
  const label = (await box.locator('xpath=..').boundingBox())!
  const { x, width } = (await box.boundingBox())!
  expect(x).toBe(label.x)
  const [text] = (await page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.check-list label').lastChild)
    return [range.getBoundingClientRect().x]
  })()`)) as [number]
  expect(text - (x + width)).toBeGreaterThan(5)
  await page.context().close()
})

test('another page begins at its top, with the tabs in sight, and has the focus', async () => {
  const page = await openAs('account.invite', { id: own.accountId })
  await page.setViewportSize({ width: 390, height: 500 })
  await goTo(page, 'keys')
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create the key' }).waitFor()
  await expectSoon(() => page.evaluate('[scrollY, document.activeElement.tagName]'), [0, 'MAIN'], IN_BROWSER_MS)
  await page.context().close()
})

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

test('no page is wider than a phone for long names without a space', async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
  const long = 'x'.repeat(300)
  const key = await gateway.addKey({ label: long }, { name: long })
  const { accountId, keyId } = gateway.last
  await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
  await result('key.set', { id: keyId, dailyLimit: 100_000 })
  const onPhone = async (...link: Parameters<typeof openAs>) => {
    const page = await openAs(...link)
    await page.setViewportSize({ width: 390, height: 844 })
    return page
  }
  const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
  const shows = async (page: Page, path: string, text: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`)
    await page.locator('main', { hasText: text }).waitFor()
    expect([path, await width(page)]).toEqual([path, 390])
    const file = path.replace(accountId, 'one').replace(keyId, 'one').replaceAll('/', '-') || 'start'
    await page.screenshot({ path: join(ARTEFACTS, `long-names-${file}.png`) })
  }
  const holder = await onPhone('account.invite', { id: accountId })
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
  await holder.goto((await result('operator.invite', {})).url.replace(gateway.adminUrl, proxy.url))
  await holder.getByRole('button', { name: 'Sign in with the link' }).waitFor()
  expect(await width(holder)).toBe(390)
  await holder.context().close()
  const operator = await onPhone('operator.invite')
  for (const path of ['accounts', 'changes', `accounts/${accountId}`]) await shows(operator, path, 'xxx')
  await operator.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = operator.locator('dialog')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await operator.context().close()
})

test('on the narrowest phones names and ids are whole, and the tab of the page is in sight', async () => {
  await gateway.addKey({}, { name: 'y'.repeat(120) })
  const page = await openAs('operator.invite')
  await page.setViewportSize({ width: 320, height: 640 })
  await goTo(page, 'accounts')
  await page.getByRole('row', { name: /yyy/ }).waitFor()
  const cut = await page.evaluate(
    '[...document.querySelectorAll(".table")].filter((one) => one.scrollWidth > one.clientWidth).length',
  )
  expect(cut).toBe(0)
  await goTo(page, `accounts/${own.accountId}/changes`)
  const tab = page.locator('main nav a[aria-current]', { hasText: 'Changes' })
  await tab.waitFor()
  const { x, width } = (await tab.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(320)
  await page.context().close()
})

test('what is chosen, and how much is used, is seen in the forced colours of a system', async () => {
  const page = await openAs('account.invite', { id: own.accountId })
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
  await page.locator('.meter').waitFor()
  const border = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}')).borderBottomColor`)
  expect(await border('nav a[aria-current]')).not.toBe(await border('nav a:not([aria-current])'))
  expect(await background('.meter span')).not.toBe(await background('.meter'))
  await goTo(page, 'usage')
  await page.locator('.choice input').first().waitFor()
  const chosen = await background('.choice input:checked + span')
  expect(chosen).not.toBe(await background('.choice input:not(:checked) + span'))
  await page.context().close()
})
