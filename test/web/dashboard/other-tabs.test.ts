import type { BrowserContext, Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { operatorDashboard } from '../../support/operator-dashboard.js'
import { started } from '../../support/started.js'

const { gateway, browser } = operatorDashboard()
const neighbour = started(() =>
  startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true },
  }),
)

const signIn = async (context: BrowserContext, { adminUrl }: TestGateway): Promise<Page> => {
  const page = await context.newPage()
  const { json } = await callApi(adminUrl, 'operator.invite')
  await page.goto(json.result.url)
  await page.locator('#main h1').waitFor()
  return page
}

test('signing in at one gateway of a host leaves who is signed in at another on another port', async () => {
  const context = await browser.newContext()
  const pages = [await signIn(context, gateway), await signIn(context, neighbour)]
  for (const page of pages) {
    await page.reload()
    await page.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
  }
  await context.close()
})
