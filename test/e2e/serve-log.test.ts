import type { Readable } from 'node:stream'
import { httpUrl } from '../support/addresses.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL } from '../support/gateway.js'
import { sampleOf } from '../support/runs.js'
import { createServeFolder, evmNetwork, serveConfig, startProgram, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'

const ANSWERED = 20
const REFUSED = 3

const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))

/** Serves with this `log:`, makes calls, some of them refused, and returns what was logged. */
const logOf = async (log: string, ...options: string[]): Promise<{ text: string; key: string }> => {
  // Polls would warn of a node that this process, which may be paused, answers late.
  const files = createServeFolder(serveConfig({ main: evmNetwork(upstream.url, ', pollMs: 0') }, `log: ${log}\n`))
  try {
    const { key } = await files.createKey('main')
    const gateway = await startServe(files.configFile, undefined, options)
    for (let call = 0; call < ANSWERED; call++) await post(httpUrl(gateway, 'main', key), STORAGE_CALL)
    for (let call = 0; call < REFUSED; call++) await post(httpUrl(gateway, 'main', key), callOf('eth_nothing'))
    await gateway.stop()
    return { text: gateway.stderr, key }
  } finally {
    files.remove()
  }
}

test.each([[[]], [['--workers', '2']]])(
  'the log of serve %j is JSON with level names, from start to stop; of answered calls a sample',
  async (options) => {
    const { text, key } = await logOf('{ sample: 0.2 }', ...options)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const count = (outcome: string) => lines.filter((line) => line.msg === 'call' && line.outcome === outcome).length
    // Each worker logs every fifth of the calls that it answered.
    expect(count('ok')).toBeGreaterThanOrEqual(ANSWERED / 5 - 1)
    expect(count('ok')).toBeLessThanOrEqual(ANSWERED / 5)
    expect(count('method-not-found')).toBe(REFUSED)
    expect([...new Set(lines.map(({ level }) => level))].sort()).toEqual(['info'])
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
      version: expect.any(String),
      workers: options.length || 1,
    })
    expect(lines.map(({ msg }) => msg)).toContain('draining')
    expect(lines.at(-1)).toMatchObject({ msg: 'stopped' })
    expect(text).not.toContain(key)
  },
)

test('what a worker writes to its standard error is a line of the log', async () => {
  const files = createServeFolder(serveConfig({ main: evmNetwork(upstream.url) }))
  // Only a worker is a forked process, which has a channel to send messages.
  const words = encodeURIComponent('if (process.send) process.stderr.write("a bug’s stack")')
  const variables = { NODE_OPTIONS: `--import=data:text/javascript,${words}` }
  const gateway = startProgram(['serve', '--config', files.configFile, '--workers', '2'], undefined, variables)
  try {
    const [line] = await gateway.until('stderr', /^\{.*a worker wrote to standard error.*$/m)
    expect(JSON.parse(line)).toMatchObject({ level: 'error', text: 'a bug’s stack' })
  } finally {
    await gateway.stop()
    files.remove()
  }
})

describe('a log whose reader', () => {
  const ENDS_WITHIN_MS = 10_000
  /**
   * Serves with a log whose pipe `read` handles, makes calls, and stops the gateway. Returns the
   * status of the last call and how the gateway ended.
   */
  const endOf = async (read: (log: Readable) => void, ...options: string[]) => {
    const files = createServeFolder(serveConfig({ main: evmNetwork(upstream.url) }))
    try {
      const { key } = await files.createKey('main')
      const gateway = await startServe(files.configFile, undefined, options)
      read(gateway.child.stderr!)
      const call = () => post(httpUrl(gateway, 'main', key), STORAGE_CALL)
      // More lines than a pipe holds.
      for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, call))
      const { status } = await call()
      gateway.child.kill('SIGTERM')
      const spentMs = stopwatch()
      const isOver = () => gateway.child.exitCode !== null || gateway.child.signalCode !== null
      while (!isOver() && spentMs('go on') < ENDS_WITHIN_MS) await new Promise((resolve) => setTimeout(resolve, 20))
      spentMs()
      const { exitCode, signalCode } = gateway.child
      gateway.child.kill('SIGKILL')
      return { status, exitCode, signalCode }
    } finally {
      files.remove()
    }
  }

  const readers: readonly [string, (log: Readable) => void, string[]][] = [
    ['is gone', (log) => log.destroy(), []],
    ['takes nothing', (log) => log.pause(), []],
    ['is gone, with workers', (log) => log.destroy(), ['--workers', '2']],
    ['takes nothing, with workers', (log) => log.pause(), ['--workers', '2']],
  ]

  test.each(sampleOf(readers))('%s holds up neither calls nor the end', async (_, read, options) => {
    expect(await endOf(read, ...options)).toEqual({ status: 200, exitCode: 0, signalCode: null })
  })
})
