import type { Page } from 'playwright-core'
import { callApi } from '../../support/admin-api.js'
import { openDashboard } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { operatorDashboard } from '../../support/operator-dashboard.js'

const { gateway, browser } = operatorDashboard()

const result = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.result

/** The overview of a new account whose failover protection is off. */
const open = async (): Promise<{ readonly id: string; readonly page: Page }> => {
  await gateway.addKey({}, { plan: 'growth' })
  const id = gateway.last.accountId
  const { url } = await result('account.invite', { id })
  return { id, page: await openDashboard(browser, url) }
}

/** Holds the page's changes of accounts until they are let go on. */
const holdChanges = async (page: Page) => {
  let goOn = () => {}
  const isOver = new Promise<void>((resolve) => (goOn = resolve))
  const asked: unknown[] = []
  await page.route('**/dashboard/api', async (route) => {
    const { method, params } = route.request().postDataJSON()
    if (method === 'account.set') {
      asked.push(params.failover)
      await isOver
    }
    await route.continue()
  })
  return { asked, goOn: () => goOn() }
}

const shown = (page: Page) => async () => {
  const one = page.getByRole('switch')
  return [await one.isChecked(), await one.getAttribute('aria-checked'), await page.locator('.switch').textContent()]
}
const ON = [true, 'true', 'Forward to the partner: on']
const OFF = [false, 'false', 'Forward to the partner: off']

test('a switch that is clicked on and off before the gateway answers ends off', async () => {
  const { id, page } = await open()
  const { asked, goOn } = await holdChanges(page)
  await page.getByRole('switch').click()
  await expectSoon(shown(page), ON, IN_BROWSER_MS)
  await page.getByRole('switch').click()
  await expectSoon(shown(page), OFF, IN_BROWSER_MS)
  goOn()
  await page.getByText('Failover protection is off.').waitFor()
  expect(asked).toEqual([true, false])
  expect((await result('account.show', { id })).isFailoverOn).toBe(false)
  expect(await shown(page)()).toEqual(OFF)
  await page.context().close()
})

test('a switch that is clicked on, off and on again is sent once', async () => {
  const { id, page } = await open()
  const { asked, goOn } = await holdChanges(page)
  for (let click = 0; click < 3; click++) await page.getByRole('switch').click()
  goOn()
  await page.getByText('Failover protection is on.').waitFor()
  expect(asked).toEqual([true])
  expect((await result('account.show', { id })).isFailoverOn).toBe(true)
  await page.context().close()
})

test('a switch whose change is refused shows what the gateway has', async () => {
  const { page } = await open()
  await page.route('**/dashboard/api', (route) =>
    route.request().postDataJSON().method === 'account.set'
      ? route.fulfill({ status: 503, json: { error: 'The store does not answer. Try again in a moment.' } })
      : route.continue(),
  )
  await page.getByRole('switch').click()
  await page.getByText('The store does not answer.').waitFor()
  await expectSoon(shown(page), OFF)
  await page.context().close()
})

test('a change of the switch that is taken back is shown as it was', async () => {
  const { id, page } = await open()
  await page.getByRole('switch').click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  await expectSoon(shown(page), OFF, IN_BROWSER_MS)
  expect((await result('account.show', { id })).isFailoverOn).toBe(false)
  await page.context().close()
})
