import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'

/**
 * Program with @solana/web3.js 1.99, unmodified, and two subscriptions that no node of the network
 * offers. The client repeats them without a pause, and connects again after each close. The program
 * ends 10 s after the first close. It is a separate process, which the test can kill: in a flood,
 * the program gets no turn to end itself.
 */
const FLOOD = `
const { Connection, PublicKey } = require('@solana/web3.js')
const [httpUrl, wsEndpoint] = process.argv.slice(1)
const connection = new Connection(httpUrl, { wsEndpoint })
connection._rpcWebSocket.once('close', (code) => {
  console.log('closed ' + code)
  setTimeout(() => process.exit(), 10000)
})
for (const key of [new PublicKey(1), new PublicKey(2)]) connection.onAccountChange(key, () => {})
`
const CHILD_LIMIT_MS = 60_000

const surfpool = started(() => startSurfpool())
const files = started(() => {
  const network = `family: solana, hosts: [], upstreams: [{ name: surfpool, url: "${surfpool.url}" }]`
  return createServeFolder(serveConfig({ main: network }, 'log: { level: error }\n'))
})
const gateway = started(() => startServe(files.configFile))

test('a client that repeats refused subscriptions and comes back after each close is quiet, and others are answered', async () => {
  const [flooding, other] = [await files.createKey('main'), await files.createKey('main')]
  const { NODE_OPTIONS: _, ...env } = process.env
  const addresses = [httpUrl(gateway, 'main', flooding.key), wsUrl(gateway, 'main', flooding.key)]
  const child = spawn(process.execPath, ['-e', FLOOD, '--', ...addresses], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: CHILD_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  const exited = once(child, 'close')
  const latencies: number[] = []
  const refused = async () => {
    const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    const line =
      /^tollgate_calls_total\{network="main",method="accountSubscribe",outcome="method-unavailable"\} (\d+)$/m.exec(
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
  expect(await exited).toEqual([0, null])
  expect(printed.stdout).toBe('closed 1008\n')
  const errors = printed.stderr.match(/^Received JSON-RPC error calling `accountSubscribe`/gm)
  const messages = await refused()
  // Ten messages, and one to three each time that the client comes back, every second and a half.
  expect(messages).toBeGreaterThanOrEqual(10)
  expect(messages).toBeLessThanOrEqual(40)
  expect(errors!.length).toBeLessThanOrEqual(20)
  // In a flood, all calls are late. A busy machine delays some.
  const slowest = latencies.sort((a, b) => a - b)[Math.floor(latencies.length * 0.9)]
  expect(slowest).toBeLessThan(1_000)
  expect((await post(httpUrl(gateway, 'main', flooding.key), callOf('rpc.discover'))).status).toBe(200)
})
