import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { shippedNames } from '../../../src/contract/operator/shipped-files.js'
import { runTollgate } from '../../support/command-runner.js'
import { temporaryFolder } from '../../support/started.js'

const GENERATOR = createRequire(import.meta.url).resolve('@open-rpc/generator')
/** Makes a TypeScript client of a document, as `open-rpc-generator generate` does. */
const PROGRAM = `
const { default: generate } = require(process.argv[1])
const openrpcDocument = JSON.parse(require('node:fs').readFileSync('openrpc.json', 'utf8'))
generate({ openrpcDocument, outDir: 'made', components: [{ type: 'client', language: 'typescript', name: 'made' }] })
`

const folder = temporaryFolder()

test('the generator of the OpenRPC project makes a client of all methods as they are served', async () => {
  writeFileSync(
    join(folder, 'tollgate.yaml'),
    `contracts: [${shippedNames.join(', ')}]
plans: { core: { dailyCredits: 3000000, creditsPerSecond: 60000 } }
networks:
  main: { family: evm, upstreams: [{ name: a, url: "http://127.0.0.1:1" }] }
  sol: { family: solana, upstreams: [{ name: b, url: "http://127.0.0.1:1" }] }
`,
  )
  const { stdout } = await runTollgate(folder, 'contract', 'print')
  writeFileSync(join(folder, 'openrpc.json'), stdout)
  await promisify(execFile)(process.execPath, ['-e', PROGRAM, GENERATOR], { cwd: folder, maxBuffer: 10 * 1024 * 1024 })
  expect(existsSync(join(folder, 'made/client/typescript/src/index.ts'))).toBe(true)
})
