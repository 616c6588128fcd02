import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { ADMIN_TOKEN, callApi } from './admin-api.js'
import { startChromium } from './chromium.js'
import { openDashboard } from './dashboard-page.js'
import { expectSoon } from './expect-soon.js'
import { startFakeUpstream } from './fake-upstream.js'
import { callOf, post, startTestGateway } from './gateway.js'
import { ownPort } from './own-port.js'
import { started } from './started.js'

/**
 * A browser, and a gateway with the dashboard and an account that spent 165 credits: two calls of
 * eth_blockNumber, one of eth_chainId, and one that failed. Pages are opened over a proxy, so that
 * a test can cut their connections.
 */
export const usedDashboard = () => {
  const node = started(() => startFakeUpstream(() => ({ resultText: '"0x36"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { main: { urls: [node.url], checkAnswers: 0 }, other: { urls: [node.url], checkAnswers: 0 } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true },
      contracts: ['ethereum'],
    }),
  )
  const own = { accountId: '', key: '' }
  const send = (method: string) => post(`${gateway.url}/main/v3/${own.key}`, callOf(method))
  const result = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.result
  beforeAll(async () => {
    own.key = await gateway.addKey({ label: 'indexer' }, { name: 'Busy account' })
    own.accountId = gateway.last.accountId
    for (const method of ['eth_blockNumber', 'eth_blockNumber', 'eth_chainId']) await send(method)
    await send('eth_nothing')
    await expectSoon(async () => (await result('errors', { account: own.accountId })).rows.length, 1)
  })
  const proxy = started(async () => startCuttableProxy(() => gateway.adminUrl, await ownPort()))
  const browser = started(startChromium)
  /** Opens a page by a one-time link that the operation makes. */
  const openAs = async (method: 'account.invite' | 'operator.invite', params: object = {}): Promise<Page> => {
    const { url } = await result(method, params)
    return openDashboard(browser, url.replace(gateway.adminUrl, proxy.url))
  }
  return { gateway, browser, own, send, result, proxy, openAs }
}

/** Passes a browser's connections to the private listener, until it is cut. */
const startCuttableProxy = async (targetUrl: () => string, port: number) => {
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const begin = () =>
    new Promise<void>((resolve) => {
      server = createServer((socket) => {
        const target = connect(Number(new URL(targetUrl()).port), '127.0.0.1')
        for (const one of [socket, target])
          sockets.add(one.on('error', () => {}).on('close', () => sockets.delete(one)))
        socket.pipe(target).pipe(socket)
        socket.on('close', () => target.destroy())
        // The gateway ends a connection that it does not use: a request sent then gets a reset,
        // which must reach the browser, or it waits for a reply.
        target.on('error', () => socket.destroy())
      })
      server.listen(port, '127.0.0.1', resolve)
    })
  const cut = () => {
    server?.close()
    for (const socket of sockets) socket.destroy()
  }
  await begin()
  return { url: `http://127.0.0.1:${port}`, begin, cut, stop: cut }
}
