import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import { freeze } from '../support/processes.js'
import { sampleOf } from '../support/runs.js'
import {
  createServeFolder,
  evmNetwork,
  runCommand,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  signalUnderNpm,
  startProgram,
  startServe,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'
import { openSocket } from '../support/web-socket.js'

let files: ServeFolder
const running: ServeProcess[] = []

const start = async () => {
  const gateway = await startServe(files.configFile)
  running.push(gateway)
  return gateway
}

const anvil = started(() => startAnvil())
beforeEach(() => {
  files = createServeFolder(serveConfig({ main: evmNetwork(anvil.url) }))
})
afterEach(async () => {
  process.kill(anvil.pid, 'SIGCONT')
  for (const gateway of running.splice(0)) await gateway.stop()
  files.remove()
})

/** Freezes the node when the gateway knows its chain: before, a call waits for that check. */
const freezeNode = async (gateway: ServeProcess, key: string) => {
  expect((await post(httpUrl(gateway, 'main', key), callOf('eth_blockNumber'))).json.result).toBe('0x0')
  await freeze(anvil.pid)
}

/** A busy machine may not run the gateway for seconds; its calls time out after ten. */
const WITHIN_MS = 8_000

/** Waits until a call is on its way, and the node that does not answer has it. */
const untilInFlight = ({ adminUrl }: ServeProcess) =>
  expectSoon(
    async () => {
      const page = await (await fetch(`${adminUrl}/metrics`)).text()
      return (
        /^tollgate_http_requests_in_flight 1$/m.test(page) &&
        /^tollgate_upstream_attempts_in_flight\{.*\} [1-9]/m.test(page)
      )
    },
    true,
    WITHIN_MS,
  )

const QUICK_MS = 1_500
/**
 * Expects that an end is quick, in one of three tries: a busy machine may not run the gateway for
 * seconds. `end` returns how many milliseconds it took.
 */
const expectQuick = async (end: () => Promise<number>): Promise<void> => {
  let tookMs = await end()
  for (let tries = 1; tookMs >= QUICK_MS && tries < 3; tries++) tookMs = await end()
  expect(tookMs).toBeLessThan(QUICK_MS)
}

/** More than the time in which two signals are one. */
const AGAIN_MS = 400

describe('the end of tollgate serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('is quick and clean on %s without calls', async (signal) => {
    await expectQuick(async () => {
      const gateway = await start()
      const spentMs = stopwatch()
      gateway.child.kill(signal)
      expect(await gateway.exited).toEqual({ code: 0, signal: null })
      const tookMs = spentMs()
      // Standard output is for what scripts read: one line.
      expect(gateway.stdout).toBe(`${JSON.stringify({ url: gateway.url, adminUrl: gateway.adminUrl })}\n`)
      return tookMs
    })
  })

  test('is clean even when the signal comes as soon as the gateway has said where it listens', async () => {
    for (let round = 0; round < 3; round += 1) {
      const program = startProgram(['serve', '--json', '--config', files.configFile])
      program.child.stdout?.once('data', () => program.child.kill('SIGTERM'))
      expect(await program.exited).toEqual({ code: 0, signal: null })
    }
  })

  test('waits for the calls in flight, says so at /readyz, and closes WebSockets with 1001', async () => {
    const { key } = await files.createKey('main')
    const gateway = await start()
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    const idle = await openSocket(wsUrl(gateway, 'main', key))
    const readiness = async () => (await fetch(`${gateway.adminUrl}/readyz`)).status
    expect(await readiness()).toBe(200)

    await freezeNode(gateway, key)
    const slow = post(httpUrl(gateway, 'main', key), callOf('eth_chainId'))
    const slowMessage = socket.ask(callOf('eth_chainId', [], 'slow'))
    await untilInFlight(gateway)
    gateway.child.kill('SIGTERM')
    expect((await idle.closed).code).toBe(1001)
    expect(await readiness()).toBe(503)
    expect(await (await fetch(`${gateway.adminUrl}/readyz`)).json()).toMatchObject({ reasons: ['draining'] })
    await expect(post(httpUrl(gateway, 'main', key), callOf('eth_chainId'))).rejects.toThrow('fetch failed')

    const spentMs = stopwatch()
    process.kill(anvil.pid, 'SIGCONT')
    expect((await slow).json.result).toBe('0x7a69')
    expect(JSON.parse(await slowMessage)).toEqual({ jsonrpc: '2.0', id: 'slow', result: '0x7a69' })
    expect((await socket.closed).code).toBe(1001)
    expect(await gateway.exited).toEqual({ code: 0, signal: null })
    // The time limit of the drain is thirty seconds.
    expect(spentMs()).toBeLessThan(WITHIN_MS)
  })

  test('is not held up by a connection that is kept alive without a call', async () => {
    const { key } = await files.createKey('main')
    await expectQuick(async () => {
      const gateway = await start()
      const idle = connect(Number(new URL(gateway.url).port), '127.0.0.1')
      idle.write(`POST /main/v3/${key} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`)
      await once(idle, 'data')
      const spentMs = stopwatch()
      gateway.child.kill('SIGTERM')
      expect(await gateway.exited).toEqual({ code: 0, signal: null })
      idle.destroy()
      return spentMs()
    })
  })

  test('comes after drainTimeoutMs even when a call never finishes', async () => {
    files.save(serveConfig({ main: evmNetwork(anvil.url) }, 'limits: { drainTimeoutMs: 300 }\n'))
    const { key } = await files.createKey('main')
    const gateway = await start()
    await freezeNode(gateway, key)
    const lost = post(httpUrl(gateway, 'main', key), callOf('eth_chainId')).catch((error: Error) => error.message)
    await untilInFlight(gateway)
    const spentMs = stopwatch()
    gateway.child.kill('SIGTERM')
    expect(await gateway.exited).toEqual({ code: 0, signal: null })
    // Less than the call may take.
    expect(spentMs()).toBeLessThan(WITHIN_MS)
    expect(await lost).toBe('fetch failed')
  })

  test('comes at once at the second signal', async () => {
    const { key } = await files.createKey('main')
    const gateway = await start()
    await freezeNode(gateway, key)
    const lost = post(httpUrl(gateway, 'main', key), callOf('eth_chainId')).catch((error: Error) => error.message)
    await untilInFlight(gateway)
    gateway.child.kill('SIGTERM')
    await gateway.until('stderr', /draining/)
    await sleep(AGAIN_MS)
    gateway.child.kill('SIGTERM')
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGTERM' })
    expect(await lost).toBe('fetch failed')
  })

  const repeats = [
    ['INT', 2],
    ['INT', 5],
    ['INT', 10],
    ['TERM', 2],
    ['TERM', 10],
  ] as const
  test.each(sampleOf(repeats))('is clean when npm repeats SIG%s %i ms later', async (signal, gapMs) => {
    const { key } = await files.createKey('main')
    const gateway = await start()
    await freezeNode(gateway, key)
    const slow = post(httpUrl(gateway, 'main', key), callOf('eth_chainId'))
    await untilInFlight(gateway)
    await signalUnderNpm(gateway, signal, gapMs)
    await gateway.until('stderr', /draining/)
    process.kill(anvil.pid, 'SIGCONT')
    expect((await slow).json.result).toBe('0x7a69')
    expect(await gateway.exited).toEqual({ code: 0, signal: null })

    const idle = await start()
    await signalUnderNpm(idle, signal, gapMs)
    expect(await idle.exited).toEqual({ code: 0, signal: null })
  })

  test('comes at once when a person presses Ctrl-C again', async () => {
    const { key } = await files.createKey('main')
    const gateway = await start()
    await freezeNode(gateway, key)
    const lost = post(httpUrl(gateway, 'main', key), callOf('eth_chainId')).catch((error: Error) => error.message)
    await untilInFlight(gateway)
    await signalUnderNpm(gateway, 'INT', 2)
    await gateway.until('stderr', /draining/)
    await sleep(AGAIN_MS)
    gateway.child.kill('SIGINT')
    expect(await gateway.exited).toEqual({ code: null, signal: 'SIGINT' })
    expect(await lost).toBe('fetch failed')
  })
})

describe('tollgate serve refuses to start', () => {
  let taken: Server
  let port: number
  beforeAll(async () => {
    taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    port = (taken.address() as AddressInfo).port
  })
  afterAll(() => new Promise((resolve) => taken.close(resolve)))

  const serve = () => runCommand('serve', '--config', files.configFile)

  test.each(['listen', 'admin'])('when the port of %s is taken, and names it', async (listener) => {
    const free = `${listener}: { host: 127.0.0.1, port: 0 }`
    const text = serveConfig({ main: evmNetwork(anvil.url) })
    expect(text).toContain(free)
    files.save(text.replace(free, `${listener}: { host: 127.0.0.1, port: ${port} }`))
    const { code, stdout, stderr } = await serve()
    expect([code, stdout]).toEqual([1, ''])
    // A gateway with a log may warn of the node before.
    expect(stderr).toMatch(new RegExp(`^tollgate: .*127\\.0\\.0\\.1:${port}`, 'm'))
    expect(stderr).not.toMatch(/\n\s+at /)
  })

  test('a second time on one store; the first goes on', async () => {
    const { key } = await files.createKey('main')
    const gateway = await start()
    const { code, stdout, stderr } = await serve()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^tollgate: another gateway already serves from .*tollgate\.db; one process owns/)
    expect((await post(httpUrl(gateway, 'main', key), callOf('eth_chainId'))).status).toBe(200)
  })

  test('a configuration with mistakes, all of which it names', async () => {
    files.save(serveConfig({ main: `${evmNetwork(anvil.url)}, recentBlocks: 0`, other: 'family: evn, upstreams: []' }))
    const { code, stderr } = await serve()
    expect(code).toBe(1)
    expect(stderr).toMatch(/tollgate\.yaml:8:\d+ networks\.main\.recentBlocks: /)
    expect(stderr).toMatch(/tollgate\.yaml:9:\d+ networks\.other\.family: .*evm or solana/)
    expect(stderr).toMatch(/tollgate\.yaml:9:\d+ networks\.other\.upstreams: /)
  })

  test.each([[['serve', '--colour', 'blue']], [['serve', 'now']], [['serv']], [[]]])(
    'the command line %j with exit status 2',
    async (args) => {
      const { code, stdout, stderr } = await runCommand(...args)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^tollgate: /)
    },
  )

  test('a configuration file that is not there', async () => {
    const missing = startProgram(['serve', '--config', `${files.folder}/none.yaml`])
    expect((await missing.exited).code).toBe(1)
    expect(missing.stderr).toMatch(/none\.yaml:1:1 there is no such file/)
  })
})
