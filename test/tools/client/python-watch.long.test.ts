import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { PlacedHead, PlacedLog } from '../../../src/tools/client/runtime/resume-points.js'
import { startMock } from '../../../src/tools/mock/mock.js'
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
  const start = (before: readonly string[] = [], after: Readonly<Record<string, unknown>> = {}) => {
    const logs: PlacedLog[] = []
    const heads: PlacedHead[] = []
    const ended: Record<string, readonly [string, unknown]> = {}
    const program = spawn(
      join(venv.folder, 'venv/bin/python'),
      [...before, PROGRAM, gateway.url, JSON.stringify(after)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    programs.push(program)
    createInterface({ input: program.stdout! }).on('line', (line) => {
      const [name, event] = JSON.parse(line)
      if (Array.isArray(event)) ended[name] = event as [string, unknown]
      else if (name === 'logs') logs.push(event)
      else heads.push(event)
    })
    return { logs, heads, ended, program }
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

  test('goes on after the last events of a program that was killed', async () => {
    const { logs, heads, program } = await begin()
    program.kill('SIGKILL')
    await expectSoon(() => gateway.connections, 0)
    gateway.mine([1, 0], 1)
    const second = start([], { logs: logs.at(-1), heads: heads.at(-1) })
    // The new branch has two blocks; logs of the old one are taken back.
    await expectSoon(() => second.heads.map(({ number }) => number), ['0x1', '0x2'], 20_000)
    gateway.mine([1], 1)
    const all = () => [...logs, ...second.logs]
    await expectSoon(() => standingAfter(all()), gateway.logsFrom(1).map(placeOf))
    expect(all().map(({ removed }) => removed)).toEqual([false, false, true, true, false, false])
    expectConnected([...heads, ...second.heads], '0xb1')
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
    const spawned = (index: number) => {
      const program = spawn(join(venv.folder, 'venv/bin/python'), ['-u', join(venv.folder, `watch_${index}.py`)], {
        cwd: venv.folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      programs.push(program)
      return program
    }
    const run = (index: number) => {
      const program = spawned(index)
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

    describe('the one that stores its place', () => {
      const limits = { dailyCredits: 100_000_000, creditsPerSecond: 1_000_000 }
      const mock = started(() => startMock({ port: 0, seed: 'test', blockTimeMs: 300, ...limits, env: {} }))
      const url = () => mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!.http
      const ask = async (method: string, params: readonly unknown[] = [], headers: Record<string, string> = {}) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
        return ((await (await fetch(url(), { method: 'POST', headers, body })).json()) as { result: never }).result
      }
      const fault = (wanted: string) => ask('eth_blockNumber', [], { 'X-Mock-Fault': wanted })
      /** Reads the table of the program. */
      const stored = async (): Promise<PlacedLog[]> => {
        const code = `import sqlite3
rows = sqlite3.connect('logs.db').execute('SELECT log FROM logs ORDER BY block')
print('[' + ','.join(log for (log,) in rows) + ']')`
        const { code: status, output } = await venv.python(['-c', code], venv.folder)
        return status === 0 ? JSON.parse(output) : []
      }
      /** Waits until the table has logs of this many blocks more than the chain now. */
      const followed = async (blocks: number) => {
        const height = Number(await ask('eth_blockNumber')) + blocks
        await expectSoon(async () => Number((await stored()).at(-1)?.blockNumber) >= height, true, 20_000)
      }

      test('has the logs of the chain after crashes, reorganizations and cuts', async () => {
        const [, , text] = readmePrograms('generated/client-python/README.md', url, 'py')
        writeFileSync(join(venv.folder, 'watch_2.py'), text!)
        // The mock's chain has logs that fit a filter since the first subscription with it.
        const first = spawned(2)
        // It prints the logs of its subscription, not those that it read before.
        await once(first.stdout!, 'data')
        first.kill('SIGKILL')
        const from = Number(await ask('eth_blockNumber'))
        for (const wanted of ['reorg=3', 'reorg=6', 'stall=0']) {
          const program = spawned(2)
          await followed(4)
          await fault('reorg=2')
          await followed(2)
          await fault('cut=1012')
          await followed(2)
          program.kill('SIGKILL')
          await fault(wanted)
        }
        spawned(2)
        await followed(2)
        await fault('stall=600000')
        const last = Number(await ask('eth_blockNumber'))
        const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${last.toString(16)}` }
        const address = /0x[0-9a-f]{40}/.exec(text!)![0]
        const logs: PlacedLog[] = await ask('eth_getLogs', [{ address, ...range }])
        const newest = async () => (await stored()).slice(-logs.length).map(placeOf)
        await expectSoon(newest, logs.map(placeOf), 20_000)
        expect(logs.length).toBeGreaterThan(20)
      })
    })
  })

  test('ends with ResumeLost after a cut before the first event', async () => {
    const { ended } = start()
    await expectSoon(() => gateway.asked.length, 3, 20_000)
    gateway.cut()
    await expectSoon(() => ended.logs, ['resume-lost', null])
  })

  test('says what is missing where the package websockets is', async () => {
    const { ended } = start([
      '-c',
      'import sys; sys.modules["websockets"] = None; sys.argv = sys.argv[1:]; import runpy; runpy.run_path(sys.argv[0])',
    ])
    await expectSoon(() => ended.logs?.[0], 'import', 20_000)
    expect(ended.logs![1]).toContain('watch')
  })
})
