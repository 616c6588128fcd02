import type { Page } from 'playwright-core'
import { callApi } from '../../support/admin-api.js'
import { goTo, openDashboard } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { operatorDashboard } from '../../support/operator-dashboard.js'

const { gateway, browser } = operatorDashboard()

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const cordon = { name: 'node-1', network: 'main' }

/** Opens a page of the operator; its path may be a new account's. */
const open = async (path: string): Promise<Page> => {
  const { url } = await result('operator.invite')
  const page = await openDashboard(browser, url)
  await goTo(page, path)
  return page
}
const openKeys = async (): Promise<Page> => {
  await gateway.addKey({ label: 'indexer' })
  return open(`accounts/${gateway.last.accountId}/keys`)
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const confirm = (page: Page, action: string) =>
  page.locator('dialog').getByRole('button', { name: action, exact: true }).click()
/**
 * Waits until the dialog has given the focus back. Live values may show a change before its reply
 * closes the dialog.
 */
const dialogEnded = (page: Page) => page.locator('dialog').waitFor({ state: 'detached' })
const focused = (page: Page) =>
  page.evaluate('document.activeElement.getAttribute("aria-label") ?? document.activeElement.tagName')

test.each([
  ['Cordon node-1', 'Cordon', () => open('networks')],
  ['Rotate indexer', 'Rotate', openKeys],
  ['Revoke indexer', 'Revoke', openKeys],
])('the dialog of %s says why it was refused, and can be confirmed again', async (opener, action, openPage) => {
  const page = await openPage()
  const error = { message: 'The store does not answer.' }
  await page.route('**/dashboard/api', (route) =>
    /"(upstreams\.cordon|key\.rotate|key\.revoke)"/.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 503, json: { error } })
      : route.continue(),
  )
  await button(page, opener).click()
  await confirm(page, action)
  await page.locator('dialog[open] [role=alert]', { hasText: error.message }).waitFor()
  expect(await page.locator('.notice').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await confirm(page, action)
  await dialogEnded(page)
  await page.locator('.notice').waitFor()
  await page.context().close()
})

test('who leaves a dialog while its action runs still reads why it was refused', async () => {
  const page = await openKeys()
  let refuse = () => {}
  await page.route('**/dashboard/api', (route) => {
    if (!route.request().postData()?.includes('"key.revoke"')) return route.continue()
    refuse = () => void route.fulfill({ status: 503, json: { error: { message: 'The store does not answer.' } } })
    return undefined
  })
  await button(page, 'Revoke indexer').click()
  const sent = page.waitForRequest((request) => request.postData()?.includes('"key.revoke"') === true)
  await confirm(page, 'Revoke')
  await sent
  await page.keyboard.press('Escape')
  await dialogEnded(page)
  refuse()
  await page.locator('.notice', { hasText: 'The store does not answer.' }).waitFor()
  await page.context().close()
})

test('after a cordon its button has the focus, though it says something else then', async () => {
  await result('upstreams.cordon', cordon)
  await result('upstreams.uncordon', cordon)
  const page = await open('networks')
  await button(page, 'Cordon node-1').click()
  await confirm(page, 'Cordon')
  await dialogEnded(page)
  await button(page, 'Uncordon node-1').waitFor()
  expect(await focused(page)).toBe('Uncordon node-1')
  await button(page, 'Uncordon node-1').press('Enter')
  await button(page, 'Cordon node-1').waitFor()
  expect(await focused(page)).toBe('Cordon node-1')
  await page.context().close()
})

test('who takes an uncordon back has a cordon that ends when the first one would have ended', async () => {
  const ends = async () => Date.parse((await result('upstreams'))[0].cordonedUntil)
  await result('upstreams.cordon', { ...cordon, for: '2h' })
  const before = await ends()
  const page = await open('networks')
  await button(page, 'Uncordon node-1').click()
  await button(page, 'Undo').click()
  await page.getByText('Undone.').waitFor()
  expect(Math.abs((await ends()) - before)).toBeLessThan(3_600_000)
  await page.context().close()
})

test('after a key is revoked, whose button is gone, the page has the focus', async () => {
  const page = await openKeys()
  await button(page, 'Revoke indexer').click()
  await confirm(page, 'Revoke')
  await dialogEnded(page)
  await button(page, 'Revoke indexer').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('MAIN')
  await page.context().close()
})

test('a dialog that is cancelled returns the focus to the button that opened it', async () => {
  const page = await openKeys()
  await button(page, 'Revoke indexer').click()
  await confirm(page, 'Cancel')
  await expectSoon(() => focused(page), 'Revoke indexer', IN_BROWSER_MS)
  await page.context().close()
})

test.each([
  ['two spaces', 'Left  us', 'Left us'],
  ['a no-break space', 'Left\u00a0us', 'Left us'],
  ['a letter in two code points', 'Cafe\u0301', 'Caf\u00e9'],
])('a name with %s is deleted once it is typed as the page shows it', async (_, name, typed) => {
  await gateway.addKey({}, { name })
  const page = await open(`accounts/${gateway.last.accountId}`)
  await button(page, 'Delete').click()
  await page.fill('#deletion-name', typed.slice(0, -1))
  expect(await page.locator('dialog').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await page.fill('#deletion-name', typed)
  await confirm(page, 'Delete')
  await page.locator('.notice', { hasText: 'is deleted' }).waitFor()
  await page.context().close()
})
