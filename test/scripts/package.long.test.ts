import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { evmNetwork, serveConfig, startProgram, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'

const npm = (cwd: string, ...args: string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Needs the npm registry. */
test('the packed tarball, installed without development dependencies in an empty folder, serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-package-'))
  const node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  try {
    npm(ROOT, 'pack', '--silent', '--pack-destination', folder)
    const [tarball] = readdirSync(folder)
    npm(folder, 'install', join(folder, tarball!), '--omit=dev')
    const program = join(folder, 'node_modules/.bin/tollgate')
    const configFile = join(folder, 'tollgate.yaml')
    writeFileSync(configFile, serveConfig({ main: evmNetwork(node.url) }))
    const run = async (...args: string[]) => {
      const running = startProgram(args, program)
      const { code } = await running.exited
      return { code, stdout: running.stdout, stderr: running.stderr }
    }
    expect(await run('--version')).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
    expect(await run('check', '--config', configFile)).toMatchObject({ code: 0, stderr: '' })
    const inStore = async (...args: string[]) =>
      JSON.parse((await run(...args, '--json', '--config', configFile)).stdout)
    const { id } = await inStore('account', 'create', '--name', 'Ann', '--plan', 'core')
    const { key } = await inStore('key', 'create', '--account', id, '--network', 'main')
    const serving = await startServe(configFile, program)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    const response = await fetch(`${serving.url}/main/v3/${key}`, { method: 'POST', body })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    await serving.stop()
    expect((await serving.exited).code).toBe(0)
  } finally {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
