import { startDemo } from '../../src/tools/demo/demo.js'
import { startChromium } from '../support/chromium.js'
import { started } from '../support/started.js'

const MAX_BYTES = 120_000
const MAX_READY_MS = 1_000
/** The page is made and compressed when it is first asked for. */
const LEAST_READERS = 3
/** A machine that others use is slow at times: the best of so many readers. */
const MOST_READERS = 24

const demo = started(() => startDemo({ port: 0, adminPort: 0 }))
const browser = started(() => startChromium())

test('it is ready within a second, in three requests of less than 120 KB together', async () => {
  const times: number[] = []
  const isDone = (reader: number) => reader >= LEAST_READERS && Math.min(...times) < MAX_READY_MS
  for (let reader = 0; reader < MOST_READERS && !isDone(reader); reader += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const loaded: number[] = []
    session.on('Network.loadingFinished', ({ encodedDataLength }) => loaded.push(encodedDataLength))
    await page.goto(`${demo.facts.url}/docs`, { waitUntil: 'load' })
    times.push(Number(await page.evaluate('performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd')))
    expect(loaded).toHaveLength(3)
    // While the page is being compressed for the first time, it goes out as it is.
    if (reader > 0) expect(loaded.reduce((sum, bytes) => sum + bytes)).toBeLessThan(MAX_BYTES)
    if (reader > 0) console.log(`${loaded.join(' + ')} bytes, usable after ${times.at(-1)!.toFixed(0)} ms`)
    await context.close()
  }
  expect(Math.min(...times)).toBeLessThan(MAX_READY_MS)
})
