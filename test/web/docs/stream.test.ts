import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { startAnvil } from '../../../src/tools/demo/anvil.js'
import { callNode } from '../../../src/tools/demo/call-node.js'
import { closeReasons } from '../../../src/web/docs/browser/stream/closings.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startChromium } from '../../support/chromium.js'
import { deployEmitter, type Emitter } from '../../support/emitter.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startTestGateway } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'
import { started } from '../../support/started.js'

const HEAD_CREDITS = 20
const LOG_CREDITS = 10
const SUBSCRIBE_CREDITS = 5
/** Passes connections on to a port, until they are cut. */
const startFront = async (port: number) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const inner = connect(port, '127.0.0.1')
    for (const end of [socket, inner]) {
      sockets.add(end)
      end.on('error', () => {})
      end.on('close', () => {
        sockets.delete(end)
        socket.destroy()
        inner.destroy()
      })
    }
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    cut()
    await closed
  }
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, cut, stop }
}

let emitter: Emitter
let page: Page
const complaints: string[] = []

const anvil = started(() => startAnvil({ args: ['--order', 'fifo'] }))
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
})
const gateway = started(() =>
  startTestGateway({
    networks: { main: { upstreams: [{ name: 'anvil', url: anvil.url }], pollMs: 100 } },
    admin: { token: ADMIN_TOKEN },
    limits: { drainTimeoutMs: 200 },
  }),
)
const front = started(() => startFront(Number(new URL(gateway.url).port)))
const browser = started(() => startChromium())
beforeAll(async () => {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.clock.install()
  await page.goto(`${front.url}/docs#eth_subscribe`)
  await panel().locator('> summary').click()
})
// To load the page takes longer than most of the tests, so they follow each other in one.
afterEach(async () => {
  if (await button('Unsubscribe').isVisible()) await unsubscribe()
  await page.evaluate("location.hash = '#eth_subscribe'")
  await expectSoon(() => button('Subscribe').isEnabled(), true, IN_BROWSER_MS)
})

const panel = () => page.locator('#eth_subscribe details.try')
const button = (name: string) => panel().getByRole('button', { name, exact: true })
const state = () => panel().locator('.stream-state').textContent()
/** What the page says of a stream: events, credits, and those taken back. */
const numbers = async () => {
  const texts = await panel().locator('dl.outcome dd').allTextContents()
  return [0, 1, 3].map((index) => Number(texts[index]!.replaceAll(',', '')))
}
const places = () => panel().locator('.event-place').allTextContents()
const usage = async () =>
  (await callApi(gateway.adminUrl, 'usage', { account: gateway.last.accountId })).json.result.credits
const mine = (count: number) => callNode(anvil.url, 'anvil_mine', [`0x${count.toString(16)}`])

/** Subscribes with the params, or with the form as it stands; returns after the gateway's reply. */
const subscribe = async (params?: unknown[]) => {
  await page.fill('#key', await gateway.addKey())
  if (params !== undefined) {
    await panel().locator('[data-as-json]').check()
    await panel().locator('[data-raw] textarea').fill(JSON.stringify(params))
  }
  await button('Subscribe').click()
  await isSubscribed()
}
const unsubscribe = async () => {
  await button('Unsubscribe').click()
  await expectSoon(state, 'Unsubscribed.', IN_BROWSER_MS)
}
const isSubscribed = () => expectSoon(async () => /^Subscribed/.test((await state())!), true, IN_BROWSER_MS)

test('a reader without a key is asked for one', async () => {
  await button('Subscribe').click()
  expect(await panel().locator('[data-reply]').textContent()).toContain('The API key is missing')
})

test('events come newest first, with what they cost, until the reader unsubscribes', async () => {
  await subscribe()
  await mine(3)
  await expectSoon(numbers, [3, SUBSCRIBE_CREDITS + 3 * HEAD_CREDITS, 0], IN_BROWSER_MS)
  const shown = (await places()).map((text) => Number(text.replace('block ', '')))
  expect(shown).toEqual([shown[2]! + 2, shown[2]! + 1, shown[2]!])
  await panel().locator('.events summary').first().click()
  const body = (await panel().locator('.events pre').first().textContent())!
  expect(JSON.parse(body).params.result.number).toBe((await places())[0]!.replace('block ', ''))
  await unsubscribe()
  await expectSoon(usage, SUBSCRIBE_CREDITS + 3 * HEAD_CREDITS)
  expect(await button('Subscribe').isEnabled()).toBe(true)
})

test('the list is bounded, and stands still while the view is paused', async () => {
  await subscribe(['newHeads'])
  await mine(2)
  await expectSoon(async () => (await places()).length, 2, IN_BROWSER_MS)
  await button('Pause the view').click()
  await mine(60)
  await expectSoon(async () => (await numbers())[0], 62, IN_BROWSER_MS)
  expect((await places()).length).toBe(2)
  await button('Show new events').click()
  await expectSoon(async () => (await places()).length, 50, IN_BROWSER_MS)
  await button('Clear').click()
  expect(await places()).toEqual([])
})

test('a cut is said, and resuming goes on without a gap', async () => {
  await subscribe(['logs', { address: emitter.contractAddress }])
  await emitter.emitTicks(2)
  await expectSoon(numbers, [2, SUBSCRIBE_CREDITS + 2 * LOG_CREDITS, 0], IN_BROWSER_MS)
  front.cut()
  const isSaid = async () => /1006\. The connection broke/.test((await state())!)
  await expectSoon(isSaid, true, IN_BROWSER_MS)
  await emitter.emitTicks(3)
  await button('Resume after the last event').click()
  await expectSoon(numbers, [5, 2 * SUBSCRIBE_CREDITS + 5 * LOG_CREDITS, 0], IN_BROWSER_MS)
  const indexes = (await places()).map((text) => Number(/log (.*)/.exec(text)![1]))
  expect(indexes).toEqual([2, 1, 0, 1, 0])
  await unsubscribe()
  await expectSoon(usage, 2 * SUBSCRIBE_CREDITS + 5 * LOG_CREDITS)
})

test('logs that are taken back are free', async () => {
  await subscribe(['logs', { address: emitter.contractAddress }])
  await emitter.emitTicks(2)
  await expectSoon(async () => (await numbers())[0], 2, IN_BROWSER_MS)
  await callNode(anvil.url, 'anvil_reorg', [1, []])
  await mine(1)
  await expectSoon(numbers, [4, SUBSCRIBE_CREDITS + 2 * LOG_CREDITS, 2], IN_BROWSER_MS)
  await unsubscribe()
  await expectSoon(usage, SUBSCRIBE_CREDITS + 2 * LOG_CREDITS)
})

test('a refusal is shown as it came, and adds no credits', async () => {
  await page.fill('#key', await gateway.addKey())
  await panel().locator('[data-as-json]').check()
  await panel().locator('[data-raw] textarea').fill('["nothing"]')
  await button('Subscribe').click()
  await expectSoon(async () => /refused/.test((await state())!), true, IN_BROWSER_MS)
  expect(await panel().locator('pre.body').textContent()).toContain('"name":"unknown-subscription-kind"')
  expect(await numbers()).toEqual([0, 0, 0])
})

test('the stream ends five minutes after its tab was hidden', async () => {
  await subscribe(['newHeads'])
  const turn = (to: string) =>
    page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${to}', configurable: true });document.dispatchEvent(new Event('visibilitychange'))`,
    )
  await turn('hidden')
  await page.clock.fastForward('04:50')
  await turn('visible')
  await page.clock.fastForward('05:10')
  expect(await state()).toMatch(/^Subscribed/)
  await turn('hidden')
  await page.clock.fastForward('05:01')
  await expectSoon(state, 'Unsubscribed: this tab was hidden for five minutes.', IN_BROWSER_MS)
  await turn('visible')
})

test('the stream ends when the reader goes to another method', async () => {
  await subscribe(['newHeads'])
  await page.evaluate("location.hash = '#eth_getLogs'")
  await expectSoon(state, 'Unsubscribed: you went to another part of the page.', IN_BROWSER_MS)
})

test('axe finds nothing in a running stream', async () => {
  await subscribe(['newHeads'])
  await mine(2)
  await expectSoon(async () => (await places()).length, 2, IN_BROWSER_MS)
  await page.evaluate(`${axe.source};0`)
  const found = await page.evaluate(
    "axe.run('#eth_subscribe').then(({ violations }) => violations.map(({ id, nodes }) => [id, String(nodes[0].target)]))",
  )
  expect(found).toEqual([])
})

test('every reason of the docs has its meaning, and a gateway that stops says it', async () => {
  const docs = readFileSync(join(ROOT, 'docs/subscriptions.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| 10\d\d \| (.*?) \|/gm)].flatMap(([, cell]) => cell!.match(/(?<=`)[\w-]+(?=`)/g))
  expect(Object.keys(closeReasons).sort()).toEqual([...new Set(rows)].sort())
  await subscribe(['newHeads'])
  await gateway.stop()
  await expectSoon(state, 'The connection closed with 1012 restarting. The gateway stops or restarts.', IN_BROWSER_MS)
  // The browser notes connections that were cut.
  expect(complaints.filter((text) => !/WebSocket connection|ERR_/.test(text))).toEqual([])
})
