import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { callOf, post } from '../support/gateway.js'
import { blocksIn } from '../support/page-blocks.js'
import { createServeFolder, evmNetwork, runCommand, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const [document, addition] = blocksIn('docs/contracts.md', 'Two methods of your own, by a reload')

let key: string
let socket: TestSocket

const anvil = started(() => startAnvil())
const files = started(() => createServeFolder(serveConfig({ main: evmNetwork(anvil.url) })))
beforeAll(async () => {
  key = (await files.createKey('main')).key
})
const gateway = started(() => startServe(files.configFile))
beforeAll(async () => {
  socket = await openSocket(wsUrl(gateway, 'main', key))
})

const calls = [callOf('web3_sha3', ['0x']), callOf('txpool_status')]
const results = [
  '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  { pending: '0x0', queued: '0x0' },
]

test('the walk-through of docs/contracts.md brings two methods into a running gateway', async () => {
  const ask = async (call: object) => (await post(httpUrl(gateway, 'main', key), call)).json
  for (const call of calls) expect((await ask(call)).error.code).toBe(-32601)

  const file = join(files.folder, 'my-methods.json')
  writeFileSync(file, document!)
  expect(await runCommand('contract', 'check', file)).toMatchObject({ code: 0 })
  files.save(`${serveConfig({ main: evmNetwork(anvil.url) })}${addition}`)
  await gateway.until('stderr', /"configuration reloaded"/)

  for (const [index, call] of calls.entries()) {
    expect((await ask(call)).result).toEqual(results[index])
    // The connection was open before.
    expect(JSON.parse(await socket.ask(call)).result).toEqual(results[index])
  }
  const { methods } = (await ask(callOf('rpc.discover'))).result as { methods: { name: string }[] }
  expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(['web3_sha3', 'txpool_status']))
})
