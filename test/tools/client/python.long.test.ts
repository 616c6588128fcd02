import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { emitPythonClient } from '../../../scripts/generate/emit/client-python.js'
import type { Contract } from '../../../src/contract/contract.js'
import { type WrittenContract, withCommonErrors } from '../../../src/contract/with-errors.js'
import { callsOf } from '../../../src/tools/client/typescript/watched-kinds.js'
import { joined, shipped, shippedNames } from '../../contract/shipped-contract.js'
import { createVenv, type PythonVenv } from './python-venv.js'
import { readmePrograms, startExampleGateway } from './readme-examples.js'

const TESTS = resolve('test/tools/client/python')
/** mypy needs websockets for the types of modules that the package imports only to watch. */
const PACKAGES = ['pytest==9.2.0', 'mypy==2.4.1', 'websockets>=15,<18']
/** Finds what other type checkers find in the sources of the package. */
const STRICTER = ['mutable-override', 'possibly-undefined'].flatMap((code) => ['--enable-error-code', code])
const written = JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract
const contract = withCommonErrors(written)

/** Returns the facts that the tests in Python compare the package with. */
const factsOf = (
  { methods, components, 'x-errors': rows }: Contract,
  url: (family: 'ethereum' | 'solana') => string,
) => ({
  urls: { evm: url('ethereum'), solana: url('solana') },
  methods: Object.fromEntries(
    methods.map(({ name, examples, 'x-family': family, 'x-credits': credits }) => {
      const [{ params, result } = { params: [], result: { value: null } }] = examples
      return [name, { family, credits, params: params.map(({ value }) => value), result: result.value }]
    }),
  ),
  errors: Object.fromEntries(
    Object.entries(components.errors).map(([name, object]) => {
      const { retry, httpStatus } = rows[name]!
      return [name, { retry, httpStatus, object }]
    }),
  ),
})

/** Needs Python and PyPI. */
describe('the Python client', () => {
  let venv: PythonVenv
  let gateway: Awaited<ReturnType<typeof startExampleGateway>>
  let facts: string
  beforeAll(async () => {
    venv = await createVenv(PACKAGES)
    cpSync('generated/client-python', join(venv.folder, 'package'), { recursive: true })
    const installed = await venv.python(['-m', 'pip', 'install', '--quiet', './package'], venv.folder)
    expect(installed.code === 0 ? '' : installed.output).toBe('')
    gateway = await startExampleGateway(contract)
    facts = join(venv.folder, 'facts.json')
    writeFileSync(facts, JSON.stringify(factsOf(callsOf(contract), gateway.url)))
  })
  afterAll(async () => {
    await gateway?.stop()
    venv?.remove()
  })

  /** Runs mypy on files; their paths start at the folder of the environment. */
  const checked = (...files: readonly string[]) =>
    venv.python(['-m', 'mypy', '--strict', '--python-version', '3.10', ...files], venv.folder)

  test('is installed by pip with httpx alone, licence and types', async () => {
    const code = `import importlib.metadata as m
d = m.distribution("tollgate-client")
print(d.version, d.requires, d.metadata["Requires-Python"], d.metadata["License-Expression"])
print(sorted(str(f) for f in d.files if "LICENSE" in str(f) or "py.typed" in str(f)))`
    const { output } = await venv.python(['-c', code], venv.folder)
    const [first, second] = output.trim().split('\n')
    expect(first).toBe(
      `${contract.info.version} ['httpx<1,>=0.27', "websockets<18,>=15; extra == 'watch'"] >=3.10 Apache-2.0`,
    )
    expect(second).toMatch(/^\['[^']*\/LICENSE', 'tollgate_client\/py\.typed'\]$/)
  })

  test('passes its tests against a gateway', async () => {
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--rootdir', TESTS, TESTS]
    const { code, output } = await venv.python(args, TESTS, { TOLLGATE_TEST_FACTS: facts })
    expect(code === 0 ? '' : output).toBe('')
    expect(output).toMatch(/\n\d{2,} passed in /)
  })

  test('has types that a checker finds nothing wrong with, and that let right calls through', async () => {
    cpSync(join(TESTS, 'types'), join(venv.folder, 'types'), { recursive: true })
    expect(await checked(...STRICTER, '-p', 'tollgate_client')).toMatchObject({ code: 0 })
    expect(await checked('types/right_calls.py')).toEqual({ code: 0, output: expect.stringContaining('Success') })
  })

  test('has types that refuse each wrong call, and nothing else', async () => {
    cpSync(join(TESTS, 'types'), join(venv.folder, 'types'), { recursive: true })
    const { output } = await checked('types/wrong_calls.py')
    const refused = new Set(
      [...output.matchAll(/^types\/wrong_calls\.py:(\d+): error:/gm)].map(([, line]) => Number(line)),
    )
    const lines = readFileSync(join(TESTS, 'types/wrong_calls.py'), 'utf8').split('\n')
    const wanted = lines.flatMap((line, index) => (line.includes('# refused: ') ? [index + 1] : []))
    expect(wanted.length).toBeGreaterThan(25)
    expect([...refused].sort((a, b) => a - b)).toEqual(wanted)
  })

  test('runs every program of its README, which pass a type checker as they stand', async () => {
    const programs = readmePrograms('generated/client-python/README.md', gateway.url, 'python')
    expect(programs.length).toBeGreaterThan(4)
    const folder = join(venv.folder, 'readme')
    mkdirSync(folder)
    for (const [index, code] of programs.entries()) writeFileSync(join(folder, `example_${index}.py`), code)
    for (const index of programs.keys()) {
      expect(await checked(join('readme', `example_${index}.py`))).toMatchObject({ code: 0 })
      const { code, output } = await venv.python([`example_${index}.py`], folder)
      expect({ index, code, isSilent: output === '', output }).toMatchObject({ code: 0, isSilent: false })
    }
    // Those that watch run in python-watch.long.test.ts.
    const watching = readmePrograms('generated/client-python/README.md', gateway.url, 'py')
    expect(watching.length).toBe(3)
    for (const [index, code] of watching.entries()) {
      writeFileSync(join(folder, `watch_${index}.py`), code)
      expect(await checked(join('readme', `watch_${index}.py`))).toMatchObject({ code: 0 })
    }
  })

  test('has a method that is added to a copy of the contract, sync and async, typed, with its limit of time', async () => {
    const model = written.methods.find(({ name }) => name === 'eth_getStorageAt')!
    const [block] = model.params.slice(-1)
    const added = {
      ...model,
      name: 'eth_blockWeight',
      summary: 'The weight of a block',
      params: [block!],
      result: { ...model.result, schema: { $ref: '#/components/schemas/Quantity' } },
      'x-limits': { ...model['x-limits'], timeoutMs: 2_000 },
      examples: [
        { name: 'light', params: [{ name: 'block', value: '0x1b4' }], result: { name: 'value', value: '0x2a' } },
      ],
    }
    const root = join(venv.folder, 'added')
    write(root, withCommonErrors({ ...written, methods: [...written.methods, added] }))
    const source = `from tollgate_client import AsyncEvmClient, EvmCalls, EvmClient, types as t
import asyncio, httpx, json, math

def answer(request: httpx.Request) -> httpx.Response:
    call = json.loads(request.content)
    print(call["method"], call["params"], math.ceil(request.extensions["timeout"]["read"]))
    return httpx.Response(200, json={"jsonrpc": "2.0", "id": call["id"], "result": "0x2a"})

client = EvmClient("http://localhost/v3/k", transport=httpx.MockTransport(answer))
weight: t.Quantity = client.eth_blockWeight("latest")
later = AsyncEvmClient("http://localhost/v3/k", transport=httpx.MockTransport(answer))
print(weight, asyncio.run(later.eth_blockWeight(weight)), client.reply(EvmCalls.eth_blockWeight("latest")).result)
`
    writeFileSync(join(root, 'right.py'), source)
    writeFileSync(join(root, 'wrong.py'), source.replace('eth_blockWeight("latest")', 'eth_blockWeight(12)'))
    // Before the one that is installed.
    const env = { PYTHONPATH: join(root, 'client-python/src'), MYPYPATH: join(root, 'client-python/src') }
    const { output } = await venv.python(['right.py'], root, env)
    expect(output.replaceAll("'", '"')).toBe(
      [
        'eth_blockWeight ["latest"] 7',
        'eth_blockWeight ["0x2a"] 7',
        'eth_blockWeight ["latest"] 7',
        '0x2a 0x2a 0x2a',
        '',
      ].join('\n'),
    )
    const strict = ['-m', 'mypy', '--strict', '--python-version', '3.10']
    expect(await venv.python([...strict, 'right.py'], root, env)).toMatchObject({ code: 0 })
    const wrong = await venv.python([...strict, 'wrong.py'], root, env)
    expect(wrong.output).toContain('Argument 1 to "eth_blockWeight" of "EvmClient" has incompatible type')
  })

  test.each(shippedNames)('is written for the contract %s too, and a type checker accepts it', async (name) => {
    const root = join(venv.folder, name)
    write(root, withCommonErrors(joined(shipped(name))))
    const env = { PYTHONPATH: join(root, 'client-python/src'), MYPYPATH: join(root, 'client-python/src') }
    const args = ['-m', 'mypy', '--strict', '--python-version', '3.10', '-p', 'tollgate_client']
    expect(await venv.python(args, root, env)).toMatchObject({ code: 0 })
    const imported = await venv.python(
      ['-c', 'import tollgate_client.clients as c; print(len(dir(c.EvmClient)))'],
      root,
      env,
    )
    expect(imported).toMatchObject({ code: 0 })
  })
})

/** Writes the package of a contract. */
const write = (root: string, contracted: Contract): void => {
  for (const { path, content } of emitPythonClient(contracted)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}
