import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const SECRET = 'sesame-4711'
const encoded = (user: string) => Buffer.from(`${user}:${SECRET}`).toString('base64')

const node = started(() => startFakeUpstream(() => ({ raw: 'oops', status: 500 })))
const partner = started(() => startFakeUpstream(() => ({ resultText: '"0x1"' })))
const gateway = started(() =>
  startTestGateway({
    networks: {
      eth: {
        urls: [node.url.replace('//', `//node:${SECRET}@`)],
        partner: partner.url.replace('//', `//partner:${SECRET}@`),
      },
    },
    admin: { token: ADMIN_TOKEN },
  }),
)

test('credentials in the addresses of nodes and partners are sent to them, and shown nowhere', async () => {
  const url = `${gateway.url}/eth/v3/${await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })}`
  const served = await post(url, STORAGE_CALL)
  expect(served.headers.get('x-served-by')).toBe('partner')
  for (const [user, { requests }] of Object.entries({ node, partner }))
    expect(requests[0]!.headers.authorization).toBe(`Basic ${encoded(user)}`)
  partner.setScript(() => ({ destroy: true }))
  const failing = await post(url, STORAGE_CALL)
  expect([failing.status, failing.json.error.data, failing.headers.get('x-credits-cost')]).toEqual([
    503,
    { name: 'no-upstream', reason: 'no_upstream' },
    '0',
  ])
  partner.setScript(() => ({ raw: 'nonsense' }))
  const nonsense = await post(url, STORAGE_CALL)
  expect(nonsense.json.error).toBeDefined()
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  const ready = await (await fetch(`${gateway.adminUrl}/readyz`)).text()
  const { text: forwarded } = await callApi(gateway.adminUrl, 'forwarded')
  expect(forwarded).toContain('eth_getStorageAt')
  const everything = [served.text, failing.text, nonsense.text, metrics, ready, forwarded]
  const secrets = [SECRET, encoded('node'), encoded('partner'), `:${node.port}`, `:${partner.port}`]
  for (const text of [...everything, JSON.stringify(gateway.logLines)]) {
    expect(text.length).toBeGreaterThan(10)
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})
