import { startCollector } from '../../support/collector.js'
import { askDashboard } from '../../support/dashboard.js'
import { expectSoon } from '../../support/expect-soon.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../../support/serve-process.js'

/** The gateway's processes may be slow, and nothing but they bring it about. */
const SOON_MS = 20_000

test('of several processes, the one with the private listener sends links and counts them', async () => {
  const hook = await startCollector()
  const dashboard = `dashboard: { enabled: true, linkWebhook: { url: "${hook.url}", secret: whsec-0123456789abcdef } }\n`
  const files = createServeFolder(serveConfig({ eth: evmNetwork('http://127.0.0.1:9') }, dashboard))
  const { account } = await files.createKey('eth')
  const gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  try {
    expect((await askDashboard(gateway.adminUrl, '/dashboard/new-link', { body: { account } })).status).toBe(200)
    await expectSoon(() => hook.posted.map(({ body }) => JSON.parse(body).account), [account], SOON_MS)
    const counted = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
    const isCounted = async () => (await counted()).includes('link_requests_total{outcome="delivered"} 1')
    await expectSoon(isCounted, true, SOON_MS)
  } finally {
    await gateway.stop()
    await hook.stop()
    files.remove()
  }
})
