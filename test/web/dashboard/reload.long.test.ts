import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { goTo, openDashboard } from '../../support/dashboard-page.js'
import { expectSoon } from '../../support/expect-soon.js'
import { readWholeConfig, startTestGateway, type TestGateway, type TestSetting } from '../../support/gateway.js'

const SETTING: TestSetting = {
  networks: { main: { urls: ['http://127.0.0.1:1'] } },
  admin: { token: ADMIN_TOKEN },
  dashboard: { enabled: true },
}
const PLAIN = { dailyCredits: 1_000_000, creditsPerSecond: 1_000_000 }

let gateway: TestGateway
let browser: Browser

beforeAll(async () => {
  gateway = await startTestGateway(SETTING)
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const reload = async (changes: Partial<TestSetting>) =>
  gateway.reload(await readWholeConfig(gateway.configText({ ...SETTING, ...changes }), gateway.folder))
const addAccount = async (plan: string, isFailoverOn: boolean): Promise<string> => {
  await gateway.addKey({}, { plan, isFailoverOn })
  return gateway.last.accountId
}

const open = async (method: string, params: object = {}): Promise<Page> => {
  const { url } = await result(method, params)
  return openDashboard(browser, url)
}
const failover = (page: Page) => page.locator('section[aria-label="Failover protection"]')

describe('failover protection that is on', () => {
  afterEach(() => reload({}))

  test.each([
    ['no longer includes it', { growth: PLAIN }],
    ['left the configuration', { growth: undefined as never }],
  ])('can be switched off in the dashboard though the plan %s', async (_, plans) => {
    const id = await addAccount('growth', true)
    await reload({ plans })
    const page = await open('account.invite', { id })
    await failover(page).getByText('The plan growth no longer includes it').waitFor()
    await failover(page).getByRole('switch').click()
    await failover(page).getByText('does not include failover protection').waitFor()
    expect(await failover(page).getByRole('switch').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect((await result('account.show', { id })).isFailoverOn).toBe(false)
    await page.context().close()
  })

  test('no longer keeps the operator from changing the plan, once it is off', async () => {
    const id = await addAccount('growth', true)
    await reload({ plans: { growth: PLAIN } })
    const page = await open('operator.invite')
    await goTo(page, `accounts/${id}`)
    await page.locator('#terms-plan').selectOption('core')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('does not include failover protection, which is on').waitFor()
    await failover(page).getByRole('switch').click()
    await failover(page).getByRole('switch').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expectSoon(async () => (await result('account.show', { id })).plan, 'core')
    await page.context().close()
  })
})

describe('a page that was open before', () => {
  afterEach(() => reload({}))

  test('shows what another plan of its account includes after an action', async () => {
    const id = await addAccount('core', false)
    const page = await open('account.invite', { id })
    await failover(page).getByText('The plan core does not include failover protection').waitFor()
    await result('account.set', { id, plan: 'growth' })
    await goTo(page, 'keys')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Every key here is revoked.').waitFor()
    await goTo(page, '')
    await failover(page).getByRole('switch').waitFor()
    await page.context().close()
  })

  test('offers networks and plans that a reload added, once another part of it is opened', async () => {
    const id = await addAccount('core', false)
    const [ofHolder, ofOperator] = [await open('account.invite', { id }), await open('operator.invite')]
    const networks = { ...SETTING.networks, added: { urls: ['http://127.0.0.1:1'] } }
    await reload({ networks, plans: { giant: PLAIN } })
    await goTo(ofHolder, 'keys/new')
    await ofHolder.getByRole('checkbox', { name: 'added' }).waitFor()
    await goTo(ofOperator, 'accounts')
    await ofOperator.getByText('Create an account', { exact: true }).click()
    await ofOperator.getByRole('option', { name: 'giant' }).waitFor({ state: 'attached' })
    for (const page of [ofHolder, ofOperator]) await page.context().close()
  })
})
