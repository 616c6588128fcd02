import type { Browser, Page } from 'playwright-core'
import { shippedNames } from '../../../src/contract/operator/shipped-files.js'
import { startChromium } from '../../support/chromium.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { wholeDocument } from './written-examples.js'

const WIDTHS = [1440, 768, 390]
/** Width below which a page shows the contents on a separate layer. */
const NARROW = 960
/** Methods below long ones, far from the first screen. */
const SAMPLE = ['eth_getLogs', 'getTokenSupply']
const all = wholeDocument.methods.map(({ name }) => name)
/** Returns the sample, and every thirtieth method, different ones at each width. */
const methodsAt = (width: number): readonly string[] => [
  ...SAMPLE,
  ...all.filter((_, index) => index % 30 === WIDTHS.indexOf(width)),
]

let gateway: TestGateway
let browser: Browser
let stopNode: () => Promise<void>
beforeAll(async () => {
  const node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  stopNode = () => node.stop()
  gateway = await startTestGateway({
    networks: {
      eth: { urls: [node.url], checkAnswers: 0 },
      sol: { family: 'solana', urls: [node.url], checkAnswers: 0 },
    },
    contracts: shippedNames.map((name) => ({ name })),
  })
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
  await gateway?.stop()
  await stopNode?.()
})

describe.each(WIDTHS)('on a page %i px wide', (width) => {
  const [first, ...others] = methodsAt(width)
  let page: Page
  /** Opens a page that was never laid out below its first screen. */
  const openFresh = async (hash = '') => {
    await page.goto('about:blank')
    await page.goto(`${gateway.url}/docs${hash}`)
  }
  const goTo = (id: string) => page.evaluate(`location.hash = '#${id}'`)
  beforeAll(async () => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    page = await context.newPage()
    await openFresh(`#${first}`)
  })
  afterAll(() => page?.context().close())

  const isAtTop = (id: string): Promise<boolean> =>
    page.evaluate(`(() => {
      const bar = document.querySelector('.bar')
      const barHeight = getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0
      const { top } = document.querySelector('#${id} h3').getBoundingClientRect()
      return top >= barHeight && top < barHeight + 120
    })()`)
  const expectAt = async (id: string) => {
    // The contents mark the place when the browser has scrolled there.
    await page.locator(`nav a[href="#${id}"][aria-current]`).waitFor({ state: 'attached' })
    // Parts above it may still be laid out.
    await expectSoon(async () => [id, await isAtTop(id)], [id, true], IN_BROWSER_MS)
  }

  // The next tests use the same page, because a new one takes seconds.
  test('an address with a method’s name lands on the method', () => expectAt(first!))

  test('the contents mark a method that came into view together with the one before it', async () => {
    const scrollTo = (share: number) =>
      page.evaluate(
        `scrollBy(0, document.querySelector('#eth_getCode').getBoundingClientRect().top - ${share} * innerHeight)`,
      )
    for (const method of ['eth_getCode', 'eth_getLogs']) {
      await goTo(method)
      await expectAt(method)
    }
    await scrollTo(0.2)
    await page.locator('nav a[href="#eth_getBalance"][aria-current]').waitFor({ state: 'attached' })
    await scrollTo(0.1)
    await page.locator('nav a[href="#eth_getCode"][aria-current]').waitFor({ state: 'attached' })
  })

  /**
   * Returns how many pixels to the right of an example's first letter its first long value begins.
   */
  const indentationIn = (id: string): Promise<number> =>
    page.evaluate(`(() => {
      const walker = document.createTreeWalker(document.querySelector('#${id} .example[open] .code'), NodeFilter.SHOW_TEXT)
      const leftOf = (node, at) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect().left
      }
      const left = leftOf(walker.nextNode(), 0)
      while (!/"0x[0-9a-f]{40}"/.test(walker.currentNode.data)) walker.nextNode()
      return leftOf(walker.currentNode, walker.currentNode.data.indexOf('"0x')) - left
    })()`)

  test('a long value of an example keeps its indentation', async () => {
    await goTo('eth_getStorageAt')
    await page.locator('#eth_getStorageAt .example[open]').waitFor()
    expect(await indentationIn('eth_getStorageAt')).toBeGreaterThan(10)
  })

  test('no method and no price is cut off', async () => {
    if (width < NARROW) await goTo('contents')
    await page.locator('nav li a').first().waitFor()
    const cut = (selector: string) =>
      page.evaluate(`[...document.querySelectorAll('${selector}')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent.slice(0, 60))`)
    expect(await cut('nav li a, nav li a > span')).toEqual([])
    expect(await cut('.table')).toEqual([])
  })

  test.each(methodsAt(width))('the first click in the contents lands on %s', async (method) => {
    await openFresh()
    if (width < NARROW) await page.locator('.menu-link').click()
    await page.locator(`nav a[href="#${method}"]`).click()
    await expectAt(method)
  })

  test.each(others)('the address of %s lands on it', async (method) => {
    await openFresh(`#${method}`)
    await expectAt(method)
  })
})
