import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import {
  createServeFolder,
  evmNetwork,
  type ProgramProcess,
  type ServeFolder,
  serveConfig,
  startProgram,
} from '../support/serve-process.js'
import { started } from '../support/started.js'
import { LONG_MS, until } from '../support/workers.js'

const node = started(() => startFakeUpstream(() => ({ resultText: '"0x10"' })))

interface Starting {
  readonly running: ProgramProcess
  readonly adminUrl: string
  readonly holdersUrl: string
  /** Asks /readyz; undefined while the private listener is not there. */
  ready(): Promise<{ status: number; reasons?: string[]; workers?: { ready: number } } | undefined>
}

/**
 * Starts the program with a dashboard and hands it over at once, long before it says that it
 * serves.
 */
const whileStarting = async (
  options: readonly string[],
  use: (starting: Starting) => Promise<void>,
  variables: Readonly<Record<string, string>> = {},
) => {
  const [adminPort, holdersPort] = [await ownPort(), await ownPort()]
  const text = serveConfig(
    { main: evmNetwork(node.url) },
    `log: { level: warn }\ndashboard: { enabled: true, port: ${holdersPort} }\n`,
  )
  const admin = `admin: { host: 127.0.0.1, port: ${adminPort}, token: ${ADMIN_TOKEN} }`
  const files: ServeFolder = createServeFolder(text.replace(/^admin:.*$/m, admin))
  const running = startProgram(['serve', '--json', '--config', files.configFile, ...options], undefined, variables)
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const ready: Starting['ready'] = async () => {
    const response = await fetch(`${adminUrl}/readyz`).catch(() => undefined)
    return response && { ...((await response.json()) as object), status: response.status }
  }
  try {
    await use({ running, adminUrl, holdersUrl: `http://127.0.0.1:${holdersPort}`, ready })
  } finally {
    await running.stop()
    files.remove()
  }
}

const makeKey = async (adminUrl: string) => {
  const account = await callApi(adminUrl, 'account.create', { name: 'Ann', plan: 'core' })
  expect(account.json).toMatchObject({ result: { name: 'Ann' } })
  const key = await callApi(adminUrl, 'key.create', { account: account.json.result.id, networks: ['main'] })
  expect(key.status).toBe(200)
  const invited = await callApi(adminUrl, 'account.invite', { id: account.json.result.id })
  return { url: key.json.result.urls[0].http as string, link: invited.json.result.url as string }
}

test.each([[[]], [['--workers', '2']]])(
  'serve %j answers at every door from the moment it says it is ready, and the admin API before',
  async (options) => {
    await whileStarting(options, async ({ running, adminUrl, holdersUrl, ready }) => {
      await until(async () => (await ready()) !== undefined, LONG_MS)
      const early = await makeKey(adminUrl)
      expect(early.link).toMatch(`${holdersUrl}/dashboard/#link=`)
      await until(async () => (await ready())?.status === 200, LONG_MS)
      const { url } = await makeKey(adminUrl)
      expect((await post(url, callOf('eth_blockNumber'))).json).toMatchObject({ result: '0x10' })
      expect((await fetch(`${holdersUrl}/dashboard/`)).status).toBe(200)
      expect((await fetch(`${adminUrl}/dashboard/`)).status).toBe(200)
      const [line] = await running.until('stdout', /^\{.*\}$/m)
      expect(new URL(url).port).toBe(new URL(JSON.parse(line).url).port)
      expect(new URL(early.url).port).toBe(new URL(url).port)
      expect(running.stderr).not.toContain('bug')
    })
  },
)

/** Holds the second worker before it runs the program, until the file is there. */
const heldUntil = (file: string): string => {
  const code = `import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
const isOver = () => cluster.worker?.id !== 2 || existsSync(${JSON.stringify(file)})
while (!isOver()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

test('a gateway one of whose workers has not started yet is not ready, though the other one is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-ready-'))
  const file = join(folder, 'go-on')
  const use = async ({ ready }: Starting) => {
    await until(async () => (await ready())?.workers?.ready === 1, LONG_MS)
    expect(await ready()).toMatchObject({ status: 503, reasons: ['starting'] })
    writeFileSync(file, '')
    await until(async () => (await ready())?.status === 200, LONG_MS)
  }
  try {
    await whileStarting(['--workers', '2'], use, { NODE_OPTIONS: heldUntil(file) })
  } finally {
    writeFileSync(file, '')
    rmSync(folder, { recursive: true })
  }
})
