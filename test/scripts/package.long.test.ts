import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { privateKeyToAddress } from 'viem/accounts'
import { REPOSITORY_KEYS } from '../../scripts/release/rules.js'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { vault } from '../../src/tools/demo/vault-artifact.js'
import { httpUrl } from '../support/addresses.js'
import { startProgram, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { started } from '../support/started.js'

const npm = (cwd: string, ...args: string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

const makePackage = (from: string, to: string) =>
  npm(from, 'run', '--silent', 'package', '--', '--pack-destination', to)

/** The packed tarball of this repository. */
const packed = started(() => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-packed-'))
  makePackage(ROOT, folder)
  const stop = () => rmSync(folder, { recursive: true, force: true })
  return Promise.resolve({ tarball: join(folder, readdirSync(folder)[0]!), stop })
}, 300_000)

/** What a reader of the README writes next: prints the limit of a contract that it deployed. */
const DEPLOYS = `
import { ContractFactory, JsonRpcProvider, Wallet } from 'ethers'
const [url, privateKey, bytecode] = process.argv.slice(1)
const wallet = new Wallet(privateKey, new JsonRpcProvider(url))
const abi = ['function limit() view returns (uint256)', 'function deposit(uint256 amount)']
const contract = await new ContractFactory(abi, bytecode, wallet).deploy()
await contract.waitForDeployment()
const receipt = await (await contract.deposit(5)).wait()
console.log(String(await contract.limit()), receipt.status)
process.exit()
`

/** Needs the npm registry. */
test('the packed tarball, installed without development dependencies in an empty folder, leads by the commands that init prints to a contract that ethers deploys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-package-'))
  const node = await startAnvil({ args: ['--block-time', '1'] })
  try {
    npm(folder, 'install', packed.tarball, '--omit=dev')
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
    const answers = ['--yes', '--node', node.url, '--listen', '127.0.0.1:0', '--config', configFile]
    const started = await run('init', ...answers)
    expect(started).toMatchObject({ code: 0, stderr: '' })
    const commands = [...started.stdout.matchAll(/^ {2}npx tollgate (.+?)(?: --config .+)?$/gm)].map(([, line]) => line)
    expect(commands).toEqual([
      'check --online',
      'account create --name Ann --plan core',
      'key create --account ID --network ethereum-mainnet',
      'serve',
    ])
    const text = readFileSync(configFile, 'utf8')
    expect(text).toContain('$schema=./node_modules/tollgate/dist/src/server/config/config.schema.json\n')
    // The test changes only the admin port, which others may use.
    writeFileSync(configFile, text.replace('port: 8546', 'port: 0'))
    expect(await run('check', '--online', '--config', configFile)).toMatchObject({ code: 0, stderr: '' })
    const inStore = async (line: string) =>
      JSON.parse((await run(...line.split(' '), '--json', '--config', configFile)).stdout)
    const { id } = await inStore(commands[1]!)
    const { key } = await inStore(commands[2]!.replace('ID', id))
    const serving = await startServe(configFile, program)
    const privateKey = `0x${randomBytes(32).toString('hex')}` as const
    await callNode(node.url, 'anvil_setBalance', [privateKeyToAddress(privateKey), '0x8ac7230489e80000'])
    const args = [
      '--input-type=module',
      '-e',
      DEPLOYS,
      httpUrl(serving, 'ethereum-mainnet', key),
      privateKey,
      vault.bytecode,
    ]
    const { NODE_OPTIONS: _, ...env } = process.env
    const printed = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env, timeout: 60_000 })
    expect(printed).toEqual({ stdout: '1234 1\n', stderr: '' })
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
    const { NODE_OPTIONS: _, ...env } = process.env
    // For npx an absolute path is a command, not a package.
    const tarball = relative(folder, packed.tarball)
    const demo = () =>
      spawnSync('npx', ['--yes', tarball, 'demo', '--duration', '1', '--port', '0', '--admin-port', '0'], {
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
  try {
    const copy = join(folder, 'copy')
    const sources = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
    for (const path of sources) cpSync(join(ROOT, path), join(copy, path))
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    makePackage(copy, folder)
    const name = basename(packed.tarball)
    expect(readFileSync(join(folder, name)).equals(readFileSync(packed.tarball))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
