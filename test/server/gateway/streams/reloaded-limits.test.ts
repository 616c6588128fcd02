import { expectSoon } from '../../../support/expect-soon.js'
import { startFakeSocketNode } from '../../../support/fake-socket-node.js'
import { callOf, HASH, readWholeConfig, startTestGateway } from '../../../support/gateway.js'
import { started } from '../../../support/started.js'
import { openSocket } from '../../../support/web-socket.js'

/** A node's WebSocket may send that much in one message, however small `maxUpstreamBytes` is. */
const LEAST_BYTES = 16_777_216

const node = started(() => startFakeSocketNode())

test('a reload of maxUpstreamBytes bounds the messages of a node’s WebSocket', async () => {
  const setting = (maxUpstreamBytes: number) => ({
    networks: { main: { upstreams: [{ name: 'node', url: 'http://127.0.0.1:9', wsUrl: node.url }] } },
    limits: { maxUpstreamBytes },
  })
  const gateway = await startTestGateway(setting(1_024))
  const reload = async (maxUpstreamBytes: number) =>
    gateway.reload(await readWholeConfig(gateway.configText(setting(maxUpstreamBytes)), gateway.folder))
  await reload(2 * LEAST_BYTES)
  const socket = await openSocket(`${gateway.url}/main/ws/v3/${await gateway.addKey()}`)
  await socket.ask(callOf('eth_subscribe', ['newPendingTransactions']))
  await expectSoon(() => node.openCount, 1)
  node.send(JSON.stringify({ jsonrpc: '2.0', method: 'unknown', params: ' '.repeat(LEAST_BYTES) }))
  node.notify(JSON.stringify(HASH))
  await expectSoon(() => socket.messages.slice(1).map((text) => JSON.parse(text).params.result), [HASH])
  await socket.close()
  await gateway.stop()
})
