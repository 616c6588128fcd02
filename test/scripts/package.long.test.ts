import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY_KEYS } from '../../scripts/release/rules.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { evmNetwork, serveConfig, startProgram, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'

const npm = (cwd: string, ...args: string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const makePackage = (from: string, to: string) =>
  npm(from, 'run', '--silent', 'package', '--', '--pack-destination', to)

/** Needs the npm registry. */
test('the packed tarball, installed without development dependencies in an empty folder, serves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-package-'))
  const node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  try {
    makePackage(ROOT, folder)
    const [tarball] = readdirSync(folder)
    npm(folder, 'install', join(folder, tarball!), '--omit=dev')
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/tollgate/package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((name) => REPOSITORY_KEYS.includes(name))).toEqual([])
    const program = join(folder, 'node_modules/.bin/tollgate')
    const configFile = join(folder, 'tollgate.yaml')
    const run = async (...args: string[]) => {
      const running = startProgram(args, program)
      const { code } = await running.exited
      return { code, stdout: running.stdout, stderr: running.stderr }
    }
    expect(await run('--version')).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
    expect(await run('init', '--yes', '--config', configFile)).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(configFile, 'utf8')).toContain(
      '$schema=./node_modules/tollgate/dist/src/server/config/config.schema.json\n',
    )
    expect(await run('check', '--config', configFile)).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(configFile, serveConfig({ main: evmNetwork(node.url) }))
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

/** Needs the npm registry. */
test('the demo runs from the tarball by npx, once its chains are fetched by the command that it names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-npx-'))
  try {
    makePackage(ROOT, folder)
    const [tarball] = readdirSync(folder)
    const { NODE_OPTIONS: _, ...env } = process.env
    const demo = () =>
      spawnSync('npx', ['--yes', `./${tarball}`, 'demo', '--duration', '1', '--port', '0', '--admin-port', '0'], {
        ...{ cwd: folder, encoding: 'utf8', env: { ...env, npm_config_cache: join(folder, 'cache') } },
      })
    const without = demo()
    expect([without.status, without.stdout]).toEqual([1, ''])
    const command = /npm install --no-save (.+)/.exec(without.stderr)!
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm(folder, 'install', '--no-save', ...command[1]!.trim().split(' '))
    const complete = demo()
    expect(complete.stdout).toMatch(/^Tollgate serves ethereum-mainnet and solana-mainnet,/m)
    expect(complete.status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the package has the same bytes when it is packed from another copy of the sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bytes-'))
  const packFrom = (from: string, name: string): Buffer => {
    mkdirSync(join(folder, name))
    makePackage(from, join(folder, name))
    return readFileSync(join(folder, name, readdirSync(join(folder, name))[0]!))
  }
  try {
    const copy = join(folder, 'copy')
    const sources = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
    for (const path of sources) cpSync(join(ROOT, path), join(copy, path))
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    expect(packFrom(copy, 'one').equals(packFrom(ROOT, 'two'))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
