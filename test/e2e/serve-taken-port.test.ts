import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../src/server/cluster/free-port.js'
import { createServeFolder, evmNetwork, serveConfig, startProgram } from '../support/serve-process.js'

/**
 * Longer than a start takes on a busy machine, and than the second that nodes get to end their
 * connections.
 */
const LIMIT_MS = 20_000

const taken = createServer()
beforeAll(() => new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => taken.close(resolve)))

test.each([
  ['listen', []],
  ['listen', ['--workers', '2']],
  ['admin', []],
  ['admin', ['--workers', '2']],
])(
  'serve ends and says why when the port of %s is taken, and the node refuses connections (%j)',
  async (listener, options) => {
    const { port } = taken.address() as AddressInfo
    const text = serveConfig({ main: evmNetwork(`http://127.0.0.1:${await freePort()}`) })
    const files = createServeFolder(
      text.replace(`${listener}: { host: 127.0.0.1, port: 0`, `${listener}: { host: 127.0.0.1, port: ${port}`),
    )
    const running = startProgram(['serve', '--config', files.configFile, ...options])
    try {
      const end = await Promise.race([running.exited, wait(LIMIT_MS, 'runs on', { ref: false })])
      expect(end).toEqual({ code: 1, signal: null })
      expect(running.stderr).toContain(`127.0.0.1:${port} is taken by another program (EADDRINUSE)`)
    } finally {
      running.child.kill('SIGKILL')
      await running.exited
      files.remove()
    }
  },
)
