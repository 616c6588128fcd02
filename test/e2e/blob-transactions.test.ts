import { httpUrl, wsUrl } from '../support/addresses.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'
import { openSocket } from '../support/web-socket.js'

/** Six blobs of 131,072 bytes with their commitments and proofs, in hexadecimal. */
const BLOB_TRANSACTION = `0x03${'5a'.repeat(800_000)}`

/** The plan core as it is sold. */
const configOf = (url: string): string =>
  serveConfig({ main: evmNetwork(url, ', checkAnswers: 0') }, 'contracts: [ethereum]').replace(
    'core: { dailyCredits: 3000000, creditsPerSecond: 1000000 }',
    'core: { dailyCredits: 3000000, creditsPerSecond: 500, burstSeconds: 10 }',
  )

test('a transaction with six blobs passes over HTTP and WebSocket, and two of them at once', async () => {
  const node = await startFakeUpstream(({ json }) => ({ resultText: JSON.stringify(json.params[0].length) }))
  const files = createServeFolder(configOf(node.url))
  try {
    const { key } = await files.createKey('main')
    const gateway = await startServe(files.configFile)
    const transaction = (id: number) => callOf('eth_sendRawTransaction', [BLOB_TRANSACTION], id)
    const posted = () => post(httpUrl(gateway, 'main', key), transaction(1))
    const replies = await Promise.all([posted(), posted()])
    expect(replies.map(({ status, json }) => [status, json.result])).toEqual(
      Array(2).fill([200, BLOB_TRANSACTION.length]),
    )
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    expect(JSON.parse(await socket.ask(transaction(2)))).toEqual({
      jsonrpc: '2.0',
      id: 2,
      result: BLOB_TRANSACTION.length,
    })
    await socket.close()
    await gateway.stop()
  } finally {
    await node.stop()
    files.remove()
  }
})
