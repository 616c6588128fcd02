import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EvmClient } from '../../../generated/client/src/index.js'
import type { PlacedLog } from '../../../src/tools/client/runtime/resume-points.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeSocketNode } from '../../support/fake-socket-node.js'
import { started } from '../../support/started.js'
import { buildClient, compile } from './built-client.js'
import { placeOf } from './chain-chaos.js'
import { readmePrograms } from './readme-examples.js'

/** That of the examples. */
const ADDRESS = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
/** The example of the README that stores logs. */
const INDEXER = 2
/** Logs whose newest is in a block that no gateway knows. */
const lost = (logs: readonly PlacedLog[]): PlacedLog[] => {
  const newest = logs.at(-1)!
  return [...logs.slice(0, -1), { ...newest, blockHash: `0x${'9'.repeat(64)}` }]
}

const OPTIONS = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck']

const client = started(() => buildClient('generated/client', '@tollgate/client', ['esm']))

/** The programs of the README that watch, compiled for a gateway in files with this prefix. */
const buildPrograms = (prefix: string, url: () => string) => {
  const programs: ChildProcess[] = []
  beforeAll(async () => {
    const texts = readmePrograms('generated/client/README.md', url, 'typescript')
    for (const [index, text] of texts.entries()) writeFileSync(join(client.program, `${prefix}-${index}.ts`), text)
    const types = ['--types', 'node', '--typeRoots', join(process.cwd(), 'node_modules/@types')]
    compile(client.program, ...OPTIONS, ...types, ...texts.map((_, index) => `${prefix}-${index}.ts`))
  })
  const stop = async () => {
    for (const program of programs.splice(0)) {
      const ended = once(program, 'exit')
      if (program.exitCode === null && program.signalCode === null && program.kill('SIGKILL')) await ended
    }
  }
  afterEach(stop)
  return {
    stop,
    /** Starts a program; the returned function gives the lines that it printed. */
    start: (index: number) => {
      const program = spawn(process.execPath, [`${prefix}-${index}.js`], { cwd: client.program })
      programs.push(program)
      let text = ''
      program.stdout.on('data', (data) => {
        text += String(data)
      })
      program.stderr.on('data', (data) => {
        text += String(data)
      })
      return () => text.split('\n').slice(0, -1)
    },
  }
}

/** The programs of the README that watch, before a gateway that the test says the events of. */
describe('the programs of the README that watch', () => {
  const gateway = started(() => startFakeSocketNode())
  const { start } = buildPrograms('watch', () => `${gateway.url.replace('ws', 'http')}/ethereum-mainnet/v3/KEY`)
  afterEach(() => {
    gateway.cut()
  })

  const subscriptions = (kind: string) =>
    gateway.calls.filter(({ method, params }) => method === 'eth_subscribe' && params[0] === kind)
  /** Waits for the subscription of a kind that is the last of `count`. */
  const subscribed = (kind: string, count: number) => expectSoon(() => subscriptions(kind).length, count, 20_000)

  test('print logs, and those that are taken back', async () => {
    const lines = start(0)
    // It also asks for one head.
    await subscribed('newHeads', 1)
    const log = { blockHash: '0xab', blockNumber: '0x7', logIndex: '0x0', topics: [] }
    gateway.notify(JSON.stringify(log), '1')
    gateway.notify(JSON.stringify({ ...log, removed: true }), '1')
    await expectSoon(lines, ['new 0xab 0x0', 'taken back 0xab 0x0'])
    expect(subscriptions('logs')[0]!.params).toEqual(['logs', { address: expect.any(String) }])
  })

  test('say where transactions may be missing, and go on', async () => {
    const lines = start(1)
    await subscribed('newPendingTransactions', 1)
    gateway.notify('"0x1"')
    await expectSoon(lines, ['0x1'])
    gateway.cut()
    await subscribed('newPendingTransactions', 2)
    gateway.notify('"0x2"')
    await expectSoon(lines, ['0x1', 'transactions may be missing', '0x2'])
  })
})

/** Each life of the program ends with its process, at any moment. */
describe('the program of the README that stores logs', () => {
  const mock = started(() =>
    startMock({
      port: 0,
      seed: 'test',
      blockTimeMs: 200,
      dailyCredits: 100_000_000,
      creditsPerSecond: 1_000_000,
      env: {},
    }),
  )
  const url = () => mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!.http
  const { start, stop } = buildPrograms('store', url)
  const ask = async (method: string, params: readonly unknown[], fault: Record<string, string> = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await fetch(url(), { method: 'POST', headers: fault, body })
    return ((await answer.json()) as { result: never }).result
  }
  const fault = (wanted: string) => ask('eth_blockNumber', [], { 'X-Mock-Fault': wanted })
  const file = () => join(client.program, 'logs.json')
  const places = (logs: readonly PlacedLog[]) => logs.map((log) => `${Number(log.blockNumber)} ${placeOf(log)}`)
  const stored = () => places(existsSync(file()) ? JSON.parse(readFileSync(file(), 'utf8')) : [])
  const newest = () => Number(stored().at(-1)?.split(' ')[0] ?? 0)
  const storesNewer = async (count: number) => {
    const head = Number(await ask('eth_blockNumber', []))
    await expectSoon(() => newest() >= head + count, true, 20_000)
  }

  test('has those of the chain after restarts, whatever was replaced while it was away', async () => {
    // From the first watch on, each block of the mock has a log that fits the filter.
    const first = new EvmClient({ url: url() })
    const since = (await first.watchLogs({ address: ADDRESS }).next()).value!.blockNumber
    first.close()
    for (const depth of [1, 4, 0]) {
      const lines = start(INDEXER)
      await storesNewer(3)
      await stop()
      expect(lines()).toEqual([])
      if (depth > 0) await fault(`reorg=${depth}`)
      // As a place that is too old for the gateway.
      else writeFileSync(file(), JSON.stringify(lost(JSON.parse(readFileSync(file(), 'utf8')))))
    }
    start(INDEXER)
    await storesNewer(3)
    await fault('stall=600000')
    await expectSoon(async () => newest() === Number(await ask('eth_blockNumber', [])), true, 20_000)
    const standing = places(await ask('eth_getLogs', [{ address: ADDRESS, fromBlock: since, toBlock: 'latest' }]))
    expect(stored().slice(-standing.length)).toEqual(standing)
  })
})
