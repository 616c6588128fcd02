import type { Page } from 'playwright-core'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { started } from '../../support/started.js'
import { startStreamGateway } from '../../support/stream-gateway.js'

let page: Page

const gateway = started(() => startStreamGateway())
const browser = started(() => startChromium())
beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
})
afterEach(async () => {
  await page.context().close()
  await expectSoon(() => gateway.source.sinks.length, 0, IN_BROWSER_MS)
})

const panelOf = (method: string) => page.locator(`#${method} details.try`)
const stateOf = (method: string) => panelOf(method).locator('.stream-state').textContent()
const endButton = (method: string) => panelOf(method).locator('.stream-buttons button').first().textContent()

/** Subscribes with the first example, by keyboard. */
const subscribe = async (method: string) => {
  await page.goto(`${gateway.url}/docs#${method}`)
  await page.fill('#key', await gateway.addKey())
  await panelOf(method).locator('> summary').press('Enter')
  await panelOf(method).locator('.send').press('Enter')
  await expectSoon(() => gateway.source.sinks.length, 1, IN_BROWSER_MS)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Unsubscribe')
}

test('a slot has the digits that arrived, and a stream that does not go on begins anew', async () => {
  await subscribe('slotSubscribe')
  const result = '{"parent":1,"root":0,"slot":18446744073709551615}'
  gateway.source.send({ result, isFree: false, seenAtMs: 0 })
  const place = panelOf('slotSubscribe').locator('.event-place')
  await place.waitFor()
  expect(await place.textContent()).toBe('slot 18446744073709551615')
  await panelOf('slotSubscribe').locator('.events summary').press('Enter')
  expect(await panelOf('slotSubscribe').locator('.events pre').textContent()).toContain(result)
  gateway.source.sinks[0]!.broken('stream_broken')
  const closing = 'The connection closed with 1012 stream_broken. The last node that sent the events broke off.'
  await expectSoon(() => stateOf('slotSubscribe'), closing, IN_BROWSER_MS)
  expect(await endButton('slotSubscribe')).toBe('Subscribe from now')
  await panelOf('slotSubscribe').locator('.stream-buttons button').first().press('Enter')
  await expectSoon(() => gateway.source.sinks.length, 1, IN_BROWSER_MS)
})

test('a signature ends its subscription', async () => {
  await subscribe('signatureSubscribe')
  const result = '{"context":{"slot":7},"value":{"err":null}}'
  gateway.source.send({ result, isFree: false, seenAtMs: 0 })
  await expectSoon(() => stateOf('signatureSubscribe'), 'The only event of this subscription has come.', IN_BROWSER_MS)
})
