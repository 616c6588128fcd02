import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { buildSync } from 'esbuild'
import { publint } from 'publint'
import type { Contract } from '../../../src/contract/contract.js'
import { started } from '../../support/started.js'
import { buildClient, compile } from './built-client.js'
import { readmePrograms, startExampleGateway } from './readme-examples.js'

const run = promisify(execFile)
const contract = JSON.parse(readFileSync('openrpc.json', 'utf8')) as Contract

/** Compressed bytes of a page's script. */
const pageBytes = (code: string, resolveDir: string): number => {
  const stdin = { contents: code, resolveDir }
  const { outputFiles } = buildSync({
    stdin,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

describe('the package of the client', () => {
  const built = started(() => buildClient('generated/client', '@tollgate/client'))
  const gateway = started(() => startExampleGateway(contract))

  test('is found by every way to resolve modules, with types of its own kind', async () => {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', built.program], {
      cwd: built.folder,
    })
    const tarball = readdirSync(built.program).find((name) => name.endsWith('.tgz'))!
    const result = await checkPackage(createPackageFromTarballData(readFileSync(join(built.program, tarball))))
    expect(result.types).toMatchObject({ kind: 'included' })
    expect('problems' in result && result.problems).toEqual([])
  })

  test('has nothing that publint would say', async () => {
    expect((await publint({ pkgDir: built.folder, strict: true })).messages).toEqual([])
  })

  test('says what a registry asks for', () => {
    const manifest = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ sideEffects: false, license: 'Apache-2.0' })
    // One address for both packages: none, or that of the repository with the folder.
    const { repository } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(manifest.repository).toEqual(repository && { ...repository, directory: 'generated/client' })
    expect(readFileSync(join(built.folder, 'LICENSE'), 'utf8')).toContain('Apache License')
  })

  test('runs every program of its README, which compile as they stand', async () => {
    const programs = readmePrograms(join(built.folder, 'README.md'), gateway.url)
    expect(programs.length).toBeGreaterThan(5)
    for (const [index, code] of programs.entries())
      writeFileSync(join(built.program, `example-${index}.ts`), `${code}\nexport {}\n`)
    const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--skipLibCheck']
    compile(built.program, ...options, ...programs.map((_, index) => `example-${index}.ts`))
    for (const index of programs.keys()) {
      const { stdout, stderr } = await run(process.execPath, [`example-${index}.js`], {
        cwd: built.program,
        timeout: 60_000,
      })
      expect([index, stderr, stdout === '']).toEqual([index, '', false])
    }
  })

  test.each([
    ['axios', '@tollgate/client'],
    ['fetch', '@tollgate/client/fetch'],
  ])('posts with %s in Node, whatever the application set for its axios before: %s', async (transport, entry) => {
    const code = `import axios from 'axios'
import http from 'node:http'
const used = []
const { fetch } = globalThis
globalThis.fetch = (...given) => used.push('fetch') && fetch(...given)
const { request } = http
http.request = (...given) => used.push('axios') && request(...given)
axios.defaults.headers.common['X-API-Key'] = 'that of another service'
Object.assign(axios.defaults, { timeout: 1, maxContentLength: 1, adapter: () => used.push('adapter') })
axios.interceptors.request.use((config) => used.push('interceptor') && config)
const { EvmClient } = await import('${entry}')
await new EvmClient({ url: '${gateway.url('ethereum')}' }).eth_blockNumber()
console.log(used.join())
`
    // Within the package, where axios is found, too.
    writeFileSync(join(built.folder, 'posts.mjs'), code)
    const { stdout } = await run(process.execPath, ['posts.mjs'], { cwd: built.folder, timeout: 60_000 })
    expect(stdout.trim()).toBe(transport)
  })

  test('is required by CommonJS, where its classes are its own', async () => {
    const code = `const { EvmClient, RpcError } = require('@tollgate/client')
const { mappingPosition } = require('@tollgate/client/storage')
const clients = [new EvmClient({ url: '${gateway.url('ethereum')}' }), new (require('@tollgate/client/fetch').EvmClient)({ url: '${gateway.url('ethereum')}' })]
Promise.all(clients.map((client) => client.eth_blockNumber())).then(console.log)
clients[0].call('eth_nothing'.replace('nothing', 'getLogs'), [{ fromBlock: 'wrong' }]).catch((error) => console.log(error instanceof RpcError, error.name, mappingPosition(0, { uint: 1 })))`
    writeFileSync(join(built.program, 'required.cjs'), code)
    const { stdout } = await run(process.execPath, ['required.cjs'], { cwd: built.program, timeout: 60_000 })
    expect(stdout).toContain("[ '0x36', '0x36' ]")
    expect(stdout).toContain('true invalid-params 0xada5013122d395ba3c54772283fb069b10426056ef8ca54750cb9bb552a59e7d')
  })

  test('costs a page some 8.5 KB with fetch, of which the transport is less than one', () => {
    const page = pageBytes(
      `import { EvmClient } from '@tollgate/client'
document.title = await new EvmClient({ url: location.hash.slice(1) }).eth_blockNumber()`,
      built.program,
    )
    const transport = pageBytes(
      `import { fetchPost } from './generated/client/src/core/fetch-platform.ts'
console.log(fetchPost)`,
      process.cwd(),
    )
    const errors = pageBytes(`import { RpcError } from '@tollgate/client'\nconsole.log(RpcError)`, built.program)
    expect(page).toBeLessThan(8.5 * 1024)
    expect(transport).toBeLessThan(1024)
    expect(errors).toBeLessThan(2 * 1024)
  })
})
