import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { longTest } from '../support/runs.js'
import { startedEach } from '../support/started.js'
import { type ContractCopy, copyContract, Generator, readContract } from './contract-copy.js'

/** Another method as a contributor would write it: data, and nothing else. */
const exampleMethod = {
  name: 'eth_exampleMethod',
  summary: 'The price of gas',
  description: 'Returns the price of a unit of gas that the node suggests.',
  paramStructure: 'by-position',
  params: [],
  result: { name: 'price', description: 'Wei for a unit of gas.', schema: { $ref: '#/components/schemas/Quantity' } },
  'x-family': 'evm',
  'x-credits': 80,
  'x-limits': { timeoutMs: 10000, timeoutError: 'upstream-timeout' },
  'x-position': { kind: 'none' },
  'x-finality': 'never',
  'x-failover': false,
  'x-contracts': 'open',
  examples: [{ name: 'local-chain', params: [], result: { name: 'price', value: '0x77359400' } }],
}

/** With tables that are not those of the contract. */
const README =
  '# Mine\n<!-- generated:methods -->\noutdated row\n<!-- /generated:methods -->\nkept\n<!-- generated:errors -->\n<!-- /generated:errors -->\nend\n'

const withAnother = (): string => {
  const contract = readContract()
  return JSON.stringify({ ...contract, methods: [...contract.methods, exampleMethod] }, null, 2)
}

const filesOf = (copy: ContractCopy): string[] =>
  readdirSync(join(copy.root, 'generated'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(copy.root.length + 1))
    .sort()

describe('npm run generate', () => {
  const generator = new Generator()
  afterAll(() => generator.end())
  const copy = startedEach(() => copyContract(generator))

  test('is a command that prints what is stale and fails', async () => {
    copy.write('generated/errors.ts', '// changed by hand\n')
    expect(await copy.generateCommand('--check')).toEqual({
      code: 1,
      stdout: 'stale: generated/errors.ts\n',
      stderr: 'run npm run generate\n',
    })
  })

  test('--check lists every file that is stale, missing or superfluous, and writes nothing', async () => {
    copy.write('generated/errors.ts', '// changed by hand\n')
    copy.write('generated/left-over.ts', '')
    copy.write('generated/client/README.md', '')
    copy.write('README.md', README)
    const { code, stdout } = await copy.generate('--check')
    expect(stdout.trim().split('\n').sort()).toEqual([
      'stale: README.md',
      'stale: generated/client/README.md',
      'stale: generated/errors.ts',
      'stale: generated/left-over.ts',
    ])
    expect(code).toBe(1)
    expect(copy.read('generated/errors.ts')).toBe('// changed by hand\n')
  })

  test('writes the same bytes from nothing as are committed; leaves a README without markers alone, and makes none', async () => {
    const before = new Map(filesOf(copy).map((path) => [path, copy.read(path)]))
    for (const path of before.keys()) copy.write(path, 'stale')
    copy.write('generated/left-over.ts', '')
    expect((await copy.generate()).code).toBe(0)
    expect(new Map(filesOf(copy).map((path) => [path, copy.read(path)]))).toEqual(before)
    expect(existsSync(join(copy.root, 'README.md'))).toBe(false)
    copy.write('README.md', '# Mine\n')
    expect(await copy.generate('--check')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('every file says that it is generated, except those that cannot have comments', () => {
    const silent = filesOf(copy).filter((path) => !/@generated from [@\w/.-]+ /.test(copy.read(path)))
    expect(silent).toEqual([
      'generated/client-python/LICENSE',
      'generated/client/LICENSE',
      'generated/client/commonjs/package.json',
      'generated/client/package.json',
      'generated/client/tsconfig.commonjs.json',
      'generated/client/tsconfig.json',
    ])
  })

  test('writes nothing for a contract with mistakes, and names each with its place', async () => {
    const { openrpc: _, ...contract } = readContract()
    copy.write('openrpc.json', JSON.stringify({ ...contract, 'x-cost': 1 }))
    const errors = copy.read('generated/errors.ts')
    const { code, stderr } = await copy.generate()
    expect(code).toBe(1)
    expect(stderr).toContain('openrpc.json:1:')
    expect(stderr).toContain(' /x-cost: x-cost is not declared')
    expect(stderr).toContain("openrpc.json:1:1: should have required property 'openrpc'")
    expect(copy.read('generated/errors.ts')).toBe(errors)
  })

  longTest('writes nothing when what is generated would not compile, and names the place', async () => {
    // A type parameter of the generated code hides the component.
    const contract = readContract()
    const text = JSON.stringify(contract, null, 2).replaceAll('TokenAccountsResult', 'Given')
    copy.write('openrpc.json', text)
    const before = copy.read('generated/client/src/index.ts')
    const { code, stderr } = await copy.generate()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/generated\/client\/src\/methods\.ts:\d+:\d+: .*not generic/),
    })
    expect(copy.read('generated/client/src/index.ts')).toBe(before)
  })

  test('names line and column of a file that is not JSON', async () => {
    copy.write('openrpc.json', '{\n  "openrpc": "1.3.2",\n}\n')
    const { code, stderr } = await copy.generate('--check')
    expect(code).toBe(1)
    expect(stderr).toContain('openrpc.json:3:1: is not JSON')
  })

  test('renews the tables of a README between their markers only', async () => {
    copy.write('README.md', README)
    expect((await copy.generate()).code).toBe(0)
    const readme = copy.read('README.md')
    expect(readme).toContain('| `eth_getLogs` | evm | 255 | `filter` | 10 s, 5,000 parameters, 10,000 results | no |')
    expect(readme).toContain('| `too-many-results` | -32005 | 200 | query returned more than {limit} results |')
    expect(readme).not.toContain('outdated row')
    expect(readme).toMatch(/^# Mine\n[\s\S]*\nkept\n[\s\S]*\nend\n$/)
  })

  test('another method is a row, types, validators that work and a client method, without code written by hand', async () => {
    copy.write('openrpc.json', withAnother())
    expect((await copy.generate('--check')).code).toBe(1)
    expect((await copy.generate()).code).toBe(0)
    expect(copy.read('generated/methods.ts')).toContain('  eth_exampleMethod: []\n')
    expect(copy.read('generated/methods.ts')).toContain('  eth_exampleMethod: Quantity\n')
    expect(copy.read('generated/server.ts')).not.toContain('eth_exampleMethod')
    expect(copy.read('generated/client/src/clients.ts')).toContain(
      'eth_exampleMethod(options?: CallOptions): Promise<Quantity> {',
    )
    expect(copy.read('generated/client-python/src/tollgate_client/clients.py')).toContain(
      'async def eth_exampleMethod(self, *, timeout: float | None = None) -> t.Quantity:',
    )
    expect(copy.read('generated/document.ts')).toContain('"eth_exampleMethod"')
    expect(copy.read('generated/methods.ts')).toMatch(
      /eth_exampleMethod: \{\n {4}name: "eth_exampleMethod",\n {4}family: "evm",\n {4}effect: "read",\n {4}priceCredits: 80,/,
    )
    const { validateParams, validateResult } = await import(
      pathToFileURL(join(copy.root, 'generated/validators.ts')).href
    )
    expect(validateParams.eth_exampleMethod([])).toBe(true)
    expect(validateParams.eth_exampleMethod(['latest'])).toBe(false)
    expect(validateResult.eth_exampleMethod('0x1')).toBe(true)
    expect(validateResult.eth_exampleMethod(1)).toBe(false)
  })

  longTest('another method has types, and a handler it asks for must exist', async () => {
    const another = JSON.parse(withAnother())
    another.methods.at(-1)['x-handler'] = true
    copy.write('openrpc.json', JSON.stringify(another))
    expect((await copy.generate()).code).toBe(0)
    copy.write(
      'generated/use.ts',
      `import { type MethodRow, methods, type Params, type Results } from './methods.js'
import type { CallOf, Handlers } from './server.js'
import type { BlockParameter, EvmAddress, Quantity, StoragePosition } from './types.js'
export const row: MethodRow = methods.eth_exampleMethod
export const params: Params['eth_exampleMethod'] = []
export const result: Results['eth_exampleMethod'] = '0x1' as Quantity
interface Call { readonly params: readonly unknown[] }
type All = Pick<Handlers<Call, string>, 'eth_getLogs' | 'eth_exampleMethod'>
const logs: All['eth_getLogs'] = (next) => (call) => (call.params[0].fromBlock ?? '') + next({ params: [{}] })
export const complete: All = { eth_getLogs: logs, eth_exampleMethod: (next) => next }
export const missing: All = { eth_getLogs: logs }
export const superfluous: All = { eth_getLogs: logs, eth_exampleMethod: (next) => next, eth_chainId: logs }
export const wrongMember: All['eth_getLogs'] = () => (call) => call.params[0].block
export const noParam: All['eth_exampleMethod'] = () => (call) => call.params[0]
export const wrongNext: All['eth_getLogs'] = (next) => () => next({ params: ['0x1'] })
export const inOrder = (call: CallOf<Call, 'eth_getStorageAt'>): readonly [EvmAddress, StoragePosition, BlockParameter] => call.params
export const exchanged = (call: CallOf<Call, 'eth_getStorageAt'>): readonly [StoragePosition, EvmAddress, BlockParameter] => call.params
`,
    )
    const { stdout } = await copy.compile()
    expect(stdout.match(/^\S.* error .*$/gm)).toEqual([
      expect.stringMatching(/use\.ts\(11,.*'eth_exampleMethod' is missing/),
      expect.stringMatching(/use\.ts\(12,.*'eth_chainId' does not exist/),
      expect.stringMatching(/use\.ts\(13,.*'block' does not exist on type 'LogFilter'/),
      expect.stringMatching(/use\.ts\(14,.*'undefined' is not assignable/),
      expect.stringMatching(/use\.ts\(15,.*no properties in common with type 'LogFilter'/),
      expect.stringMatching(/use\.ts\(17,.*not assignable/),
    ])
  })
})
