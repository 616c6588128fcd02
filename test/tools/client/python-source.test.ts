import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emitPythonClient } from '../../../scripts/generate/emit/client-python.js'
import type { Contract, ContractMethod, Schema } from '../../../src/contract/contract.js'
import { type WrittenContract, withCommonErrors } from '../../../src/contract/with-errors.js'
import { docstring, pythonLiteral, pythonName } from '../../../src/tools/client/python/source-text.js'
import { callsOf } from '../../../src/tools/client/typescript/watched-kinds.js'
import { createVenv } from './python-venv.js'

const written = JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract
const contract = withCommonErrors(written)

/** A module of the package of a contract. */
const moduleOf = (from: Contract, name: string): string =>
  emitPythonClient(from).find(({ path }) => path === `client-python/src/tollgate_client/${name}.py`)!.content

/** The contract with one method, or other components, beside its own. */
const withMore = (method: Partial<ContractMethod>, schemas: Record<string, Schema> = {}): Contract => {
  const model = written.methods.find(({ name }) => name === 'eth_getStorageAt')!
  const components = { ...written.components, schemas: { ...written.components.schemas, ...schemas } }
  return withCommonErrors({ ...written, components, methods: [...written.methods, { ...model, ...method }] })
}

/** The types of a contract that has this component, too. */
const typesWith = (name: string, schema: Schema): string => {
  const text = moduleOf(withMore({ name: 'eth_other' }, { [name]: schema }), 'types')
  return text.slice(text.search(new RegExp(`^(class |_)?_?${name}`, 'm')))
}

describe('the source of the Python client', () => {
  test('has every method in both clients of its family, and in no other', () => {
    const text = moduleOf(contract, 'clients')
    const classes = new Map(
      [...text.matchAll(/^class (\w+)\([\s\S]*?(?=^class |$(?![\s\S]))/gm)].map(([body, name]) => [name, body]),
    )
    expect([...classes.keys()]).toEqual(['EvmClient', 'AsyncEvmClient', 'SolanaClient', 'AsyncSolanaClient'])
    for (const { name, 'x-family': family } of callsOf(contract).methods)
      for (const [className, body] of classes)
        expect([className, name, new RegExp(`^ {4}(async )?def ${name}\\(self`, 'm').test(body)]).toEqual([
          className,
          name,
          className!.toLowerCase().includes(family),
        ])
  })

  test('asks for heads behind their logs if the contract has them, and for no others', () => {
    const options = structuredClone(contract.components.schemas.ResumeOptions) as Schema
    const { behindLogs: _, ...properties } = options.properties!
    const schemas = { ...contract.components.schemas, ResumeOptions: { ...options, properties } }
    const older = { ...contract, components: { ...contract.components, schemas } }
    const factsOf = (from: Contract) => /resumes_from="log".*?\)\)?,/.exec(moduleOf(from, 'clients'))![0]
    expect(factsOf(contract)).toContain('heads=("newHeads", {"behindLogs": True})')
    expect(factsOf(older)).not.toContain('heads')
  })

  test('lets a watch begin after a stored event where the kind can be resumed, and nowhere else', () => {
    const options = moduleOf(contract, 'clients').matchAll(/def (watch_\w+)\(self.*?\*, (.*)\) ->/g)
    const resumable = [...options].filter(([, , text]) => text!.includes('after: Place')).map(([, name]) => name)
    expect(resumable).toEqual(['watch_new_heads', 'watch_logs'])
  })

  test('has a class with data and the rule of repeating for each error, and the limit of time of each method', () => {
    const errors = moduleOf(contract, 'errors')
    for (const [name, { retry }] of Object.entries(contract['x-errors']))
      expect(errors).toContain(
        `    name: ClassVar[str] = "${name}"\n    retry: ClassVar[Retry] = "${retry}"\n\n    @property\n    def data(self) -> `,
      )
    const slow = withMore({
      name: 'eth_slow',
      'x-effect': 'write',
      'x-limits': { timeoutMs: 12_500, timeoutError: 'upstream-timeout' },
    })
    expect(moduleOf(slow, 'methods')).toContain('"eth_slow": MethodFacts(timeout=12.5, is_write=True),')
  })

  test('reads the headers that the contract names', () => {
    const more = {
      ...contract['x-headers'],
      'X-New-Fact': { description: 'New.', when: 'always', schema: { type: 'integer' } },
    }
    const facts = moduleOf({ ...contract, 'x-headers': more }, 'facts')
    expect(facts).toContain('    new_fact: int | None = None\n    """X-New-Fact: New. Always."""')
    expect(facts).toContain('new_fact=_integer(headers.get("X-New-Fact")),')
    expect(facts).toContain('verified: Literal["proof"] | None = None')
  })

  test('has one overload for each kind of result by encoding, and the general one last', () => {
    const overloads = moduleOf(contract, 'clients').match(/def getTokenAccountsByOwner\(self.*: \.\.\.$/gm)!
    expect(overloads.map((line) => /-> (.*):/.exec(line)?.[1])).toEqual(
      ['JsonParsed', 'Base64', 'NoEncoding', '', 'JsonParsed', 'Base64', 'NoEncoding', ''].map(
        (kind) => `t.TokenAccountsResult${kind}`,
      ),
    )
  })

  test('makes names of Python of names that are none', () => {
    const params = [
      { name: 'from', schema: { $ref: '#/components/schemas/Quantity' }, required: true, description: '' },
    ]
    const text = moduleOf(withMore({ name: 'acme.block-weight', params }), 'calls')
    expect(text).toContain('def acme_block_weight(from_: t.Quantity) -> Call[Evm, ')
    expect(text).toContain('return Call("acme.block-weight", (from_,))')
    expect(moduleOf(withMore({ name: 'close', params: [] }), 'clients')).toContain('def close_(self, *, timeout')
    expect(['from', '1st', 'a-b', 'timeout', ''].map((name) => pythonName(name, ['timeout']))).toEqual([
      'from_',
      '_1st',
      'a_b',
      'timeout_',
      '_',
    ])
    expect(pythonLiteral({ a: [null, true, false, 1.5, 'x"\n'] })).toBe('{"a": [None, True, False, 1.5, "x\\"\\n"]}')
  })

  test('lets no text of the contract end a docstring', () => {
    const hostile = 'ends """ here\\"""\n\nimport os  # and "here"'
    expect(docstring([hostile])).toBe('"""ends \\"\\"\\" here\\\\\\"\\"\\" import os  # and "here\\""""\n')
    const text = moduleOf(withMore({ name: 'eth_other', description: hostile, summary: hostile }), 'clients')
    expect(text).not.toMatch(/^import os/m)
    expect(text.replaceAll(/\\./g, '').match(/"""/g)!.length % 2).toBe(0)
  })

  test('makes types of what schemas say', () => {
    const text = { type: 'string' } as const
    expect(typesWith('Colour', { enum: ['red', 'blue', null] })).toMatch(
      /^Colour: TypeAlias = "Literal\['red', 'blue'\] \| None"/,
    )
    expect(typesWith('Digest', { type: 'string', pattern: '^0x[0-9a-f]{40}$' })).toMatch(/^Digest: TypeAlias = Hex\n/)
    expect(typesWith('Weight', { type: 'string', pattern: '^0x[0-9a-f]+$' })).toMatch(/^Weight: TypeAlias = Hex\n/)
    expect(typesWith('Name', { type: 'string', pattern: '^[a-z]+$' })).toMatch(/^Name: TypeAlias = str\n/)
    expect(typesWith('Ratio', { type: ['number', 'null'] })).toMatch(/^Ratio: TypeAlias = "float \| None"/)
    expect(typesWith('Names', { type: 'object', additionalProperties: { type: 'array', items: text } })).toMatch(
      /^Names: TypeAlias = "dict\[str, list\[str\]\]"/,
    )
    expect(
      typesWith('Pair', { anyOf: [{ type: 'array', items: { anyOf: [text, { type: 'null' }] } }, { type: 'null' }] }),
    ).toMatch(/^Pair: TypeAlias = "list\[str \| None\] \| None"/)
    // A member that is a word of Python, and one that may be left out.
    const place = { type: 'object', required: ['from'], properties: { from: text, 'at-once': { type: 'boolean' } } }
    expect(typesWith('Place', place)).toMatch(
      /^_PlaceRequired = TypedDict\([^)]*"from": "str",[^)]*\)\n[^)]*_PlaceOptional = TypedDict\([^)]*"at-once": "bool",[^)]*total=False\n\)\n\nclass Place\(_PlaceRequired, _PlaceOptional\):/,
    )
    // An object within an object, and one of several together.
    const nested = {
      type: 'object',
      required: ['inner'],
      properties: { inner: { type: 'object', properties: { a: text } } },
    }
    expect(typesWith('Outer', nested)).toMatch(
      /^class OuterInner\(TypedDict, total=False\):[\s\S]*class Outer\(TypedDict\):[\s\S]*inner: OuterInner\n/,
    )
    const both = {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: text } },
        { type: 'object', properties: { b: text } },
      ],
    }
    expect(typesWith('Both', both)).toMatch(
      /^class _BothRequired\(TypedDict\):\n {4}a: str\n\nclass Both\(_BothRequired, total=False\):[\s\S]*?b: str/,
    )
  })

  test('says nothing of an address of the gateway or a key but the one of the examples', () => {
    for (const { path, content } of emitPythonClient(contract))
      expect([path, content.match(/https?:\/\/[\w.:]+\/\S*v3\/(?!API_KEY|<API key>)\S*/g)]).toEqual([path, null])
  })
})

test('tests that need Python fail where there is none, or one that is too old, and say so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-no-python-'))
  try {
    const needed = /^Python 3\.10 or newer is needed as python3, with venv, pip and access to PyPI: .*ENOENT/
    await expect(createVenv([], join(folder, 'none'))).rejects.toThrow(needed)
    writeFileSync(join(folder, 'old'), '#!/bin/sh\necho 3 9\n', { mode: 0o755 })
    await expect(createVenv([], join(folder, 'old'))).rejects.toThrow(/: this one is 3\.9$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
