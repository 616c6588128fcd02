import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { card, goTo } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { longTest } from '../../support/runs.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const today = new Date().toISOString().slice(0, 10)

const { gateway, browser, own, send, result, proxy, openAs } = usedDashboard()

describe('an account’s holder', () => {
  let page: Page
  beforeAll(async () => {
    page = await openAs('account.invite', { id: own.accountId })
  })
  afterAll(() => page?.context().close())

  test('sees totals that agree, and from when they are', async () => {
    await card(page, 'Credits today', '165 used')
    await card(page, 'Credits today', /As of \d\d:\d\d:\d\d UTC/)
    await card(page, 'Last 30 days', '165 credits, 3 calls')
    await card(page, 'Today by key', 'indexer165100 %3')
  })

  test('sees usage by method and by key over time, and opens a day with a click', async () => {
    await goTo(page, 'usage')
    await card(page, 'Over time', '165 credits, 3 charged calls, 75.0 % of all calls answered')
    await card(page, 'By method', 'eth_blockNumber16097 %2100 %')
    await card(page, 'By method', 'others, never charged00 %00 %')
    await page.getByText('Key', { exact: true }).click()
    await card(page, 'By key', 'indexer165100 %375.0 %')
    // Today's bar is the last one.
    const { width, height } = (await page.locator('.u-over').boundingBox())!
    await page.locator('.u-over').click({ position: { x: width * (1 - 0.5 / 31), y: height - 5 } })
    await card(page, `On ${today}, by the hour`, '165 credits, 3 charged calls')
    await page.getByRole('link', { name: 'Back to all days' }).click()
    await card(page, 'Over time', '165 credits')
  })

  test('reaches the same numbers without a mouse, and as CSV', async () => {
    await page.getByText('The same in numbers').click()
    await page.getByRole('link', { name: today }).waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = readFileSync(await (await saved).path(), 'utf8')
    expect(file.split('\n').slice(0, 3)).toEqual([
      'account,time,method,calls,credits,charged_errors,all_errors',
      `${own.accountId},${today},eth_blockNumber,2,160,0,0`,
      `${own.accountId},${today},eth_chainId,1,5,0,0`,
    ])
  })

  test('reads what to do about an error, from the contract’s table, too', async () => {
    await goTo(page, 'errors')
    await card(page, 'What failed, the last first', 'eth_nothing')
    await card(page, 'What failed, the last first', 'The same call fails again. It cost nothing.')
  })

  test('sees how long his answered calls took, by method', async () => {
    await expectSoon(async () => (await result('latency', { account: own.accountId })).rows.length, 2)
    await goTo(page, 'latency')
    const title = 'Latency by method, the slowest first'
    await card(page, title, 'Refusals and failed calls are not in it; calls over WebSocket are.')
    await card(page, title, /eth_blockNumbermain2(\d[\d.,]* ms){3}/)
    await card(page, title, /eth_chainIdmain1(\d[\d.,]* ms){3}/)
    expect(await page.getByText('eth_nothing').count()).toBe(0)
    await page.getByText('Today', { exact: true }).click()
    await card(page, title, /eth_blockNumbermain2/)
  })

  test('sees what failed today, and how long calls took, though the page’s clock is a day ahead', async () => {
    const context = await browser.newContext()
    await context.addInitScript('const { now } = Date; Date.now = () => now() + 86_400_000')
    const fresh = await context.newPage()
    await fresh.goto((await result('operator.invite', {})).url)
    await fresh.locator('#main h1').waitFor()
    await goTo(fresh, `accounts/${own.accountId}/errors`)
    await fresh.getByText('Today', { exact: true }).click()
    await card(fresh, 'What failed, the last first', 'eth_nothing')
    await goTo(fresh, `accounts/${own.accountId}/latency`)
    await fresh.getByText('Today', { exact: true }).click()
    await card(fresh, 'Latency by method, the slowest first', 'eth_blockNumber')
    await context.close()
  })

  test('finds what is wrong with a form at its fields, all at once, in the form’s words', async () => {
    await goTo(page, 'keys/new')
    await page.fill('#dailyLimit', '-5')
    for (const box of await page.locator('fieldset', { hasText: 'Networks' }).locator('input').all())
      await box.uncheck()
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#dailyLimit-error', { hasText: 'Must be a whole number' }).waitFor()
    await page.locator('#networks-error', { hasText: 'Choose at least one' }).waitFor()
    await page.getByRole('checkbox', { name: 'main' }).check()
    await page.fill('#dailyLimit', '100')
    await page.locator('#dailyLimit-hint', { hasText: 'Too little for some methods: the dearest costs 255' }).waitFor()
    await page.locator('summary').click()
    await page.fill('#allowedContracts', '0x12')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#allowedContracts-error', { hasText: 'Takes 20-byte addresses' }).waitFor()
    await page.locator('#allowedContracts:focus').waitFor()
    expect(await page.getAttribute('#allowedContracts', 'aria-describedby')).toContain('allowedContracts-error')
  })

  test('saves what was typed, and takes back nothing that others changed meanwhile', async () => {
    const { keyId } = await gateway.addKey({ label: 'old' }, { name: 'Shared account' }).then(() => gateway.last)
    const { accountId } = gateway.last
    const fresh = await openAs('account.invite', { id: accountId })
    await goTo(fresh, `keys/${keyId}`)
    await fresh.fill('#label', 'new')
    await result('key.set', { id: keyId, allowedSources: ['10.0.0.0/8'] })
    await fresh.getByRole('button', { name: 'Save' }).click()
    await fresh.getByText('Key “new” is changed').waitFor()
    expect(await result('key.show', { id: keyId })).toMatchObject({ label: 'new', allowedSources: ['10.0.0.0/8'] })
    await fresh.getByRole('button', { name: 'Undo' }).click()
    await fresh.getByText('Undone.').waitFor()
    expect(await result('key.show', { id: keyId })).toMatchObject({ label: 'old', allowedSources: ['10.0.0.0/8'] })
    await goTo(fresh, `keys/${keyId}`)
    await fresh.getByRole('button', { name: 'Save' }).click()
    await fresh.getByText('Nothing was changed.').waitFor()
    await fresh.context().close()
    await result('account.delete', { id: accountId, yes: true })
  })

  test('rotates a key once, however often the button is clicked before the reply', async () => {
    await gateway.addKey({ label: 'clicked' }, { name: 'Clicking account' })
    const fresh = await openAs('account.invite', { id: gateway.last.accountId })
    let asked = 0
    await fresh.route('**/dashboard/api', async (route) => {
      if (route.request().postData()?.includes('"key.rotate"')) {
        asked++
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      return route.continue()
    })
    await goTo(fresh, 'keys')
    await fresh.getByRole('button', { name: 'Rotate clicked' }).click()
    await fresh.locator('dialog').getByRole('button', { name: 'Rotate' }).dblclick()
    await fresh.locator('section[aria-label="Your new key “clicked”"] .key-text').waitFor()
    expect(asked).toBe(1)
    await fresh.getByText('Key “clicked” is replaced.').waitFor()
    // The old key works on for a day.
    await fresh.getByRole('button', { name: 'Revoke clicked', exact: true }).waitFor()
    await fresh.getByRole('button', { name: /^Revoke clicked, until / }).waitFor()
    await fresh.context().close()
    await result('account.delete', { id: gateway.last.accountId, yes: true })
  })

  test('reads own changes as sentences', async () => {
    await page.fill('#allowedContracts', '')
    await page.fill('#label', 'second')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('.key-text').waitFor()
    await goTo(page, 'changes')
    const created = page.getByText('You created the key “second”: enabled main and set credits a day to 100.')
    await created.waitFor()
    await page.getByText('Sign-ins', { exact: true }).click()
    await created.waitFor({ state: 'detached' })
    await page.getByText('You signed in by a one-time link.').waitFor()
    await page.getByText('Changes', { exact: true }).last().click()
    await created.waitFor()
    expect(await page.getByText('You signed in by a one-time link.').count()).toBe(0)
  })

  longTest('sees a free error in an open page, though no credit was spent', async () => {
    await goTo(page, '')
    await card(page, 'What failed lately', '1 × eth_nothing')
    await page.mouse.move(200, 200)
    await send('eth_nothing')
    await card(page, 'What failed lately', '2 × eth_nothing')
  })

  test('is told that the gateway is gone; nothing becomes zero, and it goes on by itself', async () => {
    await goTo(page, 'keys')
    await page
      .getByRole('row', { name: /indexer/ })
      .getByText('165')
      .waitFor()
    proxy.cut()
    await page.getByText(/The gateway has not answered since \d\d:\d\d:\d\d UTC/).waitFor()
    await goTo(page, '')
    await goTo(page, 'keys')
    const row = page.getByRole('row', { name: /indexer/ })
    await row.getByText('–').waitFor()
    await goTo(page, 'changes')
    await page.getByText('The gateway cannot be reached. This part is read again when the gateway answers.').waitFor()
    await goTo(page, 'keys')
    await proxy.begin()
    await row.getByText('165').waitFor()
    // The row may be read by its own interval before the banner goes.
    await page.getByText('The gateway has not answered').waitFor({ state: 'detached' })
  })

  test('reads again what was not answered, though the live values did not break', async () => {
    await goTo(page, '')
    await page.getByText('live', { exact: true }).waitFor()
    // What is open stays open: the network was away for a moment.
    await page.context().setOffline(true)
    await goTo(page, 'changes')
    await page.getByText('The gateway has not answered since').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You signed in by a one-time link.').first().waitFor()
    await page.getByText('The gateway has not answered').waitFor({ state: 'detached' })
  })

  test('reads all along that requests fail though values come, while the page asks for little', async () => {
    await goTo(page, '')
    await page.getByText('live', { exact: true }).waitFor()
    const gone = page.getByText('The gateway has not answered since')
    let operations = 0
    let files = 0
    const isRefused = ({ pathname }: URL) => /\/dashboard\/(api)?$/.test(pathname)
    await page.route(isRefused, (route) => {
      if (route.request().method() === 'POST') operations++
      else files++
      return route.abort()
    })
    await goTo(page, 'changes')
    await gone.waitFor()
    await page.evaluate(`
      new MutationObserver(() => (globalThis.changesOfBanner = (globalThis.changesOfBanner ?? 0) + 1))
        .observe(document.querySelector('#main [role=alert]'), { childList: true })`)
    operations = 0
    // Each value that comes makes the page ask for a file.
    await expectSoon(() => files > 2, true, IN_BROWSER_MS)
    // Those of usage are asked for each ten seconds anyway.
    expect(operations).toBeLessThan(8)
    expect(await page.evaluate('globalThis.changesOfBanner ?? 0')).toBe(0)
    await page.unroute(isRefused)
    await gone.waitFor({ state: 'detached' })
    await page.getByText('You signed in by a one-time link.').first().waitFor()
  })

  test('reads of an address that leads to no page, and sees no other page under that title', async () => {
    await goTo(page, 'nothing')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByText('There is no such page.').waitFor()
    expect(await page.locator('#credits-left').count()).toBe(0)
  })
})
