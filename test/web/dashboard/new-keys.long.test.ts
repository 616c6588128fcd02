import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { goTo, openDashboard } from '../../support/dashboard-page.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'

let gateway: TestGateway
let browser: Browser

beforeAll(async () => {
  gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] }, other: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true },
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
})

const ask = async (method: string, params: object = {}) => (await callApi(gateway.adminUrl, method, params)).json.result

const open = async (method: string, params: object = {}): Promise<Page> => {
  const { url } = await ask(method, params)
  return openDashboard(browser, url)
}

/** The page of an account's keys, as its holder has it. */
const openKeys = async (labels: readonly string[]): Promise<Page> => {
  await gateway.addKey({ label: labels[0]! })
  const { accountId } = gateway.last
  for (const label of labels.slice(1)) await ask('key.create', { account: accountId, networks: ['main'], label })
  const page = await open('account.invite', { id: accountId })
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('heading', { name: 'Keys of this account' }).waitFor()
  return page
}
const newKey = (page: Page, label: string) => page.locator(`section[aria-label="Your new key “${label}”"]`)
const confirmed = async (page: Page, action: 'Rotate' | 'Revoke', label: string): Promise<void> => {
  await page.getByRole('button', { name: `${action} ${label}` }).click()
  await page.locator('dialog').getByRole('button', { name: action }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
}

test('the texts of new keys stay, whatever else is done, until each is said to be kept', async () => {
  const page = await openKeys(['first', 'second', 'third'])
  await confirmed(page, 'Rotate', 'first')
  const first = await newKey(page, 'first').locator('.key-text').textContent()
  await confirmed(page, 'Rotate', 'second')
  const second = await newKey(page, 'second').locator('.key-text').textContent()
  expect(second).not.toBe(first)
  await confirmed(page, 'Revoke', 'third')
  await page.getByRole('row', { name: /third/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('heading', { name: 'Last 30 days' }).waitFor()
  expect(await page.locator('.key-text').count()).toBe(0)
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await newKey(page, 'first').waitFor()
  expect(await page.locator('.key-text').allTextContents()).toEqual([second, first])
  await newKey(page, 'second').getByRole('button', { name: 'I have kept it' }).click()
  expect(await page.locator('.key-text').allTextContents()).toEqual([first])
  await page.context().close()
})

test('the operator who looks at another page meanwhile finds the text of a new key again', async () => {
  await gateway.addKey({ label: 'first' })
  const page = await open('operator.invite')
  const keys = `#/accounts/${gateway.last.accountId}/keys`
  await page.evaluate(`location.hash = '${keys}'`)
  await confirmed(page, 'Rotate', 'first')
  const text = await newKey(page, 'first').locator('.key-text').textContent()
  await page.getByRole('link', { name: 'Gateway', exact: true }).click()
  await page.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
  await gateway.addKey({ label: 'of another account' })
  await page.evaluate(`location.hash = '#/accounts/${gateway.last.accountId}/keys'`)
  await page.getByRole('rowheader', { name: 'of another account' }).waitFor()
  expect(await page.locator('.key-text').count()).toBe(0)
  await page.evaluate(`location.hash = '${keys}'`)
  await page.getByRole('rowheader', { name: 'first' }).first().waitFor()
  expect(await page.locator('.key-text').allTextContents()).toEqual([text])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
  await page.fill('#token', ADMIN_TOKEN)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('rowheader', { name: 'first' }).first().waitFor()
  expect(await page.locator('.key-text').count()).toBe(0)
  await page.context().close()
})

test('an account whose keys are all revoked is not told that it has none yet', async () => {
  const page = await openKeys(['only'])
  await confirmed(page, 'Revoke', 'only')
  await page.getByText('Every key here is revoked.').waitFor()
  expect(await page.getByText('No key yet').count()).toBe(0)
  await page.getByText('All', { exact: true }).click()
  await page.getByRole('row', { name: /only.*revoked/ }).waitFor()
  await page.context().close()
})

test('two new keys each have their own choice of an example', async () => {
  const page = await openKeys(['one', 'two'])
  for (const label of ['one', 'two']) await confirmed(page, 'Rotate', label)
  const example = (label: string) => newKey(page, label).locator('.network-urls').first()
  await example('one').getByText('viem', { exact: true }).click()
  await example('one').locator('pre', { hasText: 'createPublicClient' }).waitFor()
  const isChecked = (label: string, tool: string) => example(label).getByRole('radio', { name: tool }).isChecked()
  expect([await isChecked('one', 'viem'), await isChecked('two', 'curl')]).toEqual([true, true])
  await page.context().close()
})

/** Replaces the browser's clipboard, as a script of the page. */
const clipboard = (value: string) => `Object.defineProperty(navigator, 'clipboard', { value: ${value} })`

test.each([
  ['Copied', 'async (text) => { globalThis.copied = text }'],
  ['Cannot copy', '() => Promise.reject(new Error("not allowed"))'],
])('a copy button says "%s"', async (said, writeText) => {
  const page = await openKeys(['copied'])
  await page.evaluate(clipboard(`{ writeText: ${writeText} }`))
  await confirmed(page, 'Rotate', 'copied')
  // The button says so for two seconds only.
  const isSaid = page.getByRole('button', { name: `${said} the key` }).waitFor()
  await page.getByRole('button', { name: 'Copy the key' }).click()
  await isSaid
  const text = said === 'Copied' ? await page.locator('.key-text').textContent() : undefined
  expect(await page.evaluate('globalThis.copied')).toBe(text)
  await page.context().close()
})

test('no copy button is shown where the browser has no clipboard, as on plain HTTP', async () => {
  const page = await openKeys(['shown'])
  await page.evaluate(clipboard('undefined'))
  await confirmed(page, 'Rotate', 'shown')
  await page.locator('.key-text').waitFor()
  expect(await page.getByRole('button', { name: /^Copy/ }).count()).toBe(0)
  await page.context().close()
})

test('who deletes an account reads how many keys go with it, however many there are', async () => {
  await gateway.addKey({ label: 'first' }, { name: 'Many' })
  const { accountId, keyId } = gateway.last
  const first = (await gateway.accounts.findKey(keyId))!
  for (let number = 2; number <= 101; number++) await gateway.accounts.createKey(first, `hash ${number}`)
  const page = await open('operator.invite')
  await goTo(page, `accounts/${accountId}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.locator('dialog', { hasText: 'The account goes with its 101 keys' }).waitFor()
  await page.context().close()
})

test('one key among many is found by its label or id, also among those that are read later', async () => {
  await gateway.addKey({ label: 'Program 1001' }, { name: 'Many' })
  const { accountId, keyId } = gateway.last
  const first = (await gateway.accounts.findKey(keyId))!
  for (let number = 1_002; number <= 2_150; number++)
    await gateway.accounts.createKey({ ...first, label: `Program ${number}` }, `hash of many ${number}`)
  const keys = await gateway.accounts.listKeys({ accountId, limit: 1_150 })
  const [one, other, last] = [keys[0]!, keys[700]!, keys.at(-1)!]
  const page = await open('operator.invite')
  await page.evaluate(`location.hash = '#/accounts/${accountId}/keys'`)
  await page.getByText('Page 1 of 44, 1100 rows').waitFor()
  const names = () => page.locator('tbody th').allTextContents()
  const search = page.getByLabel('Find a key by label or id, among the first 1,100')
  await search.fill(one.label.toLowerCase())
  expect(await names()).toEqual([one.label])
  await search.fill(other.id)
  expect(await names()).toEqual([other.label])
  await search.fill(last.label)
  await page.getByText('No key is found.').waitFor()
  await page.getByRole('button', { name: 'Show more keys' }).click()
  await page.getByRole('button', { name: `Revoke ${last.label}` }).waitFor()
  await page.getByLabel('Find a key by label or id', { exact: true }).waitFor()
  expect(await names()).toEqual([last.label])
  await page.context().close()
})
