import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { exactJson, parseExact } from '../../src/runtime/exact-json.js'
import { shipped } from '../contract/shipped-contract.js'

/**
 * All tests that read the contract or files generated from it, except the test that adds a method.
 */
const TESTS = [
  'test/contract/',
  'test/server/pipeline/params/',
  'test/server/pipeline/stages/window',
  'test/conformance/error-table',
  'test/cli/check-and-contract',
  'test/cli/operation-command',
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
  'x-credits': PRICE,
  'x-limits': LIMITS,
  'x-position': { kind: 'none' },
  'x-finality': 'never',
  'x-failover': false,
  'x-contracts': 'open',
  ...more,
})

/** A method that no contract, no node and no client knows. */
const UNHEARD = 'eth_blockWeight'
const PRICE = 20

const UNHEARD_METHOD = method(UNHEARD, 'evm', 'The weight of a block', 'Quantity', {
  params: [param('block', 'The block that is weighed.', true, 'BlockParameter')],
  'x-position': { kind: 'block', param: 0 },
  'x-finality': 'block',
  examples: [
    {
      name: 'light',
      params: [{ name: 'block', value: '0x1b4' }],
      result: { name: 'answer', value: '0x2a' },
    },
  ],
})

/**
 * Methods as a contributor would add them, which real nodes have: without params, with a block, and
 * with a configuration.
 */
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
    'x-contracts': { addresses: ['/0'], beside: ['/1'] },
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
    'x-reasons': { 'x-contracts': 'The lamports of an account say nothing of a program.' },
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
/**
 * Component of the result of getBalance. A contract that comes with Tollgate has the method too, so
 * the component of that name there is used.
 */
const LAMPORTS_RESULT = shipped('solana').components.schemas.LamportsResult

let copy: string

/**
 * Adds methods to the copy's openrpc.json as docs/adding-a-method.md says. Methods that an earlier
 * call added are gone.
 */
const addMethods = (methods: readonly object[]): void => {
  // Numbers of 64 bits in the contract keep their digits.
  const contract = parseExact(readFileSync('openrpc.json', 'utf8')) as {
    readonly methods: object[]
    readonly components: { readonly schemas: Record<string, unknown> }
  }
  contract.methods.push(...methods)
  contract.components.schemas.LamportsResult = LAMPORTS_RESULT
  writeFileSync(join(copy, 'openrpc.json'), `${exactJson(contract, 2)}\n`)
  expect(failureOf('npm', 'run', '-s', 'generate')).toBe('')
  expect(failureOf(bin('biome'), 'check', '--write', 'openrpc.json')).toBe('')
  expect(failureOf('npm', 'run', '-s', 'build')).toBe('')
}

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
  addMethods([...METHODS, UNHEARD_METHOD])
}, 600_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a command in the copy. Returns its output if it failed, else an empty text. */
const failureOf = (command: string, ...args: string[]): string => {
  const env = { ...process.env, TOLLGATE_TESTS: '', NODE_OPTIONS: '' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  if (status === 0) return ''
  const printed = `${stdout}${stderr}`
  // Begins at the first test that failed, if tests ran.
  return printed.slice(Math.max(0, printed.indexOf('  ● '))).slice(0, 20_000)
}
const bin = (name: string) => join('node_modules', '.bin', name)
const TSC = join('node_modules', 'typescript-native', 'bin', 'tsc')

/** Runs a program in the copy. Returns its output and its exit status. */
const printed = (command: string, ...args: string[]): { readonly status: number | null; readonly stdout: string } => {
  const env = { ...process.env, NODE_OPTIONS: '' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  return { status, stdout: `${stdout}${stderr}` }
}
const tollgate = (...args: string[]) => printed(process.execPath, 'dist/src/main.js', ...args)

/**
 * Starts the copy's mock. `http` and `webSocket` are the addresses of its EVM network, with a key.
 */
const startCopysMock = async () => {
  const child = spawn(process.execPath, ['dist/src/main.js', 'mock', '--json'], {
    cwd: copy,
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  const { url, endpoints } = JSON.parse(line as string) as {
    readonly url: string
    readonly endpoints: readonly { readonly http: string; readonly webSocket: string }[]
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  return { url, ...endpoints[0]!, stop }
}

/** Returns a program that uses the copy's client. The compiler checks the program too. */
const program = (params: string) => `import { EvmClient } from './generated/client/src/index.js'
const client = new EvmClient({ url: process.argv[2]! })
const weight: string = await client.${UNHEARD}(${params})
console.log(weight)
`

test('only openrpc.json was edited: every other file that changed was written by the generator', () => {
  const { stdout } = printed('git', 'diff', '--name-only')
  const changed = stdout.trim().split('\n')
  const generated = changed.filter((path) => path.startsWith('generated/'))
  for (const path of ['client/src/methods.ts', 'client-python/src/tollgate_client/methods.py'])
    expect(generated).toContain(`generated/${path}`)
  const others = changed.filter((path) => !generated.includes(path) && path !== 'openrpc.json')
  // The others are pages with tables that the generator writes between two marks.
  for (const path of others) expect(readFileSync(join(copy, path), 'utf8')).toContain('<!-- generated:')
  expect(failureOf(bin('tsx'), 'scripts/generate.ts', '--check')).toBe('')
})

test('the client, the docs page, the mock, conform and diff have the new method', async () => {
  const mock = await startCopysMock()
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: UNHEARD, params: ['latest'] })
    const reply = await fetch(mock.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result } = (await reply.json()) as { result: string }
    expect(result).toMatch(/^0x[0-9a-f]+$/)
    expect(reply.headers.get('x-credits-cost')).toBe(String(PRICE))

    writeFileSync(join(copy, 'right.ts'), program("'latest'"))
    writeFileSync(join(copy, 'wrong.ts'), program('12'))
    expect(printed(bin('tsx'), 'right.ts', mock.http)).toEqual({ status: 0, stdout: `${result}\n` })
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2022',
    ]
    expect(failureOf(TSC, ...flags, 'right.ts')).toBe('')
    expect(failureOf(TSC, ...flags, 'wrong.ts')).toContain("is not assignable to parameter of type 'BlockParameter'")

    const page = await (await fetch(`${mock.url}/docs`)).text()
    expect(page).toContain(`data-method="${UNHEARD}"`)
    expect(page).toContain('The weight of a block')

    const conform = tollgate('conform', mock.http, '--ws', mock.webSocket, '--only', UNHEARD, '--json')
    const { summary, results } = JSON.parse(conform.stdout) as {
      readonly summary: { readonly failed: number }
      readonly results: readonly { readonly id: string; readonly skipped?: string }[]
    }
    expect({ status: conform.status, failed: summary.failed }).toEqual({ status: 0, failed: 0 })
    const looked = results.filter(({ skipped }) => skipped === undefined).map(({ id }) => id)
    expect(looked).toEqual(
      expect.arrayContaining([`result.${UNHEARD}`, `params.${UNHEARD}.missing`, `generated.${UNHEARD}`]),
    )
  } finally {
    await mock.stop()
  }
  const before = resolve('openrpc.json')
  const added = tollgate('contract', 'diff', before, 'openrpc.json')
  expect(added.status).toBe(0)
  expect(added.stdout).toMatch(new RegExp(`harmless +WIRE +METHOD_ADDED .*\\n +${UNHEARD}: a new method`))
  const removed = tollgate('contract', 'diff', 'openrpc.json', before)
  expect(removed.status).toBe(1)
  expect(removed.stdout).toMatch(new RegExp(`breaking +WIRE +METHOD_REMOVED .*\\n +${UNHEARD}: a method is gone`))
})

test('every check and test of the contract stays green', () => {
  for (const name of ['right.ts', 'wrong.ts']) rmSync(join(copy, name), { force: true })
  // Tests with real nodes ask them for every method.
  addMethods(METHODS)
  expect(failureOf(bin('biome'), 'check', '--error-on-warnings', '.')).toBe('')
  expect(failureOf(TSC, '-p', 'tsconfig.json', '--noEmit')).toBe('')
  expect(readFileSync(join(copy, 'README.md'), 'utf8')).toMatch(/^\| `getBalance` \| solana \| 20 \|/m)
  expect(failureOf(process.execPath, 'scripts/test.mjs', ...TESTS)).toBe('')
})
