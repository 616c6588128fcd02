import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { shipped } from '../contracts/shipped-contract.js'

/** Every test that reads the contract or what is generated from it, but for the one that adds a method itself. */
const TESTS = [
  'test/contract/',
  'test/contracts/',
  'test/pipeline/params/',
  'test/pipeline/stages/window',
  'test/conformance/error-table',
  'test/cli/check-and-contract',
  'test/cli/contract-command',
  'test/e2e/contract-examples',
  'test/e2e/demo.test',
  'test/docs.test',
  'test/docs/documented',
]

const LIMITS = { timeoutMs: 10_000, timeoutError: 'upstream-timeout' }
const ADDRESS = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const PUBKEY = 'ByiZkT5ZUmEdX5nrptdbh7bUoJx9Y4EbWyS4eW65abGG'
const param = (name: string, description: string, required: boolean, component: string) => {
  const schema = { $ref: `#/components/schemas/${component}` }
  return { name, description, required, schema }
}
const method = (name: string, family: 'evm' | 'solana', summary: string, result: string, more: object) => ({
  name,
  summary,
  description: `${summary}, as the node says it.`,
  paramStructure: 'by-position',
  params: [] as object[],
  result: { name: 'answer', description: `${summary}.`, schema: { $ref: `#/components/schemas/${result}` } },
  'x-family': family,
  'x-credits': 20,
  'x-limits': LIMITS,
  'x-position': { kind: 'none' },
  'x-finality': 'never',
  'x-failover': false,
  ...more,
})

/** Three methods as a contributor would add them: without params, with a block, and with a configuration. */
const METHODS = [
  method('eth_gasPrice', 'evm', 'The price of a unit of gas', 'Quantity', {
    examples: [{ name: 'cheap', params: [], result: { name: 'answer', value: '0x3b9aca00' } }],
  }),
  method('eth_getTransactionCount', 'evm', 'How many transactions an address sent', 'Quantity', {
    params: [
      param('address', 'The sender.', true, 'EvmAddress'),
      param('block', 'The block whose state is read.', true, 'BlockParameter'),
    ],
    'x-position': { kind: 'block', param: 1 },
    'x-finality': 'block',
    'x-contracts': ['/0'],
    examples: [
      {
        name: 'none',
        params: [
          { name: 'address', value: ADDRESS },
          { name: 'block', value: 'latest' },
        ],
        result: { name: 'answer', value: '0x0' },
      },
    ],
  }),
  method('getBalance', 'solana', 'The lamports of an account', 'LamportsResult', {
    params: [
      param('address', 'The account.', true, 'Pubkey'),
      param('config', 'The configuration.', false, 'BalanceConfig'),
    ],
    'x-position': { kind: 'commitment', param: 1 },
    examples: [
      {
        name: 'empty',
        params: [
          { name: 'address', value: PUBKEY },
          { name: 'config', value: { commitment: 'confirmed' } },
        ],
        result: { name: 'answer', value: { context: { slot: 1 }, value: 0 } },
      },
    ],
  }),
]
/** The contracts that come with Tollgate have this method too, so the component is the one of that name there. */
const LAMPORTS_RESULT = shipped('solana').components.schemas.LamportsResult

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tollgate-copy-'))
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' })
  for (const path of stdout.split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    cpSync(path, join(copy, path))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // Some checks look at what is tracked.
  spawnSync('git', ['init', '-q'], { cwd: copy })
  spawnSync('git', ['add', '-A'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** What a command in the copy printed when it failed; empty when it did not. */
const failureOf = (command: string, ...args: string[]): string => {
  const env = { ...process.env, TOLLGATE_TESTS: '', NODE_OPTIONS: '' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`.slice(-20_000)
}
const bin = (name: string) => join('node_modules', '.bin', name)

test('methods are added by editing openrpc.json alone, and every check and test of the contract stays green', () => {
  const path = join(copy, 'openrpc.json')
  const contract = JSON.parse(readFileSync(path, 'utf8'))
  contract.methods.push(...METHODS)
  contract.components.schemas.LamportsResult = LAMPORTS_RESULT
  writeFileSync(path, `${JSON.stringify(contract, null, 2)}\n`)

  expect(failureOf('npm', 'run', '-s', 'generate')).toBe('')
  expect(failureOf(bin('biome'), 'check', '--write', 'openrpc.json')).toBe('')
  expect(failureOf(bin('biome'), 'check', '--error-on-warnings', '.')).toBe('')
  expect(failureOf(bin('tsc'), '-p', 'tsconfig.json', '--noEmit')).toBe('')
  expect(failureOf('npm', 'run', '-s', 'build')).toBe('')
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toMatch(/^\| `getBalance` \| solana \| 20 \|/m)
  expect(failureOf(process.execPath, 'scripts/test.mjs', ...TESTS)).toBe('')
})
