import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mock, startMock } from '../../../src/mock/mock.js'
import { Workplace } from '../../support/command-line.js'

const place = new Workplace()
let mock: Mock
beforeAll(async () => {
  mock = await startMock({
    port: 0,
    seed: 'cli',
    blockTimeMs: 3_000,
    contracts: [],
    creditsPerSecond: 1_000_000,
    env: {},
  })
})
afterAll(() => mock?.stop())

const evm = () => mock.endpoints[0]!

describe('tollgate conform', () => {
  test('finds nothing wrong with the gateway, and writes a report for CI systems', async () => {
    const args = [evm().http, '--ws', evm().webSocket, '--junit', 'report.xml', '--only', 'envelope,batch']
    const { status, stdout } = await place.tollgate('conform', ...args)
    expect(stdout).toMatch(/\n\d+ passed, 0 failed, 0 skipped\n$/)
    expect(status).toBe(0)
    const report = readFileSync(join(place.folder, 'report.xml'), 'utf8')
    expect(report).toMatch(/<testsuite name="tollgate conform tollgate" tests="\d+" failures="0" skipped="0">/)
    expect(report).toContain('<testcase classname="websocket.batch.same-ids"')
  })

  test('says what is wrong with an endpoint that is no gateway, and ends with 1', async () => {
    const { status, stdout } = await place.tollgate(
      'conform',
      `${mock.url}/livez`,
      '--family',
      'evm',
      '--only',
      'envelope.id-1',
    )
    expect(stdout).toContain('✗ http envelope.id-1:')
    expect(status).toBe(1)
  })

  test.each([
    [['http://127.0.0.1:1/'], /^tollgate: http:\/\/127\.0\.0\.1:1\/: .*ECONNREFUSED/],
    [['ws://127.0.0.1:1/'], /is no address that begins with http:\/\/ or https:\/\//],
    [['http://127.0.0.1:1/', '--profile', 'best'], /--profile must be node, spec, tollgate/],
    [['http://127.0.0.1:1/', '--contract', 'nowhere.json'], /nowhere\.json/],
  ])('%j is refused', async (args, message) => {
    const { status, stderr } = await place.tollgate('conform', ...args)
    expect(stderr).toMatch(message)
    expect(status).not.toBe(0)
  })
})
