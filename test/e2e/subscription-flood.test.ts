import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Surfpool, startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { callOf, post } from '../support/gateway.js'
import {
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { stopwatch } from '../support/stopwatch.js'

/**
 * @solana/web3.js 1.99, unmodified, with a subscription that the contract does not have: it repeats it without a pause. In a process
 * of its own, which ends when the gateway closes its WebSocket, and in any case after a minute.
 */
const FLOOD = `
const { Connection, PublicKey } = require('@solana/web3.js')
const [httpUrl, wsEndpoint] = process.argv.slice(1)
console.error = () => {}
const connection = new Connection(httpUrl, { wsEndpoint })
connection._rpcWebSocket.on('close', (code) => { console.log('closed ' + code); process.exit() })
connection.onAccountChange(new PublicKey('11111111111111111111111111111111'), () => {})
setTimeout(() => { console.log('still open'); process.exit() }, 60000)
`

/** Refusals in a second: few, so that a client on a busy machine still has more. */
const MOST = 10

let surfpool: Surfpool
let files: ServeFolder
let gateway: ServeProcess

beforeAll(async () => {
  surfpool = await startSurfpool()
  const network = `family: solana, hosts: [], upstreams: [{ name: surfpool, url: "${surfpool.url}" }]`
  files = createServeFolder(
    serveConfig(
      { main: network },
      `limits: { maxRefusalsPerSecond: ${MOST}, refusalSeconds: 1 }\nlog: { level: error }\n`,
    ),
  )
  gateway = await startServe(files.configFile)
})
afterAll(async () => {
  await gateway.stop()
  await surfpool.stop()
  files.remove()
})

test('a client that repeats a refused subscription without a pause is closed with 1008, and others are answered meanwhile', async () => {
  const [flooding, other] = [await files.createKey('main'), await files.createKey('main')]
  const { NODE_OPTIONS: _, ...env } = process.env
  const addresses = [httpUrl(gateway, 'main', flooding.key), wsUrl(gateway, 'main', flooding.key)]
  const child = spawn(process.execPath, ['-e', FLOOD, '--', ...addresses], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = once(child, 'close')
  const latencies: number[] = []
  const metric = async () => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    const line = /^tollgate_calls_total\{network="main",method="unknown",outcome="method-not-found"\} (\d+)$/m.exec(
      text,
    )
    return Number(line?.[1] ?? 0)
  }
  while (child.exitCode === null && child.signalCode === null) {
    const spentMs = stopwatch()
    const { status } = await post(httpUrl(gateway, 'main', other.key), callOf('rpc.discover'))
    expect(status).toBe(200)
    latencies.push(spentMs())
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await exited
  expect(output.trim()).toBe('closed 1008')
  // It did flood, or this test shows nothing.
  expect(await metric()).toBeGreaterThan(MOST)
  expect(Math.max(...latencies)).toBeLessThan(1_000)
  expect((await post(httpUrl(gateway, 'main', flooding.key), callOf('rpc.discover'))).status).toBe(200)
})
