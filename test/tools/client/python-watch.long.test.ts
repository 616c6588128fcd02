import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { PlacedHead, PlacedLog } from '../../../src/tools/client/runtime/resume-points.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeSocketNode } from '../../support/fake-socket-node.js'
import { started } from '../../support/started.js'
import { expectConnected, placeOf, runChaos, standingAfter } from './chain-chaos.js'
import { ChainGateway } from './chain-gateway.js'
import { createVenv } from './python-venv.js'
import { readmePrograms } from './readme-examples.js'

const PROGRAM = resolve('test/tools/client/python/programs/watch.py')

/** Needs Python and PyPI. */
describe('a watch of the Python client', () => {
  let gateway: ChainGateway
  const programs: ChildProcess[] = []
  const venv = started(() => createVenv(['websockets>=15,<18']))
  beforeAll(async () => {
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
    await runChaos(gateway, seed, 150, logs)
    const read = () => (ended.logs === undefined ? standingAfter(logs) : ended.logs)
    await expectSoon(read, gateway.logsFrom(1).map(placeOf), 20_000)
    expectConnected(heads, '0xb1')
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

  describe('in the programs of the README', () => {
    const node = started(() => startFakeSocketNode())
    beforeAll(async () => {
      const url = () => `${node.url.replace('ws', 'http')}/ethereum-mainnet/v3/KEY`
      for (const [index, text] of readmePrograms('generated/client-python/README.md', url, 'py').entries())
        writeFileSync(join(venv.folder, `watch_${index}.py`), text)
    })

    /** Starts a program; `lines` is what it printed. */
    const run = (index: number) => {
      const program = spawn(join(venv.folder, 'venv/bin/python'), ['-u', join(venv.folder, `watch_${index}.py`)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      programs.push(program)
      const lines: string[] = []
      createInterface({ input: program.stdout! }).on('line', (line) => void lines.push(line))
      return lines
    }
    const subscribed = (kind: string, count: number) =>
      expectSoon(() => node.calls.filter(({ params }) => params[0] === kind).length, count, 20_000)

    test('prints logs, and those that are taken back', async () => {
      const lines = run(0)
      await subscribed('newHeads', 1)
      const log = { blockHash: '0xab', blockNumber: '0x7', logIndex: '0x0', topics: [] }
      node.notify(JSON.stringify(log), '1')
      node.notify(JSON.stringify({ ...log, removed: true }), '1')
      await expectSoon(() => lines, ['new 0xab 0x0', 'taken back 0xab 0x0'])
    })

    test('says where transactions may be missing, and goes on', async () => {
      const lines = run(1)
      await subscribed('newPendingTransactions', 1)
      node.notify('"0x1"')
      await expectSoon(() => lines, ['0x1'])
      node.cut()
      await subscribed('newPendingTransactions', 2)
      node.notify('"0x2"')
      await expectSoon(() => lines, ['0x1', expect.stringMatching(/^transactions may be missing: ./), '0x2'])
    })
  })

  test('ends with ResumeLost after a cut before the first event', async () => {
    const { ended } = start()
    await expectSoon(() => gateway.asked.length, 3, 20_000)
    gateway.cut()
    await expectSoon(() => ended.logs, ['resume-lost', null])
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
