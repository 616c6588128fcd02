import { ADMIN_TOKEN, callApi } from './admin-api.js'
import { askDashboard, signInTo } from './dashboard.js'
import { startFakeUpstream } from './fake-upstream.js'
import { startTestGateway } from './gateway.js'
import { started } from './started.js'

export const START_MS = Date.parse('2026-11-21T12:00:00Z')

/** An account, its key and the key's text. */
type HeldAccount = { accountId: string; keyId: string; key: string }

/** A gateway with the dashboard and two accounts, for the tests of this file. */
export const holdersGateway = (nowMs: () => number = () => START_MS) => {
  const node = started(() => startFakeUpstream(() => ({ resultText: '"0x36"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { main: { urls: [node.url] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true, port: 0, contact: 'support@example.com' },
      ports: { nowMs },
    }),
  )
  const [own, other] = [{} as HeldAccount, {} as HeldAccount]
  beforeAll(async () => {
    for (const account of [own, other]) {
      const key = await gateway.addKey()
      Object.assign(account, gateway.last, { key })
    }
  })

  const result = async (method: string, params: object = {}) =>
    (await callApi(gateway.adminUrl, method, params)).json.result
  const invite = (id = own.accountId) => result('account.invite', { id })
  const holderPage = async (id?: string) => {
    const { url } = await invite(id)
    return signInTo(new URL(url).origin, { link: linkIn(url) })
  }
  const operatorPage = () => signInTo(gateway.adminUrl, { token: ADMIN_TOKEN })
  return { node, gateway, own, other, result, invite, holderPage, operatorPage }
}

/** The secret of an invitation's URL. */
export const linkIn = (url: string) => url.split('#link=')[1]!

/** The role of the session that a cookie belongs to. */
export const roleOf = async (base: string, cookie: string) =>
  (await askDashboard(base, '/dashboard/session', { cookie })).json.role
