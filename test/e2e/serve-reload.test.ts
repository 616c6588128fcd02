import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import { freeze } from '../support/processes.js'
import {
  createServeFolder,
  evmNetwork,
  PROGRAM,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startProgram,
  startServe,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

/** A busy machine may not run the gateway for seconds; its calls time out after ten. */
const WITHIN_MS = 8_000

let files: ServeFolder
let gateway: ServeProcess
let key: string
let socket: TestSocket

const networks = (...names: string[]) => Object.fromEntries(names.map((name) => [name, evmNetwork(anvil.url)]))

const anvil = started(() => startAnvil())
beforeEach(async () => {
  files = createServeFolder(serveConfig(networks('main', 'second')))
  const created = await files.createKey('main,second')
  key = created.key
  files.save(serveConfig(networks('main')))
  gateway = await startServe(files.configFile)
  socket = await openSocket(wsUrl(gateway, 'main', key))
})
afterEach(async () => {
  await gateway.stop()
  files.remove()
})

const ask = (network: string) => post(httpUrl(gateway, network, key), callOf('eth_chainId'))
const metrics = async () => (await fetch(`${gateway.adminUrl}/metrics`)).text()
const askSocket = async () => JSON.parse(await socket.ask(callOf('eth_chainId')))
/** Freezes the node when the gateway knows its chain: before, a call waits for that check. */
const freezeNode = async () => {
  const number = await post(httpUrl(gateway, 'main', key), callOf('eth_blockNumber'))
  expect(number.json.result).toBe('0x0')
  await freeze(anvil.pid)
}
const answer = { jsonrpc: '2.0', id: 1, result: '0x7a69' }

describe('a configuration that is saved while the gateway runs', () => {
  test('adds a network and takes it away again, without dropping a WebSocket', async () => {
    expect((await ask('second')).status).toBe(404)
    files.save(serveConfig(networks('main', 'second')))
    await gateway.until('stderr', /"configuration reloaded"/)
    expect((await ask('second')).json).toEqual(answer)
    expect(await askSocket()).toEqual(answer)
    const second = await openSocket(wsUrl(gateway, 'second', key))

    files.save(serveConfig(networks('main')))
    await gateway.until('stderr', /"configuration reloaded"[\s\S]*"configuration reloaded"/)
    expect((await ask('second')).status).toBe(404)
    expect(await askSocket()).toEqual(answer)
    // A caller connected to a network that is gone learns it with the next call.
    expect(JSON.parse(await second.ask(callOf('eth_chainId'))).error).toMatchObject({ code: -33404 })
    await second.close()
  })

  test('is taken into use at once on SIGHUP', async () => {
    files.save(serveConfig(networks('main', 'second')))
    gateway.child.kill('SIGHUP')
    await gateway.until('stderr', /"configuration reloaded"/)
    expect((await ask('second')).json).toEqual(answer)
    expect(await askSocket()).toEqual(answer)
  })

  test('is seen when another file takes its place, as editors and orchestrators save', async () => {
    const next = `${files.configFile}.next`
    writeFileSync(next, serveConfig(networks('main', 'second')))
    renameSync(next, files.configFile)
    await gateway.until('stderr', /"configuration reloaded"/)
    expect((await ask('second')).json).toEqual(answer)
  })

  test('changes the upstream of a network while a call is in flight to the old one', async () => {
    const other = await startAnvil({ args: ['--chain-id', '5'] })
    await freezeNode()
    const [slow, slowMessage] = [ask('main'), askSocket()]
    try {
      await expectSoon(
        async () => {
          const page = await metrics()
          const isAsked = /^tollgate_upstream_attempts_in_flight\{.*\} [1-9]/m.test(page)
          return isAsked && page.includes('tollgate_http_requests_in_flight 1')
        },
        true,
        WITHIN_MS,
      )
      files.save(serveConfig({ main: evmNetwork(other.url) }))
      gateway.child.kill('SIGHUP')
      await gateway.until('stderr', /"configuration reloaded"/)
    } finally {
      process.kill(anvil.pid, 'SIGCONT')
    }
    expect((await slow).json).toEqual(answer)
    expect(await slowMessage).toEqual(answer)
    expect((await ask('main')).json.result).toBe('0x5')
    expect((await askSocket()).result).toBe('0x5')
    await other.stop()
  })

  test('is refused whole when it is broken, and the old one stays in force', async () => {
    files.save(`${serveConfig(networks('main', 'second'))}limits: { maxBatch: 0 }\n`)
    await gateway.until('stderr', /tollgate\.yaml:\d+:\d+ limits\.maxBatch: .*not reloaded; the old one stays in force/)
    expect((await ask('main')).json).toEqual(answer)
    expect((await ask('second')).status).toBe(404)
    expect(await askSocket()).toEqual(answer)
    // Repaired, it is taken.
    files.save(serveConfig(networks('main', 'second')))
    await gateway.until('stderr', /"configuration reloaded"/)
    expect((await ask('second')).json).toEqual(answer)
  })

  test('says which of its changes wait for a restart', async () => {
    files.save(`${serveConfig(networks('main'))}log: { level: warn }\n`)
    await gateway.until('stderr', /"keys":\["log\.level"\].*take effect after a restart/)
    expect(await askSocket()).toEqual(answer)
  })

  test('changes limits for connections that are open', async () => {
    const two = [callOf('eth_chainId', [], 1), callOf('eth_chainId', [], 2)]
    expect(JSON.parse(await socket.ask(two))).toHaveLength(2)
    files.save(`${serveConfig(networks('main'))}limits: { maxBatch: 1 }\n`)
    await gateway.until('stderr', /"configuration reloaded"/)
    expect(JSON.parse(await socket.ask(two)).error).toMatchObject({ code: -32600 })
  })

  test('changes what a plan includes, for connections that are open', async () => {
    const plan = 'core: { dailyCredits: 3000000,'
    expect(serveConfig(networks('main'))).toContain(plan)
    files.save(serveConfig(networks('main')).replace(plan, 'core: { dailyCredits: 9,'))
    await gateway.until('stderr', /"configuration reloaded"/)
    expect((await ask('main')).json).toEqual(answer)
    expect((await askSocket()).error).toMatchObject({ code: -33000, data: { dailyCredits: 9, cost: 5 } })
  })

  test('may lack the plan of an account, which is then refused and not broken', async () => {
    files.save(serveConfig(networks('main')).replace(/ {2}core: .*\n/, ''))
    await gateway.until('stderr', /"configuration reloaded"/)
    const { status, json } = await ask('main')
    expect([status, json.error.code]).toEqual([402, -33000])
    // As soon as the plan is back, so is the account.
    files.save(serveConfig(networks('main')))
    await gateway.until('stderr', /"configuration reloaded"[\s\S]*"configuration reloaded"/)
    expect((await ask('main')).json).toEqual(answer)
  })
})

test('a configuration that is saved while the gateway starts is in force once it serves, and so is SIGHUP', async () => {
  const fresh = createServeFolder(serveConfig(networks('main')))
  const starting = startProgram(['serve', '--json', '--config', fresh.configFile])
  try {
    // The store is made after the configuration was read, and before the gateway listens.
    while (!readdirSync(fresh.folder).some((name) => name.endsWith('.db'))) await wait(2)
    fresh.save(serveConfig(networks('main', 'second')))
    starting.child.kill('SIGHUP')
    await starting.until('stderr', /"configuration reloaded"/)
    const { url } = JSON.parse((await starting.until('stdout', /^\{.*\}$/m))[0])
    const response = await fetch(`${url}/second/v3/unknown-key`, { method: 'POST', body: '{}' })
    expect(response.status).toBe(401)
  } finally {
    await starting.stop()
    fresh.remove()
  }
})

const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
/** Sends the process SIGHUP when it begins to load the program's first file after main.js. */
const hooks = moduleOf(`
  let isSent = false
  export const load = (url, context, next) => {
    if (!isSent && url.includes('/dist/src/') && !url.endsWith('/main.js')) {
      isSent = true
      process.kill(process.pid, 'SIGHUP')
    }
    return next(url, context)
  }`)
const hangUpAtLoad = moduleOf(`import { register } from 'node:module'; register(${JSON.stringify(hooks)})`)

test('SIGHUP before the gateway has loaded its own files does not end it', async () => {
  const fresh = createServeFolder(serveConfig(networks('main')))
  const starting = startProgram(['serve', '--json', '--config', fresh.configFile], PROGRAM, {
    NODE_OPTIONS: `--import=${hangUpAtLoad}`,
  })
  try {
    await starting.until('stdout', /^\{.*\}$/m)
  } finally {
    await starting.stop()
    fresh.remove()
  }
  expect(await starting.exited).toEqual({ code: 0, signal: null })
})

test('SIGHUP during the drain cuts off no call', async () => {
  await freezeNode()
  const slow = ask('main')
  try {
    await expectSoon(async () => (await metrics()).includes('tollgate_http_requests_in_flight 1'), true, WITHIN_MS)
    gateway.child.kill('SIGTERM')
    await gateway.until('stderr', /"draining"/)
    gateway.child.kill('SIGHUP')
  } finally {
    process.kill(anvil.pid, 'SIGCONT')
  }
  expect((await slow).json).toEqual(answer)
  expect(await gateway.exited).toEqual({ code: 0, signal: null })
})
