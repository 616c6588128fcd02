import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, readWholeConfig, startTestGateway, type TestGateway } from '../support/gateway.js'
import { openSocket } from '../support/web-socket.js'

test('a WebSocket outlives a configuration without its network, and goes on when the network is back', async () => {
  const [before, after] = await Promise.all(
    ['"0x01"', '"0x02"'].map((resultText) => startFakeUpstream(() => ({ resultText }))),
  )
  const [eth, elsewhere] = [{ urls: [before!.url] }, { urls: [after!.url] }]
  const gateway = await startTestGateway({ networks: { eth, sol: eth } })
  const reload = async (networks: NonNullable<Parameters<TestGateway['configText']>[0]>['networks']) =>
    gateway.reload(await readWholeConfig(gateway.configText({ networks }), gateway.folder))
  const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
  const ask = async () => JSON.parse(await socket.ask(callOf('eth_gasPrice')))
  expect((await ask()).result).toBe('0x01')
  await reload({ sol: eth })
  expect((await ask()).error.data).toMatchObject({ name: 'not-found', reason: 'unknown_network' })
  await reload({ eth: elsewhere, sol: eth })
  expect((await ask()).result).toBe('0x02')
  await reload({ eth, sol: eth })
  expect((await ask()).result).toBe('0x01')
  await socket.close()
  await gateway.stop()
  await Promise.all([before!.stop(), after!.stop()])
})
