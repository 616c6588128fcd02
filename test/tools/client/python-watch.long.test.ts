import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { PlacedHead, PlacedLog } from '../../../src/tools/client/runtime/resume-points.js'
import { expectSoon } from '../../support/expect-soon.js'
import { expectConnected, placeOf, runChaos, standingAfter } from './chain-chaos.js'
import { ChainGateway } from './chain-gateway.js'
import { createVenv, type PythonVenv } from './python-venv.js'

const PROGRAM = resolve('test/tools/client/python/programs/watch.py')

/** Needs Python and PyPI. */
describe('a watch of the Python client', () => {
  let venv: PythonVenv
  let gateway: ChainGateway
  const programs: ChildProcess[] = []
  beforeAll(async () => {
    venv = await createVenv(['websockets>=15,<18'])
    cpSync('generated/client-python', join(venv.folder, 'package'), { recursive: true })
    const installed = await venv.python(['-m', 'pip', 'install', '--quiet', './package'], venv.folder)
    expect(installed.code === 0 ? '' : installed.output).toBe('')
  })
  beforeEach(async () => {
    gateway = await new ChainGateway().start()
  })
  afterEach(async () => {
    for (const program of programs.splice(0)) program.kill()
    await gateway.close()
  })
  afterAll(() => venv?.remove())

  /** Starts the program; `ended` has the errors that end its watches. */
  const start = (...before: readonly string[]) => {
    const logs: PlacedLog[] = []
    const heads: PlacedHead[] = []
    const ended: Record<string, readonly [string, unknown]> = {}
    const program = spawn(join(venv.folder, 'venv/bin/python'), [...before, PROGRAM, gateway.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    programs.push(program)
    createInterface({ input: program.stdout! }).on('line', (line) => {
      const [name, event] = JSON.parse(line)
      if (Array.isArray(event)) ended[name] = event as [string, unknown]
      else if (name === 'logs') logs.push(event)
      else heads.push(event)
    })
    return { logs, heads, ended }
  }
  const begin = async () => {
    const program = start()
    // Two subscriptions, and a head for the logs.
    await expectSoon(() => gateway.asked.length, 3, 20_000)
    gateway.mine([2])
    await expectSoon(() => [program.heads.length, program.logs.length], [1, 2])
    return program
  }

  test.each([1, 2, 3])('loses and doubles nothing over cuts and reorganizations: %p', async (seed) => {
    const { logs, heads, ended } = await begin()
    await runChaos(gateway, seed, 150)
    const read = () => (ended.logs === undefined ? standingAfter(logs) : ended.logs)
    await expectSoon(read, gateway.logsFrom(1).map(placeOf), 20_000)
    expectConnected(heads, '0xb1')
    expect(gateway.asked.filter((params) => JSON.stringify(params).includes('after')).length).toBeGreaterThan(10)
    expect(logs.filter(({ removed }) => removed).length).toBeGreaterThan(5)
  })

  test('ends with ResumeLost where the gateway cannot go on', async () => {
    const { logs, heads, ended } = await begin()
    const after = { logs: logs.at(-1), heads: heads.at(-1) }
    gateway.cut()
    gateway.mine([0])
    gateway.forget()
    await expectSoon(() => ended.logs, ['resume-lost', { blockHash: after.logs?.blockHash, logIndex: '0x1' }])
    await expectSoon(() => ended.heads, ['resume-lost', { blockHash: after.heads?.hash }])
  })

  test('ends with the reason of close code 1008, and does not come back', async () => {
    const { ended } = await begin()
    gateway.cut(1008, 'daily_credits_exhausted')
    const reason = 'daily_credits_exhausted'
    const error = [reason, `the gateway closed the connection: ${reason}`] as const
    await expectSoon(() => [ended.logs, ended.heads], [error, error])
    expect(gateway.asked.length).toBe(3)
  })

  test('says what is missing where the package websockets is', async () => {
    const { ended } = start(
      '-c',
      'import sys; sys.modules["websockets"] = None; sys.argv = sys.argv[1:]; import runpy; runpy.run_path(sys.argv[0])',
    )
    await expectSoon(() => ended.logs?.[0], 'import', 20_000)
    expect(ended.logs![1]).toContain('watch')
  })
})
