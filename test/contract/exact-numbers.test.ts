import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atOnce } from '../../src/runtime/turns/in-turns.js'
import { printContract } from '../../src/server/admin/operations/contract.js'
import type { Config } from '../../src/server/config/config.js'
import { loadWithContracts } from '../../src/server/config/load-with-contracts.js'
import { docsPage } from '../../src/server/docs/page.js'
import { NetworkDocument } from '../../src/server/gateway/network-document.js'
import { pythonFiles } from '../../src/tools/client/python/client-files.js'
import { clientFiles } from '../../src/tools/client/typescript/client-files.js'
import { runTollgate } from '../support/command-runner.js'
import { operatorDocument, operatorMethod, ref } from '../support/operator-document.js'
import { temporaryFolder } from '../support/started.js'

const LARGEST = '18446744073709551615'
/** A number of an operator's own, so that no list of known bounds would do. */
const OWN = '12345678901234567891'
const ROUNDED = /18446744073709552000|12345678901234567000/

const folder = temporaryFolder()

const own = operatorDocument(
  [
    operatorMethod('acme_largest', {
      params: [{ name: 'limit', description: 'The limit.', required: true, schema: ref('AcmeLimit') }],
      result: { name: 'limit', description: 'The limit.', schema: ref('AcmeChoice') },
      examples: [{ name: 'one', params: [{ name: 'limit', value: 'OWN' }], result: { name: 'limit', value: 'OWN' } }],
      'x-contracts': 'open',
    }),
  ],
  {
    AcmeLimit: {
      title: 'AcmeLimit',
      description: 'A limit.',
      type: 'integer',
      minimum: 0,
      maximum: 'LARGEST',
      default: 'OWN',
    },
    AcmeChoice: { title: 'AcmeChoice', description: 'The only limit.', type: 'integer', enum: ['OWN'] },
  },
)
writeFileSync(
  join(folder, 'acme.json'),
  JSON.stringify(own, null, 2).replaceAll('"OWN"', OWN).replaceAll('"LARGEST"', LARGEST),
)
writeFileSync(
  join(folder, 'tollgate.yaml'),
  `store: sqlite:./tollgate.db
contracts: [ethereum, solana, ./acme.json]
networks:
  eth: { family: evm, upstreams: [{ name: a, url: "http://127.0.0.1:1" }] }
  sol: { family: solana, upstreams: [{ name: b, url: "http://127.0.0.1:2" }] }
plans:
  core: { dailyCredits: 3000000, creditsPerSecond: 500 }
`,
)

/** Read once: the judges of an operator's document take a while to make. */
let config: Config
beforeAll(async () => {
  const read = await loadWithContracts(join(folder, 'tollgate.yaml'), {})
  expect(read.mistakes).toEqual([])
  config = read.config!
})

describe('numbers of 64 bits keep their digits', () => {
  test('in what GET /openrpc.json and rpc.discover answer', async () => {
    const { document } = config.contract!
    const account = { dailyCredits: 1, resetsAt: '' }
    for (const family of ['evm', 'solana'] as const) {
      const served = new NetworkDocument(document, { name: family, family, safeTag: true })
      for (const allowed of [[], document.methods.map(({ name }) => name)]) {
        const text = Buffer.concat(await served.forKey('https://rpc.example', allowed, account)).toString('utf8')
        expect(text).not.toMatch(ROUNDED)
        expect(text).toContain(`"maximum":${LARGEST}`)
        if (family === 'evm') expect(text).toContain(`"value":${OWN}`)
      }
    }
  })

  test('on the docs page', () => {
    const assets = { script: 'docs/app.js', style: 'docs/style.css' }
    const networks = [...config.networks].map(([name, { family }]) => ({ name, family }))
    const page = atOnce(
      docsPage(printContract(config, {}, undefined), { baseUrl: 'https://rpc.example', networks, assets }),
    )
    expect(page).not.toMatch(ROUNDED)
    expect(page).toContain(LARGEST)
    expect(page).toContain(OWN)
  })

  test('on the command line', async () => {
    const files = ['--config', 'tollgate.yaml']
    for (const argv of [
      ['print', ...files],
      ['show', 'acme_largest', ...files],
      ['show', 'acme_largest', '--json', ...files],
    ]) {
      const { stdout, stderr } = await runTollgate(folder, 'contract', ...argv)
      expect(stderr).toBe('')
      expect(stdout).not.toMatch(ROUNDED)
      expect(stdout).toContain(OWN)
    }
  })

  test('in generated clients', () => {
    const contract = printContract(config, {}, undefined) as never
    const made = { name: 'acme', version: '1.0.0' } as never
    const files = [...clientFiles(contract, made, [], ''), ...pythonFiles(contract, 'acme', [], '')]
    const texts = files.map(({ content }) => content).join('\n')
    expect(texts).not.toMatch(ROUNDED)
    expect(texts).toContain(OWN)
  })
})
