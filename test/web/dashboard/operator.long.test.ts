import type { Page } from 'playwright-core'
import { ADMIN_TOKEN } from '../../support/admin-api.js'
import { card, goTo } from '../../support/dashboard-page.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const { gateway, browser, own, result, proxy, openAs } = usedDashboard()

describe('the operator', () => {
  let page: Page
  beforeAll(async () => {
    for (const name of ['Quiet one', 'Quiet two']) await gateway.addKey({}, { name })
    page = await openAs('operator.invite')
  })
  afterAll(() => page?.context().close())

  test('sees which accounts and methods are used most', async () => {
    await card(page, 'Most used today', '165 credits, 3 charged calls of all accounts')
    await card(page, 'Most used today', 'eth_blockNumber16097 %2')
  })

  test("sees the last day, whose sums are the gateway's totals, by network and method", async () => {
    const title = 'The last day'
    const { calls, errors } = await result('status', {})
    await card(page, title, `${calls} calls, ${errors} of them errors`)
    await card(page, title, /main node-1: up whenever it was looked at/)
    await page.getByLabel('Method', { exact: true }).selectOption('eth_blockNumber')
    await card(page, title, '2 calls, 0 of them errors')
    expect(await page.getByText('The same in numbers').count()).toBe(1)
    await page.getByLabel('Method', { exact: true }).selectOption('all')
  })

  test('chooses a method of the last day by the keyboard, which stays where it is', async () => {
    const method = page.getByLabel('Method', { exact: true })
    await method.focus()
    await page.keyboard.press('ArrowDown')
    await card(page, 'The last day', '2 calls, 0 of them errors')
    await page.keyboard.press('ArrowDown')
    await card(page, 'The last day', '1 calls, 0 of them errors')
    expect(await method.inputValue()).toBe('eth_chainId')
    expect(await page.evaluate('document.activeElement.id')).toBe('history-method')
    await method.selectOption('all')
  })

  test('reads of an account that no call was answered, where latencies would be', async () => {
    await goTo(page, `accounts/${gateway.last.accountId}/latency`)
    await card(page, 'Latency by method, the slowest first', 'No call of this time was answered.')
    await goTo(page, '')
  })

  test('has live values again after a proxy answered for a gateway that restarts', async () => {
    const { url } = await result('operator.invite', {})
    const fresh = await (await browser.newContext()).newPage()
    let refused = 0
    await fresh.route('**/dashboard/live', (route) =>
      refused++ < 2 ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.continue(),
    )
    await fresh.goto(url)
    await fresh.getByText('not live', { exact: true }).waitFor()
    await fresh.getByText('live', { exact: true }).waitFor()
    expect(refused).toBe(3)
    await fresh.context().close()
  })

  test('reads that the store may be away while nobody can say who he is, and is let in after that', async () => {
    const { url } = await result('operator.invite', {})
    const fresh = await (await browser.newContext()).newPage()
    await fresh.route('**/dashboard/session', (route) => route.fulfill({ status: 503, json: { error: 'away' } }))
    await fresh.goto(url)
    await fresh.getByText('The gateway cannot be reached, or its store does not answer.').waitFor()
    await fresh.unroute('**/dashboard/session')
    await fresh.locator('#main h1').waitFor()
    await fresh.context().close()
  })

  test('reads nothing of an outage that ended before he signed in', async () => {
    const fresh = await (await browser.newContext()).newPage()
    await fresh.goto(`${proxy.url}/dashboard/`)
    await fresh.getByLabel('Admin token').fill(ADMIN_TOKEN)
    await fresh.context().setOffline(true)
    const signIn = fresh.getByRole('button', { name: 'Sign in', exact: true })
    await signIn.click()
    await fresh.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' }).waitFor()
    await fresh.context().setOffline(false)
    // Without values, nothing but the sign-in shows that the gateway answers.
    await fresh.route('**/dashboard/live', () => {})
    await signIn.click()
    await fresh.locator('#main h1').waitFor()
    expect(await fresh.getByText('The gateway has not answered').count()).toBe(0)
    await fresh.unrouteAll({ behavior: 'ignoreErrors' })
    await fresh.context().close()
  })

  test('sorts accounts by what they did, and finds one by its name', async () => {
    await goTo(page, 'accounts')
    const names = () => page.locator('tbody th').allTextContents()
    const title = 'Accounts by what they did today'
    await card(page, title, '3 accounts: 165 credits, 3 charged calls, 1 errors')
    expect((await names())[0]).toBe('Busy account')
    await page.getByText('Last call', { exact: true }).first().click()
    await card(page, title, 'Busy account')
    await page.fill('#search', 'quiet TWO')
    await card(page, title, '1 account: 0 credits')
    expect(await names()).toEqual(['Quiet two'])
    const [{ id }] = await result('account.list', { search: 'quiet two' })
    await result('account.set', { id, email: 'two@example.com' })
    await page.fill('#search', 'three@example.com')
    await page.getByText('No account is found.').waitFor()
    await page.fill('#search', 'TWO@Example.com')
    await card(page, title, '1 account: 0 credits')
    expect(await names()).toEqual(['Quiet two'])
  })

  test('finds a method of a long allowlist, and chooses a whole group', async () => {
    await goTo(page, `accounts/${own.accountId}/keys/new`)
    await page.locator('summary').click()
    const methods = page.locator('fieldset', { hasText: 'Methods; none chosen means all' })
    const search = page.getByRole('searchbox')
    await search.fill('CHAIN')
    expect(await methods.locator('label').allTextContents()).toEqual(['eth_chainId 5 credits'])
    await search.fill('')
    await page.getByRole('button', { name: 'All of eth_' }).click()
    const unchosen = await methods.locator('label:has(input:not(:checked))').allTextContents()
    expect(unchosen.filter((name) => name.startsWith('eth_'))).toEqual([])
    expect(unchosen).toContain('getTokenAccountBalance 160 credits')
    await page.getByRole('button', { name: 'None of eth_' }).click()
    expect(await methods.locator('input[type=checkbox]:checked').count()).toBe(0)
  })

  test('is not told that a gateway is ready that does not answer', async () => {
    await goTo(page, '')
    await card(page, 'State', 'ready')
    proxy.cut()
    await card(page, 'State', 'The state is unknown until the gateway answers')
    expect(await page.getByText('ready', { exact: true }).count()).toBe(0)
    await proxy.begin()
    await card(page, 'State', 'ready')
  })
})
