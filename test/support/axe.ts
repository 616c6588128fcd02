import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns axe's serious and critical findings: those that keep people from using the page. */
export const seriousIn = async (page: Page): Promise<string[]> => {
  await page.evaluate(`${axe.source};0`)
  const found = (await page.evaluate(
    `axe.run(document).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.slice(0, 3).map(({ target }) => String(target)) })))`,
  )) as { id: string; impact: string; at: string[] }[]
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, at }) => `${id}: ${at.join(' | ')}`)
}
