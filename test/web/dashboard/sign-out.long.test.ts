import type { Page } from 'playwright-core'
import { callApi } from '../../support/admin-api.js'
import { openDashboard } from '../../support/dashboard-page.js'
import { operatorDashboard } from '../../support/operator-dashboard.js'

const { gateway, browser } = operatorDashboard()

const open = async (): Promise<Page> => {
  const { url } = (await callApi(gateway.adminUrl, 'operator.invite')).json.result
  return openDashboard(browser, url)
}
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click()

test.each([
  ['has another session', { status: 403, json: { error: 'This page is of another session: load it again.' } }],
  ['cannot ask its store', { status: 503, json: { error: 'The store does not answer. Try again in a moment.' } }],
])('who signs out reads that it failed when the gateway %s', async (_, reply) => {
  const page = await open()
  await page.route('**/dashboard/sign-out', (route) => route.fulfill(reply))
  await signOut(page)
  await page.getByText(`You are still signed in. ${reply.json.error}`).waitFor()
  await page.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
  expect(await page.getByText('You are signed out.').count()).toBe(0)
  await page.unroute('**/dashboard/sign-out')
  await signOut(page)
  await page.getByText('You are signed out.').waitFor()
  await page.context().close()
})

test('who signs out reads that it failed when the gateway does not answer', async () => {
  const page = await open()
  await page.route('**/dashboard/sign-out', (route) => route.abort())
  await signOut(page)
  await page.getByText('You are still signed in. The gateway cannot be reached.').waitFor()
  await page.context().close()
})

test('who signed out sees nothing of the page, though the gateway answers nothing after that', async () => {
  const page = await open()
  await page.route('**/dashboard/session', (route) => route.abort())
  await signOut(page)
  await page.getByText('The gateway cannot be reached, or its store does not answer.').waitFor()
  expect(await page.locator('#main').count()).toBe(0)
  await page.context().close()
})
