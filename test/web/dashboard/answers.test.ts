import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { ownPort } from '../../support/own-port.js'
import { longTest, much } from '../../support/runs.js'

const today = new Date().toISOString().slice(0, 10)

const ONLY_SLOT = { calls: 40, errors: 10, p50Ms: 3, p95Ms: 12 }

let gateway: TestGateway
let browser: Browser
let stopNode: () => Promise<void>
let own: { accountId: string; key: string }
let proxy: Server
const sockets = new Set<Socket>()

/** Passes a browser's connections to the private listener, so that a test can cut them. */
const startProxy = (port: number): Promise<void> => {
  proxy = createServer((socket) => {
    const target = connect(Number(new URL(gateway.adminUrl).port), '127.0.0.1')
    for (const one of [socket, target]) sockets.add(one.on('error', () => {}).on('close', () => sockets.delete(one)))
    socket.pipe(target).pipe(socket)
    socket.on('close', () => target.destroy())
    // The gateway ends a connection that it does not use: a request sent then gets a reset, which
    // must reach the browser, or it waits for a reply.
    target.on('error', () => socket.destroy())
  })
  return new Promise((resolve) => proxy.listen(port, '127.0.0.1', resolve))
}
const stopProxy = (): void => {
  proxy.close()
  for (const socket of sockets) socket.destroy()
}
const proxyPort = () => (proxy.address() as AddressInfo).port

const send = (method: string) => post(`${gateway.url}/main/v3/${own.key}`, callOf(method))
const result = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.result

const openAs = async (method: string, params: object = {}): Promise<Page> => {
  const { url } = await result(method, params)
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(url.replace(gateway.adminUrl, `http://127.0.0.1:${proxyPort()}`))
  await page.locator('#main h1').waitFor()
  return page
}
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
const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`)
const card = (page: Page, title: string, hasText: string | RegExp) =>
  page.locator(`section[aria-label="${title}"]`, { hasText }).first().waitFor()

beforeAll(async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x36"' }))
  stopNode = () => node.stop()
  gateway = await startTestGateway({
    networks: { main: { urls: [node.url], checkAnswers: 0 }, other: { urls: [node.url], checkAnswers: 0 } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true },
    contracts: ['ethereum'],
  })
  const key = await gateway.addKey({ label: 'indexer' }, { name: 'Busy account' })
  own = { accountId: gateway.last.accountId, key }
  for (const method of ['eth_blockNumber', 'eth_blockNumber', 'eth_chainId']) await send(method)
  await send('eth_nothing')
  await expectSoon(async () => (await result('errors', { account: own.accountId })).rows.length, 1)
  await startProxy(await ownPort())
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  stopProxy()
  await gateway?.stop()
  await stopNode?.()
})

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
    await fresh.getByText('Key new is changed').waitFor()
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
    await fresh.locator('.key-text').waitFor()
    expect(asked).toBe(1)
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
    const port = proxyPort()
    stopProxy()
    await page.getByText(/The gateway has not answered since \d\d:\d\d:\d\d UTC/).waitFor()
    await goTo(page, '')
    await goTo(page, 'keys')
    const row = page.getByRole('row', { name: /indexer/ })
    await row.getByText('–').waitFor()
    await goTo(page, 'changes')
    await page.getByText('The gateway cannot be reached. This part is read again when the gateway answers.').waitFor()
    await goTo(page, 'keys')
    await startProxy(port)
    await row.getByText('165').waitFor()
    // The row may be read by its own interval before the banner goes.
    await page.getByText('The gateway has not answered').waitFor({ state: 'detached' })
  })
})

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

  test('reads that the gateway cannot be reached while it cannot ask its store who he is', async () => {
    const { url } = await result('operator.invite', {})
    const fresh = await (await browser.newContext()).newPage()
    await fresh.route('**/dashboard/session', (route) => route.fulfill({ status: 503, json: { error: 'away' } }))
    await fresh.goto(url)
    await fresh.getByText('The gateway cannot be reached.').waitFor()
    await fresh.context().close()
  })

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

  test('sorts accounts by what they did, and finds one by its name', async () => {
    await goTo(page, 'accounts')
    const names = () => page.locator('tbody th').allTextContents()
    const title = 'Accounts by what they did today'
    await card(page, title, `3 accounts: 165 credits, 3 charged calls, ${much(2, 1)} errors`)
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
    const port = proxyPort()
    stopProxy()
    await card(page, 'State', 'The state is unknown until the gateway answers')
    expect(await page.getByText('ready', { exact: true }).count()).toBe(0)
    await startProxy(port)
    await card(page, 'State', 'ready')
  })
})

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

test('another page begins at its top, with the tabs in sight, and has the focus', async () => {
  const page = await openAs('account.invite', { id: own.accountId })
  await page.setViewportSize({ width: 390, height: 500 })
  await goTo(page, 'keys')
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByRole('button', { name: 'Create the key' }).waitFor()
  await expectSoon(() => page.evaluate('[scrollY, document.activeElement.tagName]'), [0, 'MAIN'], IN_BROWSER_MS)
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
