import type { Browser, Page } from 'playwright-core'

/** Opens the dashboard at an address, such as a one-time link; resolves when it shows a page. */
export const openDashboard = async (browser: Pick<Browser, 'newContext'>, url: string): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(url)
  await page.locator('#main h1').waitFor()
  return page
}

/** Goes to another page of the dashboard, such as `keys/new`. */
export const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#/${path}`)}`)

/** Waits for a part of the page with this title that shows a text. */
export const card = (page: Page, title: string, hasText: string | RegExp) =>
  page.locator(`section[aria-label="${title}"]`, { hasText }).first().waitFor()
