import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Contract } from '../../src/contract/contract.js'
import { runTollgate } from '../support/command-runner.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { temporaryFolder } from '../support/started.js'
import { buildClient, compile } from '../tools/client/built-client.js'
import { startExampleGateway } from '../tools/client/readme-examples.js'

const folder = temporaryFolder()

const tollgate = (...argv: string[]) => runTollgate(folder, 'client', ...argv)

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

test('writes the same client as the repository has, but for its name, when no contract is named', async () => {
  expect(await tollgate('--out', 'plain')).toMatchObject({ status: 0, stderr: '' })
  for (const path of ['src/index.ts', 'src/clients.ts', 'src/types.ts', 'src/core/family-client.ts', 'LICENSE'])
    expect(read(`plain/${path}`)).toBe(readFileSync(`generated/client/${path}`, 'utf8'))
  expect(JSON.parse(read('plain/package.json'))).toMatchObject({ name: 'tollgate-client' })
  expect(read(join('plain', 'README.md'))).toContain("from 'tollgate-client'")
  // Again over itself.
  expect((await tollgate('--out', 'plain')).status).toBe(0)
})

test('has the methods of the configuration in the working folder, if there is one', async () => {
  writeFileSync(
    join(folder, 'tollgate.yaml'),
    `contracts: [ethereum]
plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }
networks: { main: { family: evm, upstreams: [{ name: a, url: "http://127.0.0.1:9" }] } }
`,
  )
  const written = await tollgate('--out', 'configured', '--json')
  rmSync(join(folder, 'tollgate.yaml'))
  expect(JSON.parse(written.stdout).methods).toContain('eth_call')
})

test('writes a client that compiles, with the methods of all documents, and calls a gateway that serves them', async () => {
  const own = 'acme_number'
  writeFileSync(join(folder, 'own.json'), JSON.stringify(operatorDocument([operatorMethod(own)])))
  const written = await tollgate(
    '--out',
    'merged',
    '--name',
    '@acme/rpc',
    ...['--contract', 'own.json'],
    ...['--contract', 'ethereum'],
    '--contract',
    'solana',
  )
  expect(written).toMatchObject({ status: 0, stderr: '' })
  const built = buildClient(join(folder, 'merged'), '@acme/rpc', ['esm'])
  const shipped = (name: string) =>
    JSON.parse(readFileSync(`src/contract/shipped/${name}.openrpc.json`, 'utf8')) as Contract
  const documents = [
    JSON.parse(readFileSync('openrpc.json', 'utf8')) as Contract,
    shipped('ethereum'),
    shipped('solana'),
  ]
  const methods = documents.flatMap((document) => document.methods)
  const gateway = await startExampleGateway({ ...documents[0]!, methods }, ['ethereum', 'solana'])
  try {
    writeFileSync(
      join(built.program, 'calls.ts'),
      `import { EvmClient, SolanaClient, type Params } from '@acme/rpc'
const evm = new EvmClient({ url: '${gateway.url('ethereum')}' })
const solana = new SolanaClient({ url: '${gateway.url('solana')}' })
const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const balance: \`0x\${string}\` | null = await evm.eth_getBalance(address, 'latest')
const account = await solana.getAccountInfo('G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL', { encoding: 'base64' })
const lamports: bigint | undefined = account.value?.lamports
// @ts-expect-error a method of the other family
const wrong = () => solana.eth_getBalance(address, 'latest')
// @ts-expect-error a transaction that is not hexadecimal
const unsent = () => evm.eth_sendRawTransaction('signed')
export type Own = Params['${own}']
console.log(balance, lamports, typeof wrong, typeof unsent)
`,
    )
    compile(built.program, '--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck', 'calls.ts')
    const { stdout: printed } = await promisify(execFile)(process.execPath, ['calls.js'], {
      cwd: built.program,
      timeout: 60_000,
    })
    expect(printed).toMatch(/^0x[0-9a-f]+ \d+n function function\n$/)
  } finally {
    built.remove()
    await gateway.stop()
  }
})

test('writes the same Python client as the repository has, and one of other contracts under its own name', async () => {
  const python = (...argv: string[]) => tollgate('--language', 'python', ...argv)
  expect(await python('--out', 'plain-python')).toMatchObject({ status: 0, stderr: '' })
  const names = readdirSync('generated/client-python', { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.(py|toml|md|typed)$|LICENSE$/.test(name))
  expect(files.length).toBeGreaterThan(15)
  for (const path of files)
    expect([path, read(`plain-python/${path}`)]).toEqual([
      path,
      readFileSync(`generated/client-python/${path}`, 'utf8'),
    ])
  expect((await python('--out', 'plain-python')).status).toBe(0)
  expect(await python('--out', 'python', '--name', 'acme-rpc', '--contract', 'ethereum')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('pip install . there installs it'),
  })
  expect(read('python/src/acme_rpc/clients.py')).toContain('def eth_getBalance(self, address: t.EvmAddress')
  expect(read('python/pyproject.toml')).toContain('packages = ["src/acme_rpc"]')
  expect(read(join('python', 'README.md'))).toContain('from acme_rpc import')
  expect(await python('--out', 'python', '--name', 'other')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('it has the package acme-rpc'),
  })
  expect(await python('--out', 'none', '--name', '@acme/rpc')).toMatchObject({ status: 2 })
  expect(await tollgate('--out', 'none', '--language', 'cobol')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--language must be typescript or python'),
  })
})

test('names what is wrong, and writes nothing', async () => {
  writeFileSync(join(folder, 'broken.json'), '{ "openrpc": "1.3.2" }')
  expect(await tollgate('--out', 'none', '--contract', 'broken.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('broken.json'),
  })
  expect(await tollgate('--out', 'none', '--contract', 'missing.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no such file'),
  })
  expect(await tollgate('--out', 'none', '--name', 'Not A Name')).toMatchObject({ status: 2 })
  expect(await tollgate('--contract', 'ethereum')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--out'),
  })
  expect(await tollgate('--out', '.')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
  writeFileSync(join(folder, 'package.json'), '{')
  expect(await tollgate('--out', '.')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })
  rmSync(join(folder, 'package.json'))
  expect(await tollgate('--out', 'broken.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is no folder'),
  })
  expect(await tollgate('--out', '/proc/none')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'tollgate: there is no file or folder /proc/none\n',
  })
  expect(await tollgate('--out', 'none', '--contract', 'ethereum', '--config', 'x.yaml')).toMatchObject({ status: 2 })
})
