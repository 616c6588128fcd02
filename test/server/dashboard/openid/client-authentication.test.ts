import { ADMIN_TOKEN, callApi } from '../../../support/admin-api.js'
import { startTestGateway, type TestGateway } from '../../../support/gateway.js'
import {
  CLIENT,
  type ClientAuthentication,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../support/identity-provider.js'
import { followProvider, openBrowser } from '../../../support/openid-browser.js'
import { ownPort } from '../../../support/own-port.js'

/** Its letters are written otherwise in a header and in a form. */
const SECRET = 'a:secret+of~the%client&='

let provider: IdentityProvider | undefined
let gateway: TestGateway | undefined

afterEach(async () => {
  await gateway?.stop()
  await provider?.stop()
})

const methods: readonly ClientAuthentication[] = ['client_secret_basic', 'client_secret_post']

test.each(methods)('a provider that allows only %s signs people in', async (onlyAuthentication) => {
  const port = await ownPort()
  const origin = `http://localhost:${port}`
  provider = await startIdentityProvider([`${origin}/dashboard/`], { onlyAuthentication, clientSecret: SECRET })
  const description = await fetch(`${provider.issuer}/.well-known/openid-configuration`)
  expect(await description.json()).toMatchObject({ token_endpoint_auth_methods_supported: [onlyAuthentication] })
  gateway = await startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: {
      ...{ enabled: true, port, publicUrl: origin },
      openid: { ...CLIENT, issuer: provider.issuer, clientSecret: SECRET },
    },
  })
  await callApi(gateway.adminUrl, 'account.create', { name: 'Ann', plan: 'core', email: 'ann@example.com' })
  provider.person = { email: 'ann@example.com', email_verified: true }
  const browser = openBrowser({ base: `http://127.0.0.1:${port}`, origin })
  const back = await followProvider(await browser.begin())
  const { status, json } = await browser.finish(back.search)
  expect([status, json.role]).toEqual([200, 'holder'])
  expect(JSON.stringify(gateway.logLines)).not.toContain(SECRET)
})
