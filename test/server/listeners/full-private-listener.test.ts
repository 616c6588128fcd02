import { once } from 'node:events'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { crowdOfSockets } from '../../support/crowd.js'
import { askDashboard, signInTo } from '../../support/dashboard.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

const { connectCrowd, answerCrowd } = crowdOfSockets()

const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))

describe('a private listener, and the holders’, that is full', () => {
  const PRIVATE_MOST = 1_000
  let holders: string
  let page: Awaited<ReturnType<typeof signInTo>>
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true, port: 0 },
    }),
  )
  beforeAll(async () => {
    await gateway.addKey()
    const invited = await callApi(gateway.adminUrl, 'account.invite', { id: gateway.last.accountId })
    const url = new URL(invited.json.result.url)
    holders = url.origin
    page = await signInTo(holders, { link: url.hash.slice('#link='.length) })
  })

  test('takes people in, whom silent connections keep out', async () => {
    await connectCrowd(holders, PRIVATE_MOST)
    for (let tries = 0; tries < 5; tries++) expect((await page.call('key.list')).status).toBe(200)
    expect((await askDashboard(holders, '/dashboard/session', {})).status).toBe(200)
  })

  test('takes people in, whom connections keep out that had an answer', async () => {
    await answerCrowd(holders, PRIVATE_MOST)
    for (let tries = 0; tries < 5; tries++) expect((await page.call('key.list')).status).toBe(200)
  })

  test('takes operators and probes in', async () => {
    await connectCrowd(gateway.adminUrl, PRIVATE_MOST)
    expect((await callApi(gateway.adminUrl, 'account.list')).status).toBe(200)
    expect((await fetch(`${gateway.adminUrl}/readyz`)).status).toBe(200)
  })

  test('keeps the live stream of a page', async () => {
    const { port, host } = new URL(holders)
    const stream = rawConnection(holders)
    stream.write(`GET /dashboard/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${page.cookie}\r\n\r\n`)
    await stream.until(/event: now/)
    await connectCrowd(`http://127.0.0.1:${port}`, PRIVATE_MOST + 50)
    const before = stream.received.length
    while (stream.received.length === before) await once(stream.socket, 'data')
    stream.socket.destroy()
  })
})
