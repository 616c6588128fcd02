import { execFile } from 'node:child_process'
import { isIPv4 } from 'node:net'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'

/**
 * Digits that a JavaScript number loses, spaces that a rewrite would drop, and characters of more
 * than one byte.
 */
const RESULT = '{ "big":18446744073709551615,  "text":"<b>ü\\u00e4</b>", "list":[ ] }'
const LARGE = `{"padding":"${'0123456789'.repeat(2_000)}"}`

describe('a reader of the docs page', () => {
  let gateway: TestGateway
  let browser: Browser
  let page: Page
  let key: string
  const complaints: string[] = []
  const asked: { url: string; referrer: string; type: string }[] = []
  let stopNode: () => Promise<void>

  beforeAll(async () => {
    const node = await startFakeUpstream(({ json }) => ({
      resultText:
        json.method === 'getTokenAccountsByOwner' ? LARGE : json.method === 'eth_blockNumber' ? '"0x36"' : RESULT,
    }))
    stopNode = () => node.stop()
    gateway = await startTestGateway({
      networks: {
        eth: { urls: [node.url], checkAnswers: 0 },
        sol: { family: 'solana', urls: [node.url], checkAnswers: 0 },
      },
    })
    key = await gateway.addKey()
    browser = await startChromium()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) =>
      asked.push({ url: request.url(), referrer: request.headers().referer ?? '', type: request.resourceType() }),
    )
    await page.goto(`${gateway.url}/docs`)
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
    await stopNode?.()
  })

  const panelOf = (method: string) => page.locator(`#${method} details.try`)
  /** Tries a method as the form stands, and returns the body that the page shows. */
  const send = async (method: string) => {
    const reply = panelOf(method).locator('[data-reply]')
    const before = Number((await reply.getAttribute('data-answered')) ?? 0)
    await panelOf(method).locator('.send').click()
    await reply.and(page.locator(`[data-answered="${before + 1}"]`)).waitFor()
    return reply.locator('pre.body').textContent()
  }
  const outcome = (method: string) => panelOf(method).locator('dl.outcome').first().textContent()
  const curl = async (network: string, body: string) => {
    const { stdout } = await promisify(execFile)('curl', ['-s', `${gateway.url}/${network}/v3/${key}`, '-d', body])
    return stdout
  }

  test('gets all of it in three requests to the gateway alone', async () => {
    expect(asked.map(({ type }) => type).sort()).toEqual(['document', 'script', 'stylesheet'])
    expect(asked.every(({ url }) => url.startsWith(gateway.url))).toBe(true)
  })

  test('gets less than 120 KB before the first view', async () => {
    const download = async (url: string) => {
      const form = ['-so', '/dev/null', '-w', '%{size_download}', '-H', 'accept-encoding: gzip', url]
      return Number((await promisify(execFile)('curl', form)).stdout)
    }
    const isSmall = async () => {
      const sizes = await Promise.all(asked.slice(0, 3).map(({ url }) => download(url)))
      return Math.min(...sizes) > 1_000 && sizes.reduce((sum, size) => sum + size, 0) < 120_000
    }
    // The files are sent plain until they have been compressed once.
    await expectSoon(isSmall, true, IN_BROWSER_MS)
  })

  test('is asked for a key before a call is made', async () => {
    await panelOf('eth_getStorageAt').locator('summary').click()
    await panelOf('eth_getStorageAt').locator('.send').click()
    const reply = panelOf('eth_getStorageAt').locator('[data-reply]')
    expect(await reply.textContent()).toContain('The API key is missing')
    const field = reply.getByLabel('API key')
    expect(await field.evaluate('document.activeElement.closest("[data-reply]") !== null')).toBe(true)
    await page.keyboard.type('not-a-key')
    expect(await page.inputValue('#key')).toBe('not-a-key')
    await page.keyboard.press('Enter')
    await reply.and(page.locator('[data-answered="1"]')).waitFor()
    expect(await reply.textContent()).toContain('Status401')
    await page.fill('#key', '')
  })

  test('gives the key once, and finds it in every example, and in this tab only', async () => {
    await page.fill('#key', key)
    expect(await page.locator('#eth_getLogs .pane').first().textContent()).toContain(`${gateway.url}/eth/v3/${key}`)
    expect(await page.locator('#getTokenAccountBalance .pane').first().textContent()).toContain(`/sol/v3/${key}`)
    await page.reload()
    expect(await page.inputValue('#key')).toBe(key)
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain(key)
    const other = await page.context().newPage()
    await other.goto(`${gateway.url}/docs`)
    expect(await other.inputValue('#key')).toBe('')
    await other.close()
  })

  test('tries a method over HTTP, and sees the bytes that curl prints', async () => {
    await panelOf('eth_getTransactionReceipt').locator('summary').click()
    const body = await send('eth_getTransactionReceipt')
    const params = await panelOf('eth_getTransactionReceipt').locator('[data-path="/0"]').inputValue()
    const request = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionReceipt","params":["${params}"]}`
    expect(body).toContain(RESULT)
    expect(body).toBe(await curl('eth', request))
    const facts = await outcome('eth_getTransactionReceipt')
    for (const [name, value] of [
      ['Status', '200'],
      ['Cost', '80 credits'],
      ['Remaining', '2,999,'],
      ['Renews', '[-0-9]+ 00:00 UTC'],
    ])
      expect(facts).toMatch(new RegExp(`${name}${value}`))
    await panelOf('eth_getTransactionReceipt').locator('summary', { hasText: 'headers' }).click()
    expect(await panelOf('eth_getTransactionReceipt').locator('dl.all').textContent()).toMatch(/x-served-byupstream/)
  })

  test('tries it over WebSocket, with the same bytes', async () => {
    await panelOf('eth_getTransactionReceipt').locator('[data-websocket]').check()
    expect(await send('eth_getTransactionReceipt')).toContain(RESULT)
    expect(await outcome('eth_getTransactionReceipt')).toContain('WebSocket')
  })

  test('writes params by hand, and sees the error of what is no JSON', async () => {
    await panelOf('eth_blockNumber').locator('summary').click()
    expect(await send('eth_blockNumber')).toBe('{"jsonrpc":"2.0","id":1,"result":"0x36"}')
    await panelOf('eth_blockNumber').locator('[data-as-json]').check()
    await panelOf('eth_blockNumber').locator('textarea').fill('[oops')
    expect(await send('eth_blockNumber')).toContain('"code":-32700')
    expect(await outcome('eth_blockNumber')).toMatch(/Status400/)
  })

  test('gets a large body folded, and all of it when it is wanted', async () => {
    await panelOf('getTokenAccountsByOwner').locator('summary').click()
    const folded = await send('getTokenAccountsByOwner')
    expect(folded!.length).toBe(4_096)
    await panelOf('getTokenAccountsByOwner').locator('button.more').click()
    const whole = await panelOf('getTokenAccountsByOwner').locator('pre.body').textContent()
    expect(whole).toBe(`{"jsonrpc":"2.0","id":1,"result":${LARGE}}`)
  })

  test('finds a method by a word, without the mouse', async () => {
    // A tab is a radio button, which has the focus after a click.
    await page.locator('#eth_getLogs .tab-row label', { hasText: 'viem' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('zebra crossing')
    expect(await page.locator('#found').textContent()).toBe('Nothing found for “zebra crossing”.')
    await page.keyboard.press('Escape')
    await page.keyboard.type('filter')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('location.hash')).toBe('#eth_getLogs')
  })

  test('finds what has another name here, and what only the text of a method says', async () => {
    const found = async (words: string) => {
      await page.fill('#search', words)
      const rows = await page.locator('nav [data-search]:not([hidden]) a').all()
      return Promise.all(rows.map(async (row) => (await row.getAttribute('href'))!.slice(1)))
    }
    expect(await found('rate limit')).toEqual([
      'error-throttled-evm',
      'error-throttled-solana',
      'error-too-many-connections',
      'error-too-many-subscriptions',
    ])
    // The contents show nothing else.
    expect(await page.locator('nav li:visible').count()).toBe(4)
    expect(await found('nft')).toEqual(['eth_getLogs', 'getTokenAccountsByOwner'])
    expect(await found('removed')).toContain('eth_getLogs')
    await page.fill('#search', '')
  })

  test('reads an example whose values are whole where they fit, and begin behind their indentation', async () => {
    await page.locator('#eth_getLogs .example').first().scrollIntoViewIfNeeded()
    const lines = (kind: string) =>
      page.evaluate<
        { rows: number; indent: number }[]
      >(`[...document.querySelectorAll('#eth_getLogs .example .${kind}')].map((one) => {
        const rows = one.getClientRects()
        return { rows: rows.length, indent: rows[0].left - one.closest('code').getBoundingClientRect().left }
      })`)
    const [addresses, hashes] = [await lines('t-phone-long'), await lines('t-long')]
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.filter(({ rows }) => rows > 1)).toEqual([])
    expect(hashes.length).toBeGreaterThan(0)
    expect(hashes.filter(({ rows, indent }) => rows > 1 && indent < 10)).toEqual([])
  })

  test('copies twice in a row, and then finds the button as it was', async () => {
    const button = page.locator('#eth_getStorageAt [data-copy]').first()
    await page.evaluate(`(async () => {
      const one = document.querySelector('#eth_getStorageAt [data-copy]')
      one.click()
      while (one.textContent === 'Copy') await new Promise((resolve) => setTimeout(resolve, 10))
      one.click()
    })()`)
    // The button shows each outcome for a second and a half.
    await page.waitForTimeout(2_000)
    await expectSoon(() => button.textContent(), 'Copy', IN_BROWSER_MS)
  })

  test('prints the reference as wide as the paper', async () => {
    await page.emulateMedia({ media: 'print' })
    const [left, width] = (await page.evaluate(`(() => {
      const { left, width } = document.querySelector('main').getBoundingClientRect()
      return [left, width]
    })()`)) as [number, number]
    expect([left, width > 1_000]).toEqual([0, true])
    await page.emulateMedia({ media: null })
  })

  test('leaves the key in no address, history, referrer or complaint', async () => {
    expect(isIPv4(new URL(page.url()).hostname)).toBe(true)
    expect(page.url()).not.toContain(key)
    await page.goBack()
    expect(page.url()).not.toContain(key)
    expect(asked.filter(({ referrer }) => referrer !== '')).toEqual([])
    const withKey = asked.filter(({ url }) => url.includes(key)).map(({ type }) => type)
    expect(new Set(withKey)).toEqual(new Set(['fetch']))
    // The browser notes the status of the calls that were meant to fail.
    expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
  })
})
