import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exactJson } from '../../../src/runtime/exact-json.js'
import { listenOn } from '../../../src/runtime/listen-on.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { runTollgate } from '../../support/command-runner.js'
import { operatorDocument, operatorMethod, ref } from '../../support/operator-document.js'
import { ownPort } from '../../support/own-port.js'
import { startProgram } from '../../support/serve-process.js'
import { started, temporaryFolder } from '../../support/started.js'

/** Runs `tollgate conform …` in this process. */
const conformed = (...args: readonly string[]) => runTollgate(folder, 'conform', ...args)

const folder = temporaryFolder()
const mock = started(() =>
  startMock({
    port: 0,
    seed: 'cli',
    blockTimeMs: 3_000,
    contracts: [],
    creditsPerSecond: 1_000_000,
    env: {},
  }),
)

const evm = () => mock.endpoints[0]!

describe('tollgate conform', () => {
  test('finds nothing wrong with the gateway, and writes a report for CI systems', async () => {
    const args = [evm().http, '--ws', evm().webSocket, '--junit', 'report.xml', '--only', 'envelope,batch']
    const { status, stdout, stderr } = await conformed(...args)
    // One comparison: a failure then shows why the command printed nothing.
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/\n\d+ passed, 0 failed, 0 skipped\n$/)])
    expect(status).toBe(0)
    const report = readFileSync(join(folder, 'report.xml'), 'utf8')
    expect(report).toMatch(/<testsuite name="tollgate conform tollgate" tests="\d+" failures="0" skipped="0">/)
    expect(report).toContain('<testcase classname="websocket.batch.same-ids"')
  })

  test('ends with 1 if no check has a word of --only, which else would succeed for ever', async () => {
    const { status, stdout, stderr } = await conformed(evm().http, '--only', 'envelope.id-1,nosuchcheck')
    expect([stderr, stdout]).toEqual([
      'tollgate: --only: no check of this endpoint and profile has "nosuchcheck" in its name\n',
      expect.stringMatching(/\n[1-9]\d* passed, 0 failed, 0 skipped\n$/),
    ])
    expect(status).toBe(1)
  })

  test('says what is wrong with an endpoint that is no gateway, and ends with 1', async () => {
    const args = [`${mock.url}/livez`, '--family', 'evm', '--only', 'envelope.id-1']
    const { status, stdout, stderr } = await conformed(...args)
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('✗ http envelope.id-1:')])
    expect(status).toBe(1)
  })

  test('says why an endpoint cannot be reached', async () => {
    const key = 'tgk_secret'
    const { status, stderr } = await conformed(`http://127.0.0.1:${await ownPort()}/main/v3/${key}`)
    expect(stderr).toMatch(/^tollgate: http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/)
    expect(stderr).not.toContain(key)
    expect(status).not.toBe(0)
  })

  test('says what an endpoint that knows no such key answers', async () => {
    const { status, stderr } = await conformed(evm().http.replace(/[^/]+$/, 'tgk_wrong'))
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/neither eth_chainId nor getSlot \(-33100 Unauthorized/),
    ])
  })

  test('refuses a report file that cannot be written before it makes a call', async () => {
    let calls = 0
    const server = createServer((request, response) => {
      calls += 1
      request.resume().on('end', () => response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'))
    })
    const { url, stop } = await listenOn(server, { host: '127.0.0.1', port: 0 })
    const args = ['--family', 'evm', '--profile', 'node', '--only', 'envelope.id-1', '--junit', 'nowhere/report.xml']
    const { status, stderr } = await conformed(url, ...args).finally(stop)
    expect([status, stderr]).toEqual([
      1,
      `tollgate: --junit: there is no file or folder ${join(folder, 'nowhere/report.xml')}\n`,
    ])
    expect(calls).toBe(0)
  })

  test.each([
    ['refuses connections', async () => `http://127.0.0.1:${await ownPort()}/main/v3/tgk_secret`],
    ['knows no such key', async () => evm().http.replace(/[^/]+$/, 'tgk_wrong')],
  ])('leaves a report as it was, and makes none, if the endpoint %s', async (_trouble, address) => {
    const url = await address()
    writeFileSync(join(folder, 'old.xml'), '<old/>')
    expect(await conformed(url, '--junit', 'old.xml')).toMatchObject({ status: 1, stdout: '' })
    expect(readFileSync(join(folder, 'old.xml'), 'utf8')).toBe('<old/>')
    expect(await conformed(url, '--junit', 'new.xml')).toMatchObject({ status: 1, stdout: '' })
    expect(existsSync(join(folder, 'new.xml'))).toBe(false)
  })

  test('prints what it found even if there is no room for the report file', async () => {
    const { status, stdout, stderr } = await conformed(evm().http, '--only', 'envelope.id-1', '--junit', '/dev/full')
    expect([status, stderr]).toEqual([1, 'tollgate: --junit: there is no room left for /dev/full (ENOSPC)\n'])
    expect(stdout).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    expect(existsSync('/dev/full')).toBe(true)
  })

  test('writes the report to a named pipe, whose reader does not see an end before', async () => {
    const pipe = join(folder, 'report.pipe')
    execFileSync('mkfifo', [pipe])
    const reader = promisify(execFile)('cat', [pipe])
    const program = startProgram(['conform', evm().http, '--only', 'envelope.id-1', '--junit', pipe])
    try {
      expect((await reader).stdout).toMatch(/^<\?xml[\s\S]*<\/testsuite>\n$/)
      expect(await program.exited).toEqual({ code: 0, signal: null })
      expect(program.stdout).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    } finally {
      await program.stop()
    }
  })

  test('sends integers of a contract with all digits', async () => {
    const schemas = {
      Slot: { title: 'Slot', description: 'A slot.', type: 'integer', minimum: 0, maximum: 2n ** 64n - 1n },
      Flag: { title: 'Flag', description: 'A flag.', type: 'boolean' },
    }
    const method = operatorMethod('foo_at', {
      params: [
        { name: 'number', description: 'Which one.', required: true, schema: ref('Slot') },
        { name: 'flag', description: 'Whether.', required: true, schema: ref('Flag') },
      ],
      examples: [
        {
          name: 'one',
          params: [
            { name: 'number', value: 2n ** 64n - 1n },
            { name: 'flag', value: true },
          ],
          result: { name: 'result', value: '0x1' },
        },
      ],
    })
    writeFileSync(join(folder, 'more.json'), exactJson(operatorDocument([method], schemas)))
    const asked: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        if (body.includes('foo_at')) asked.push(body)
        response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
      })
    })
    const { url, stop } = await listenOn(server, { host: '127.0.0.1', port: 0 })
    const args = ['--contract', 'more.json', '--family', 'evm', '--profile', 'spec', '--only', 'foo_at']
    const { stdout, stderr } = await conformed(url, ...args).finally(stop)
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/\n\d+ passed, \d+ failed, \d+ skipped\n$/)])
    expect(asked).toContain('{"jsonrpc":"2.0","id":1,"method":"foo_at","params":[18446744073709551615,true]}')
    expect(asked).toContain('{"jsonrpc":"2.0","id":1,"method":"foo_at","params":[18446744073709551615,[[["x"]]]]}')
    expect(asked.join()).not.toContain('18446744073709552000')
  })

  test.each([
    [['ws://127.0.0.1:1/'], /URL must be an address that begins with http:\/\/ or https:\/\/, such as http:\/\/127/],
    [['http://127.0.0.1:1/', '--profile', 'best'], /--profile must be node, spec or tollgate, not "best"/],
    [['http://127.0.0.1:1/', '--contract', 'nowhere.json'], /nowhere\.json/],
  ])('%j is refused', async (args, message) => {
    const { status, stderr } = await conformed(...args)
    expect(stderr).toMatch(message)
    expect(status).not.toBe(0)
  })
})
