import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { httpUrl, wsUrl } from '../../support/addresses.js'
import { runTollgate } from '../../support/command-runner.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { ownPort } from '../../support/own-port.js'
import { startProgram } from '../../support/serve-process.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

let key: string
let folder: string
let file: string
const node = started(() => startFakeUpstream(() => ({ resultText: '"0x1"' })))
const gateway = started(() => startTestGateway({ networks: { main: { urls: [node.url] } } }))
beforeAll(async () => {
  key = await gateway.addKey()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-record-'))
  file = join(folder, 'calls.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * Runs `tollgate record` in front of the gateway; `end` stops it and gives what it printed and
 * recorded.
 */
const startRecord = async (...options: readonly string[]) => {
  const program = startProgram(['record', gateway.url, '--out', file, ...options])
  const [, url] = await program.until('stdout', /^(http:\S+) passes calls on/m)
  return {
    url: url!,
    end: async () => {
      program.child.kill('SIGINT')
      expect(await program.exited).toEqual({ code: 0, signal: null })
      return { stdout: program.stdout, text: readFileSync(file, 'utf8') }
    },
  }
}

describe('tollgate record', () => {
  test('passes calls over both transports on, keeps them without a key, and contract diff reads them', async () => {
    const record = await startRecord()
    const reply = await post(httpUrl(record, 'main', key), callOf('eth_chainId', [], 7))
    expect(reply.json).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
    expect(reply.headers.get('x-credits-cost')).toBe('5')
    expect((await post(`${record.url}/main`, callOf('eth_blockNumber'), { 'x-api-key': key })).json).toMatchObject({
      id: 1,
    })
    const socket = await openSocket(wsUrl(record, 'main', key))
    expect(JSON.parse(await socket.ask(callOf('eth_chainId', [], 'over a socket')))).toMatchObject({ result: '0x1' })
    expect(JSON.parse(await socket.ask(callOf('eth_getStorageAt', [key])))).toHaveProperty('error')
    await socket.close()

    const { stdout, text } = await record.end()
    expect(text.split('\n')).toEqual([
      '{"method":"eth_chainId","params":[]}',
      '{"method":"eth_blockNumber","params":[]}',
      '{"method":"eth_chainId","params":[]}',
      '{"method":"eth_getStorageAt","params":["tgk_"]}',
      '',
    ])
    expect(`${text}${stdout}`).not.toContain(key)
    expect(stdout).toContain(`4 calls and 0 events in ${text.length} bytes; 0 messages passed on but not kept`)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const contract = resolve('openrpc.json')
    const diff = startProgram(['contract', 'diff', contract, contract, '--traffic', file])
    expect((await diff.exited).code).toBe(0)
    expect(diff.stdout).toContain('4 recorded calls')
  })

  test('passes calls on when it may keep no more of them', async () => {
    const record = await startRecord('--calls', '2')
    for (let call = 0; call < 4; call++)
      expect((await post(httpUrl(record, 'main', key), callOf('eth_chainId'))).json).toMatchObject({ result: '0x1' })
    expect((await record.end()).text.trim().split('\n')).toHaveLength(2)
  })

  test('passes calls on when its time is over, and keeps no more of them', async () => {
    const recorded = () => readFileSync(file, 'utf8').split('\n').length - 1
    let record: Awaited<ReturnType<typeof startRecord>>
    const ask = async () =>
      expect((await post(httpUrl(record, 'main', key), callOf('eth_chainId'))).json).toMatchObject({ result: '0x1' })
    // On a busy machine the first call may come when the time is over.
    for (let seconds = 2; ; seconds *= 2) {
      record = await startRecord('--for', `${seconds}s`)
      await ask()
      if (recorded() === 1) break
      await record.end()
      rmSync(file)
    }
    // A call is written before it is passed on, so the first one that is missing tells that time is
    // over.
    let calls = 1
    while (recorded() === calls) {
      await ask()
      calls += 1
    }
    expect(recorded()).toBe(calls - 1)
    await ask()
    const { stdout } = await record.end()
    expect(recorded()).toBe(calls - 1)
    expect(stdout).toContain(`${calls - 1} calls and 0 events in `)
  })

  test('prints one JSON value with --json, in time for a script to find its port', async () => {
    const program = startProgram(['record', gateway.url, '--out', file, '--json'])
    const [line] = await program.until('stdout', /^.*\n/)
    const { url } = JSON.parse(line!)
    expect((await post(httpUrl({ url }, 'main', key), callOf('eth_chainId'))).json).toMatchObject({ result: '0x1' })
    program.child.kill('SIGINT')
    expect(await program.exited).toEqual({ code: 0, signal: null })
    expect(JSON.parse(program.stdout)).toEqual({ url, target: new URL(gateway.url).origin, file })
  })

  test('ends on a signal while a WebSocket is open', async () => {
    const record = await startRecord()
    const socket = await openSocket(wsUrl(record, 'main', key))
    await record.end()
    await socket.closed
  })

  test('says on standard error that the endpoint is down', async () => {
    const target = `http://127.0.0.1:${await ownPort()}`
    const program = startProgram(['record', target, '--out', file])
    const [, url] = await program.until('stdout', /^(http:\S+) passes calls on/m)
    expect((await post(httpUrl({ url: url! }, 'main', key), callOf('eth_chainId'))).status).toBe(502)
    program.child.kill('SIGINT')
    expect(await program.exited).toEqual({ code: 0, signal: null })
    expect(program.stderr).toBe(`tollgate: ${target} did not answer: ECONNREFUSED; callers get 502\n`)
  })

  test('leaves no file behind when it cannot listen', async () => {
    const taken = new URL(node.url).port
    const { status, stderr } = await runTollgate(folder, 'record', gateway.url, '--out', file, '--port', taken)
    expect([status, stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')])
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    ['localhost', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
  ])('does not pass calls on to itself: %s, which it would be on %s', async (name, host) => {
    const port = String(await ownPort())
    const args = [`http://${name}:${port}`, '--out', file, '--host', host, '--port', port]
    const { status, stderr } = await runTollgate(folder, 'record', ...args)
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${port} is where the recorder itself would listen`)])
    expect(existsSync(file)).toBe(false)
  })

  test.each([
    [['http://127.0.0.1:1'], '--out FILE is needed'],
    [['http://127.0.0.1:1/v3/tgk_x', '--out', 'x'], 'without a path or key'],
    [['ws://127.0.0.1:1', '--out', 'x'], 'URL must be the origin'],
    [
      ['http://127.0.0.1:1', '--out', 'x', '--sample', '0'],
      '--sample must be above 0 and at most 100, such as 2.5, not "0"',
    ],
    [['http://127.0.0.1:1', '--out', 'x', '--for', 'long'], '--for must be a duration'],
    [['http://127.0.0.1:1', '--out', 'x', '--port', '70000'], 'from 0 to 65535, not "70000"'],
    [['http://127.0.0.1:1', '--out', 'x', '--for', '25d'], '--for must be at most 24d'],
    [['http://127.0.0.1:1', '--out', resolve('package.json')], 'is there already'],
  ])('%j is refused', async (options, message) => {
    const { status, stderr } = await runTollgate(folder, 'record', ...options)
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
  })
})
