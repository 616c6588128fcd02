import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { goTo } from '../../support/dashboard-page.js'
import { expectSoon, IN_BROWSER_MS } from '../../support/expect-soon.js'
import { callOf, post } from '../../support/gateway.js'
import { ROOT } from '../../support/source-files.js'
import { usedDashboard } from '../../support/used-dashboard.js'

const { gateway, result, openAs } = usedDashboard()
/** Screenshots, for a person to look at; git ignores it. */
const ARTEFACTS = join(ROOT, 'artefacts/dashboard')

/** Right-to-left names of an account and of a key. */
const ACCOUNT = 'חשבון שני'
const LABEL = 'מפתח ראשון'

/** The places of parts of a list's entry, in pixels from the left. */
const leftsOf = (page: Page, entry: string, parts: readonly string[]): Promise<number[]> =>
  page.evaluate(`(() => {
    const shown = [...document.querySelectorAll('.lines li')].find(({ textContent }) => textContent.includes(${JSON.stringify(entry)}))
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
    const letters = []
    while (walker.nextNode())
      for (let at = 0; at < walker.currentNode.data.length; at++) letters.push([walker.currentNode, at])
    const text = letters.map(([node, at]) => node.data[at]).join('')
    return ${JSON.stringify(parts)}.map((part) => {
      const [node, at] = letters[text.indexOf(part)]
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      return Math.round(range.getBoundingClientRect().left)
    })
  })()`)

const areInOrder = async (...entry: Parameters<typeof leftsOf>) => {
  const lefts = await leftsOf(...entry)
  return lefts.every((left, index) => index === 0 || lefts[index - 1]! < left)
}

test('a right-to-left name leaves the order of what stands around it', async () => {
  mkdirSync(ARTEFACTS, { recursive: true })
  const key = await gateway.addKey({ label: LABEL }, { name: ACCOUNT })
  const { accountId, keyId } = gateway.last
  await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
  await expectSoon(async () => (await result('errors', { account: accountId })).rows.length, 1)
  await result('key.set', { id: keyId, label: `${LABEL} א` })
  const page = await openAs('operator.invite')
  await page.setViewportSize({ width: 1_440, height: 900 })

  await goTo(page, 'changes')
  const link = page.locator('.lines li a', { hasText: ACCOUNT }).first()
  await link.waitFor()
  await page.screenshot({ path: join(ARTEFACTS, 'right-to-left-changes.png') })
  expect(await areInOrder(page, `${LABEL} א`, ['set', `${LABEL} א`, '. (', ACCOUNT])).toBe(true)

  // Ages of more than a minute and a half begin with a digit.
  await page.evaluate('const { now } = Date; Date.now = () => now() + 600_000')
  await goTo(page, `accounts/${accountId}`)
  await page.locator('.lines li', { hasText: 'min ago' }).waitFor({ timeout: IN_BROWSER_MS })
  await page.screenshot({ path: join(ARTEFACTS, 'right-to-left-errors.png'), fullPage: true })
  expect(await areInOrder(page, 'min ago', ['main with', LABEL, ', 1', 'min ago'])).toBe(true)
  await page.context().close()
})
