import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ownPort } from '../support/own-port.js'
import { createServeFolder, evmNetwork, serveConfig, startProgram } from '../support/serve-process.js'

/**
 * Longer than a start takes on a busy machine, and than the second that nodes get to end their
 * connections.
 */
const LIMIT_MS = 60_000

const taken = createServer()
beforeAll(() => new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => taken.close(resolve)))

test.each([
  ['listen', 'the public listener', []],
  ['listen', 'the public listener', ['--workers', '2']],
  ['admin', 'the private listener', []],
  ['admin', 'the private listener', ['--workers', '2']],
  ['dashboard', 'the listener for account holders', []],
])(
  'serve ends and says why when the port of %s is taken, which is %s, and the node refuses connections (%j)',
  async (listener, name, options) => {
    const { port } = taken.address() as AddressInfo
    const networks = { main: evmNetwork(`http://127.0.0.1:${await ownPort()}`) }
    const text = serveConfig(networks, 'dashboard: { host: 127.0.0.1, port: 0, enabled: true }\n')
    const files = createServeFolder(
      text.replace(`${listener}: { host: 127.0.0.1, port: 0`, `${listener}: { host: 127.0.0.1, port: ${port}`),
    )
    const running = startProgram(['serve', '--config', files.configFile, ...options])
    try {
      const end = await Promise.race([running.exited, wait(LIMIT_MS, 'runs on', { ref: false })])
      expect(end).toEqual({ code: 1, signal: null })
      expect(running.stderr).toContain(
        `${name} (${listener}.host, ${listener}.port): 127.0.0.1:${port} is taken by another program (EADDRINUSE); name another port\n`,
      )
    } finally {
      running.child.kill('SIGKILL')
      await running.exited
      files.remove()
    }
  },
)
