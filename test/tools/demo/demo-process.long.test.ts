import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expectSoon } from '../../support/expect-soon.js'

const source = (file: string) => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href)

/** A process that runs `tollgate demo`, after the statements of `before`. */
const startProcess = (options: readonly string[], before = ''): ChildProcess => {
  const program = `${before}; process.argv.push('demo', ...${JSON.stringify(options)}); await import(${source('main.ts')})`
  const { NODE_OPTIONS: _, ...env } = process.env
  // With a script's name in the place that main skips.
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, 'tollgate'], { env })
}

const readAll = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

const readFirstLine = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
  let text = ''
  for await (const chunk of stream ?? []) {
    text += chunk
    if (text.includes('\n')) return text.slice(0, text.indexOf('\n'))
  }
  throw new Error(`the process ended after ${JSON.stringify(text)}`)
}

const startDemoProcess = async () => {
  const child = startProcess(['--json', '--port', '0', '--admin-port', '0'])
  const { url, configFile } = JSON.parse(await readFirstLine(child.stdout)) as { url: string; configFile: string }
  const nodeUrls = readFileSync(configFile, 'utf8').match(/http:\/\/127\.0\.0\.1:\d+/g) ?? []
  return { child, configFile, urls: [url, ...nodeUrls] }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('tollgate demo as a process', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('stops everything at %s and exits with 0', async (signal) => {
    const { child, configFile, urls } = await startDemoProcess()
    expect(await Promise.all(urls.map(answers))).toEqual([true, true, true, true])
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false, false])
    expect(existsSync(dirname(configFile))).toBe(false)
  })

  test('leaves no chain running even when it is killed', async () => {
    const { child, configFile, urls } = await startDemoProcess()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const isAnyoneThere = async () => (await Promise.all(urls.map(answers))).includes(true)
    await expectSoon(isAnyoneThere, false, 10_000)
    // No process was left to do it, and the chain writes its last state there.
    rmSync(dirname(configFile), { recursive: true, maxRetries: 10, retryDelay: 100 })
  })

  test('stops by itself after --duration', async () => {
    const child = startProcess(['--lines', '--duration', '1', '--port', '0', '--admin-port', '0'])
    const [text, [code]] = await Promise.all([readAll(child.stdout), once(child, 'exit')])
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(/Try next:[\s\S]*Ctrl-C stops everything\.\n[\s\S]*stopped, everything removed\n$/),
    ])
  })

  test('exits with 1 and says why when no chain can run', async () => {
    // The store has a native part too, which has to be loaded before the platform is another.
    const pretend = `await import(${source('cli/commands.ts')}); Object.defineProperty(process, 'platform', { value: 'sunos' })`
    const child = startProcess(['--duration', '60'], pretend)
    const [errors, [code]] = await Promise.all([readAll(child.stderr), once(child, 'exit')])
    expect(errors).toMatch(/^tollgate: the demo has no chain to show: anvil, .*; surfpool, /)
    expect(code).toBe(1)
  })
})
