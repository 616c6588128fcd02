import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ContractCopy, copyContract, readContract } from './contract-copy.js'

/** An eighth method as a contributor would write it: data, and nothing else. */
const gasPrice = {
  name: 'eth_gasPrice',
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
  examples: [{ name: 'local-chain', params: [], result: { name: 'price', value: '0x77359400' } }],
}

const withEighth = (): string => {
  const contract = readContract()
  return JSON.stringify({ ...contract, methods: [...contract.methods, gasPrice] }, null, 2)
}

const filesOf = (copy: ContractCopy): string[] =>
  readdirSync(join(copy.root, 'generated'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(copy.root.length + 1))
    .sort()

describe('npm run generate', () => {
  let copy: ContractCopy
  beforeEach(() => {
    copy = copyContract()
  })
  afterEach(() => copy.remove())

  test('--check is content with what is committed', async () => {
    expect(await copy.generate('--check')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('--check lists every file that is stale, missing or superfluous, and writes nothing', async () => {
    copy.write('generated/errors.ts', '// changed by hand\n')
    copy.write('generated/left-over.ts', '')
    copy.write('generated/client/README.md', '')
    const { code, stdout } = await copy.generate('--check')
    expect(stdout.trim().split('\n').sort()).toEqual([
      'stale: generated/client/README.md',
      'stale: generated/errors.ts',
      'stale: generated/left-over.ts',
    ])
    expect(code).toBe(1)
    expect(copy.read('generated/errors.ts')).toBe('// changed by hand\n')
  })

  test('writes the same bytes from nothing as are committed', async () => {
    const before = new Map(filesOf(copy).map((path) => [path, copy.read(path)]))
    for (const path of before.keys()) copy.write(path, 'stale')
    copy.write('generated/left-over.ts', '')
    expect((await copy.generate()).code).toBe(0)
    expect(new Map(filesOf(copy).map((path) => [path, copy.read(path)]))).toEqual(before)
  })

  test('every file says that it is generated, except those that cannot have comments', () => {
    const silent = filesOf(copy).filter((path) => !/@generated from [\w/.]+\.json/.test(copy.read(path)))
    expect(silent).toEqual(['generated/client/package.json', 'generated/client/tsconfig.json'])
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

  test('names line and column of a file that is not JSON', async () => {
    copy.write('openrpc.json', '{\n  "openrpc": "1.3.2",\n}\n')
    const { code, stderr } = await copy.generate('--check')
    expect(code).toBe(1)
    expect(stderr).toContain('openrpc.json:3:1: is not JSON')
  })

  test('renews the tables of a README between their markers only', async () => {
    copy.write(
      'README.md',
      '# Mine\n<!-- generated:methods -->\noutdated row\n<!-- /generated:methods -->\nkept\n<!-- generated:errors -->\n<!-- /generated:errors -->\nend\n',
    )
    expect(await copy.generate('--check')).toMatchObject({ code: 1, stdout: 'stale: README.md\n' })
    expect((await copy.generate()).code).toBe(0)
    const readme = copy.read('README.md')
    expect(readme).toContain('| `eth_getLogs` | evm | 255 | `filter` | 10 s, 5,000 parameters, 10,000 results | no |')
    expect(readme).toContain('| -32005 | 200 | query returned more than 10000 results |')
    expect(readme).not.toContain('outdated row')
    expect(readme).toMatch(/^# Mine\n[\s\S]*\nkept\n[\s\S]*\nend\n$/)
    expect((await copy.generate('--check')).code).toBe(0)
  })

  test('leaves a README without markers alone, and makes none', async () => {
    expect((await copy.generate()).code).toBe(0)
    expect(existsSync(join(copy.root, 'README.md'))).toBe(false)
    copy.write('README.md', '# Mine\n')
    expect((await copy.generate('--check')).code).toBe(0)
  })

  test('an eighth method is a row, types, validators and a client method, without code written by hand', async () => {
    copy.write('openrpc.json', withEighth())
    expect((await copy.generate('--check')).code).toBe(1)
    expect((await copy.generate()).code).toBe(0)
    expect(copy.read('generated/methods.ts')).toContain('  eth_gasPrice: []\n')
    expect(copy.read('generated/methods.ts')).toContain('  eth_gasPrice: Quantity\n')
    expect(copy.read('generated/server.ts')).not.toContain('eth_gasPrice')
    expect(copy.read('generated/client/src/index.ts')).toContain("Promise<Results['eth_gasPrice']>")
    expect(copy.read('generated/document.ts')).toContain('"eth_gasPrice"')
    expect(copy.read('generated/methods.ts')).toMatch(
      /eth_gasPrice: \{\n {4}name: "eth_gasPrice",\n {4}family: "evm",\n {4}priceCredits: 80,/,
    )
  })

  test('the validators of an eighth method work', async () => {
    copy.write('openrpc.json', withEighth())
    expect((await copy.generate()).code).toBe(0)
    const { validateParams, validateResult } = await import(
      pathToFileURL(join(copy.root, 'generated/validators.ts')).href
    )
    expect(validateParams.eth_gasPrice([])).toBe(true)
    expect(validateParams.eth_gasPrice(['latest'])).toBe(false)
    expect(validateResult.eth_gasPrice('0x1')).toBe(true)
    expect(validateResult.eth_gasPrice(1)).toBe(false)
  })

  test('an eighth method has types, and a handler it asks for must exist', async () => {
    const eighth = JSON.parse(withEighth())
    eighth.methods.at(-1)['x-handler'] = true
    copy.write('openrpc.json', JSON.stringify(eighth))
    expect((await copy.generate()).code).toBe(0)
    copy.write(
      'generated/use.ts',
      `import { type MethodRow, methods, type Params, type Results } from './methods.js'
import type { AnyCall, Handlers } from './server.js'
export const row: MethodRow = methods.eth_gasPrice
export const params: Params['eth_gasPrice'] = []
export const result: Results['eth_gasPrice'] = '0x1'
export const complete: Handlers<number> = { eth_getLogs: 1, eth_gasPrice: 2 }
export const missing: Handlers<number> = { eth_getLogs: 1 }
export const superfluous: Handlers<number> = { eth_getLogs: 1, eth_gasPrice: 2, eth_chainId: 3 }
export const slot = (call: AnyCall) => (call.method === 'eth_getStorageAt' ? call.params[1].length : 0)
`,
    )
    const { stdout } = await copy.compile()
    expect(stdout.match(/^\S.* error .*$/gm)).toEqual([
      expect.stringMatching(/use\.ts\(7,.*'eth_gasPrice' is missing/),
      expect.stringMatching(/use\.ts\(8,.*'eth_chainId' does not exist/),
    ])
  })
})
