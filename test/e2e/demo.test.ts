import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { methods } from '../../generated/methods.js'
import { descendantsOf } from '../support/descendants.js'
import { expectSoon } from '../support/expect-soon.js'
import { untilGone } from '../support/processes.js'
import { type ProgramProcess, runCommand, startProgram } from '../support/serve-process.js'
import { stopwatch } from '../support/stopwatch.js'

/** The methods that are called over HTTP, too. */
const called = Object.values(methods).filter(({ effect }) => effect !== 'subscription')

let temporary: string
let demo: ProgramProcess

/**
 * Starts the demo as `npm start` does, on free ports, with a folder for temporary files that only
 * it uses.
 */
const startDemo = async (...options: string[]) => {
  const args = ['demo', '--quiet', '--port', '0', '--admin-port', '0', ...options]
  demo = startProgram(args, undefined, { TMPDIR: temporary })
  await demo.until('stdout', options.includes('--json') ? /\n$/ : /Ctrl-C stops everything\.\n$/)
}

/** Runs a line as a reader who pastes it into a shell does. Returns the JSON that it prints. */
const runLine = async (line: string) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env })
  return JSON.parse(stdout)
}

/** Returns the lines that all readers get, and those of "Try next", which change something. */
const linesOf = () => {
  const [first = '', next = ''] = demo.stdout.split('Try next:')
  return { first: first.split('\n'), next: next.split('\n').filter((line) => /^(npx|curl|kill) /.test(line)) }
}

/** Starts a separate demo for a group of tests, which run one after the other against it. */
const withDemo = (...options: string[]) => {
  beforeAll(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'tollgate-demo-test-'))
    await startDemo(...options)
  })
  afterAll(async () => {
    await demo.stop()
    rmSync(temporary, { recursive: true, force: true })
  })
}

describe('tollgate demo --lines', () => {
  withDemo('--lines')

  test('prints lines that answer when they are copied, one for every method, and a command that shows what they cost', async () => {
    const curls = linesOf().first.filter((line) => line.startsWith('curl '))
    const named = curls.map((line) => /"method":"(\w+)"/.exec(line)?.[1])
    expect(named.sort()).toEqual(called.map(({ name }) => name).sort())
    for (const curl of curls) expect(await runLine(curl)).toEqual({ jsonrpc: '2.0', id: 1, result: expect.anything() })
    const [, options] = /^spent credits\s+.* (usage --config \S+ --account \S+)$/m.exec(demo.stdout) ?? []
    const used = async () => {
      const { code, stdout } = await runCommand(...(options ?? '').split(' '), '--json')
      expect(code).toBe(0)
      const { credits, calls } = JSON.parse(stdout)
      return { credits, calls }
    }
    const prices = called.reduce((sum, { priceCredits }) => sum + priceCredits, 0)
    // A charge is in the journal before its reply leaves, and in the store a moment later.
    await expectSoon(used, { credits: prices, calls: curls.length }, 10_000)
  })

  test('prints a line that answers over WebSocket', async () => {
    const [webSocket, ...others] = linesOf().first.filter((line) => line.startsWith('node '))
    expect(others).toEqual([])
    expect(await runLine(webSocket!)).toEqual({ jsonrpc: '2.0', id: 1, result: expect.anything() })
  })

  test('prints lines to try next, which show what they say', async () => {
    const { next } = linesOf()
    const tollgate = (line: string) => runCommand(...line.replace('npx tollgate ', '').split(' '), '--json')
    const head = async (line: string) => (await promisify(execFile)('sh', ['-c', line])).stdout
    const servedBy = async (line: string) => /x-served-by: (\w+)/i.exec(await head(line))?.[1]
    const [logs, again, poorer, refused, richer, paid, kill, failedOver, unanswered, forwarded, upstreams, ...others] =
      next
    expect([again, others]).toEqual([logs, []])
    expect(await servedBy(logs!)).toBe('upstream')
    await expectSoon(() => servedBy(again!), 'cache')
    // A pasted block waits until the gateway knows the change.
    for (const change of [poorer, richer]) expect(demo.stdout).toContain(`${change}\nsleep 1\ncurl `)
    expect((await tollgate(poorer!)).code).toBe(0)
    const statusOf = async (line: string) => /^HTTP\/1\.1 (\d+)/.exec(await head(line))?.[1]
    await expectSoon(() => statusOf(refused!), '402')
    expect((await tollgate(richer!)).code).toBe(0)
    await expectSoon(() => statusOf(paid!), '200')
    process.kill(Number(/^kill -9 (\d+)$/.exec(kill!)?.[1]), 'SIGKILL')
    await expectSoon(() => servedBy(failedOver!), 'partner')
    await expectSoon(() => statusOf(unanswered!), '503')
    await expectSoon(async () => JSON.parse((await tollgate(forwarded!)).stdout).length > 0, true)
    expect(JSON.parse((await tollgate(upstreams!)).stdout)).toMatchObject(expect.any(Array))
  })
})

describe('tollgate demo', () => {
  withDemo()

  test('prints one screen, whose call answers', async () => {
    const lines = demo.stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(25)
    for (const line of lines) expect([line, line.length <= 100]).toEqual([line, true])
    const call = lines.filter((line) => /^ {2}(export|curl) /.test(line)).join('\n')
    expect(await runLine(call)).toEqual({ jsonrpc: '2.0', id: 1, result: expect.stringMatching(/^0x/) })
  })

  test('makes a block when it is asked to', async () => {
    const lines = demo.stdout.split('\n').filter((line) => /^ {2}(export|curl) /.test(line))
    const ask = (method: string) =>
      runLine(lines.join('\n').replace(/ -d '.*'/, ` -d '${JSON.stringify({ jsonrpc: '2.0', id: 1, method })}'`))
    expect(await ask('evm_mine')).toEqual({ jsonrpc: '2.0', id: 1, result: '0x0' })
    expect(await ask('evm_snapshot')).toEqual({ jsonrpc: '2.0', id: 1, result: expect.stringMatching(/^0x/) })
  })
})

describe('tollgate demo --json, to its end,', () => {
  withDemo('--json')

  test('prints the same lines as data with --json', async () => {
    const { curls, webSocket, accounts } = JSON.parse(demo.stdout) as {
      curls: Record<string, string>
      webSocket: string
      accounts: { plan: string; key: string }[]
    }
    expect(Object.keys(curls).sort()).toEqual(called.map(({ name }) => name).sort())
    for (const line of [...Object.values(curls), webSocket]) {
      expect(await runLine(line)).toEqual({ jsonrpc: '2.0', id: 1, result: expect.anything() })
    }
    // Every account's key works in them.
    for (const { key } of accounts) {
      const line = curls.eth_chainId!.replace(accounts[0]!.key, key)
      expect(await runLine(line)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x7a69' })
    }
  })

  test('leaves no process and no file behind at Ctrl-C', async () => {
    const processes = descendantsOf(demo.pid)
    // anvil and its keeper, and surfpool: without them this test would show nothing.
    expect(processes.length).toBeGreaterThanOrEqual(3)
    expect(readdirSync(temporary)).not.toEqual([])
    const spentMs = stopwatch()
    demo.child.kill('SIGINT')
    expect(await demo.exited).toEqual({ code: 0, signal: null })
    expect(spentMs()).toBeLessThan(4_000)
    for (const pid of processes) await untilGone(pid)
    expect(readdirSync(temporary)).toEqual([])
    expect(demo.stderr).toBe('')
  })
})
