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

const openForm = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto(`${gateway.adminUrl}/dashboard/`)
  await page.locator('#token').waitFor()
  return page
}

const signIn = async (context: BrowserContext, { adminUrl }: TestGateway): Promise<Page> => {
  const page = await context.newPage()
  const { json } = await callApi(adminUrl, 'operator.invite')
  await page.goto(json.result.url)
  await page.locator('#main h1').waitFor()
  return page
}

describe('a tab that shows the sign-in form', () => {
  test.each([
    ['is seen again', 'document', 'visibilitychange'],
    ['gets the focus', 'globalThis', 'focus'],
  ])('goes on in the session that another tab has begun, once it %s', async (_, target, event) => {
    const context = await browser.newContext()
    const form = await openForm(context)
    await signIn(context, gateway)
    await form.evaluate(`${target}.dispatchEvent(new Event('${event}'))`)
    await form.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
    await context.close()
  })

  test('keeps it, and what is typed, while nobody has signed in', async () => {
    const context = await browser.newContext()
    const form = await openForm(context)
    await form.fill('#token', 'half of it')
    const read = form.waitForResponse('**/dashboard/session')
    await form.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await (await read).finished()
    expect(await form.inputValue('#token')).toBe('half of it')
    await context.close()
  })

  test('does not end the session that it has begun, for an older answer that there is none', async () => {
    const context = await browser.newContext()
    const form = await openForm(context)
    let goOn = () => {}
    const isSignedIn = new Promise<void>((resolve) => (goOn = resolve))
    await form.route('**/dashboard/session', async (route) => {
      const response = await route.fetch()
      await isSignedIn
      await route.fulfill({ response })
    })
    const read = form.waitForResponse('**/dashboard/session')
    await form.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await form.fill('#token', ADMIN_TOKEN)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await form.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
    goOn()
    await (await read).finished()
    await form.getByRole('link', { name: 'Accounts', exact: true }).click()
    await form.getByText('There is no account yet').waitFor()
    await context.close()
  })
})

test('signing in at one gateway of a host leaves who is signed in at another on another port', async () => {
  const context = await browser.newContext()
  const pages = [await signIn(context, gateway), await signIn(context, neighbour)]
  for (const page of pages) {
    await page.reload()
    await page.getByRole('heading', { name: 'Gateway', exact: true }).waitFor()
  }
  await context.close()
})
