import { startFakeUpstream } from '../../support/fake-upstream.js'
import { readWholeConfig, STORAGE_CALL, startTestGateway, type TestSetting } from '../../support/gateway.js'
import { openSocket } from '../../support/web-socket.js'

test('a WebSocket outlives a configuration without its network, and goes on when the network is back', async () => {
  const stops: (() => Promise<void>)[] = []
  try {
    const answering = async (resultText: string) => {
      const upstream = await startFakeUpstream(() => ({ resultText }))
      stops.push(() => upstream.stop())
      return { urls: [upstream.url] }
    }
    const [eth, moved] = [await answering('"0x01"'), await answering('"0x02"')]
    const gateway = await startTestGateway({ networks: { eth, other: eth } })
    stops.push(() => gateway.stop())
    const reload = async (networks: TestSetting['networks']) =>
      gateway.reload(await readWholeConfig(gateway.configText({ networks }), gateway.folder))
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    stops.push(() => socket.close())
    const ask = async () => JSON.parse(await socket.ask(STORAGE_CALL))
    expect((await ask()).result).toBe('0x01')
    await reload({ other: eth })
    expect((await ask()).error).toMatchObject({ data: { reason: 'unknown_network' } })
    const lines = gateway.logLines.filter(({ outcome }) => outcome === 'not-found')
    expect(lines).toMatchObject([{ message: 'call', transport: 'websocket', network: 'eth', method: 'none' }])
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    expect(metrics).toContain('tollgate_calls_total{network="eth",method="none",outcome="not-found"} 1\n')
    await reload({ eth: moved, other: eth })
    expect((await ask()).result).toBe('0x02')
    await reload({ eth, other: eth })
    expect((await ask()).result).toBe('0x01')
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
})
