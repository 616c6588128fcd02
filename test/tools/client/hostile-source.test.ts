import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { emitClient } from '../../../scripts/generate/emit/client.js'
import { emitPythonClient } from '../../../scripts/generate/emit/client-python.js'
import type { Contract, ContractMethod, Schema } from '../../../src/contract/contract.js'
import { type WrittenContract, withCommonErrors } from '../../../src/contract/with-errors.js'
import { quotable } from '../../../src/tools/client/python/type-text.js'

const written = JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract
const model = written.methods.find(({ name }) => name === 'eth_getStorageAt')!
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The contract with methods and components beside its own. */
const withMore = (
  methods: readonly Partial<ContractMethod>[],
  schemas: Record<string, Schema>,
  base = written.methods,
): Contract =>
  withCommonErrors({
    ...written,
    components: { ...written.components, schemas: { ...written.components.schemas, ...schemas } },
    methods: [...base, ...methods.map((method) => ({ ...model, ...method }))],
  })

/**
 * Texts that would be code where one of them ended the comment, docstring or literal that it stands
 * in.
 */
const TEXTS = [
  "a' | 0; evil(); type X = 'b",
  'a"; evil(); "b',
  'a\\"; evil(); "b\\',
  "a\\'; evil(); 'b\\",
  '*/ evil() /*',
  '*\n/ evil()',
  '""""; evil() #',
  '"""""""; evil() #',
  'x\\""""; evil() #',
  'a\rb\u0000c\n    evil()\n',
  `\`\${evil()}\``,
]

const hostile = (text: string): Contract =>
  withMore(
    [
      {
        name: 'eth_hostile',
        summary: text,
        description: text,
        params: [{ name: 'given', description: text, required: true, schema: ref('HostileParam') }],
        result: { name: 'result', description: text, schema: ref('HostileResult') },
        examples: [{ name: 'one', params: [{ name: 'given', value: text }], result: { name: 'result', value: {} } }],
      },
    ],
    {
      HostileParam: { title: 'HostileParam', description: text, enum: [text, null] },
      HostileResult: {
        title: 'HostileResult',
        description: text,
        type: 'object',
        properties: {
          [text]: { description: text, type: 'string', enum: [text] },
          plain: { description: text, const: text },
          __hidden: { description: text, type: 'string' },
        },
      },
    },
    // Only one method: writing clients with all methods for each text would take seconds.
    [model],
  )

/** Returns Python without its strings and comments: only the code that runs. */
const codeOf = (python: string): string =>
  python.replaceAll(/"""(?:\\[\s\S]|(?!""")[\s\S])*"""|"(?:\\.|[^"\\\n])*"|#.*/g, '""')

/** Contents of a harmless client's files, among them those that are the same in every client. */
const plain = new Set(emitClient(hostile('x')).map(({ content }) => content))

describe.each(TEXTS)('a contract with the text %j', (text) => {
  const contract = hostile(text)

  test('makes TypeScript in which it is no code', () => {
    const files = emitClient(contract).filter(({ path, content }) => path.endsWith('.ts') && !plain.has(content))
    expect(files.length).toBeGreaterThan(0)
    for (const { path, content } of files) {
      const { outputText, diagnostics } = ts.transpileModule(content, {
        reportDiagnostics: true,
        compilerOptions: { removeComments: true, target: ts.ScriptTarget.ES2022 },
      })
      expect([path, diagnostics!.map(({ messageText }) => messageText)]).toEqual([path, []])
      expect([path, outputText.includes('evil')]).toEqual([path, false])
    }
  })

  test('makes Python in which it is no code', () => {
    for (const { path, content } of emitPythonClient(contract).filter(({ path }) => path.endsWith('.py'))) {
      expect([path, codeOf(content).includes('evil')]).toEqual([path, false])
      expect([path, /[^\P{Cc}\n]/u.test(content)]).toEqual([path, false])
    }
  })
})

const pythonOf = (contract: Contract, name: string): string =>
  emitPythonClient(contract).find(({ path }) => path.endsWith(`/${name}.py`))!.content

test('names that become the same are told apart, in both languages', () => {
  const param = (name: string) => ({ name, description: 'x', required: true, schema: ref('Quantity') })
  const contract = withMore(
    [
      { name: 'eth_a$b', params: [param('from'), param('from_'), param('Call'), param('EvmCalls'), param('new')] },
      { name: 'eth_a_b', params: [param('new'), param('new_')] },
      { name: '__init__', params: [] },
      { name: '_http', params: [] },
    ],
    {},
  )
  const clients = pythonOf(contract, 'clients')
  expect(clients).toContain('def eth_a_b(self, from_: t.Quantity, from__: t.Quantity, Call_: t.Quantity, EvmCalls_: ')
  expect(clients).toContain('def eth_a_b_(self, new: t.Quantity, new_: t.Quantity, *')
  expect(clients).toContain('def call__init__(self, *')
  expect(clients).not.toMatch(/def _/)
  expect(pythonOf(contract, 'calls')).toContain('return Call("__init__", ())')
  const typescript = emitClient(contract).find(({ path }) => path.endsWith('src/clients.ts'))!.content
  expect(typescript).toContain('eth_a_b(new_: Quantity, new__: Quantity, options')
  expect(typescript).toContain("this.ask('eth_a_b', [new_, new__], options)")
  const methods = emitClient(contract).find(({ path }) => path.endsWith('src/methods.ts'))!.content
  expect(methods).toContain('eth_a_b: [new_: Quantity, new__: Quantity]')
})

test('types that are named after the place of an object in Python take the name of no other', () => {
  const inner = (member: string) => ({ type: 'object', properties: { [member]: { type: 'string' } } }) as const
  const types = pythonOf(
    withMore([{ name: 'eth_other', result: { name: 'r', schema: ref('Whole') } }], {
      Whole: {
        type: 'object',
        properties: { part: inner('a'), some_thing: inner('b'), someThing: inner('c'), 日: inner('d') },
      },
      WholePart: inner('z'),
    }),
    'types',
  )
  const classes = [...types.matchAll(/^class (\w+)/gm)].map(([, name]) => name)
  expect(classes.filter((name, index) => classes.indexOf(name) !== index)).toEqual([])
  expect(types).toContain('"part": "WholePart_"')
  expect(types).toContain('"some_thing": "WholeSomeThing",\n    "someThing": "WholeSomeThing_"')
})

test('a member that Python would give another name within a class is declared by its own', () => {
  const types = pythonOf(hostile('x'), 'types')
  expect(types).toContain('"__hidden": "str"')
})

test('texts within a type in quotes are the same when Python reads them', () => {
  expect(quotable('Literal["it\'s"]')).toBe(`Literal['it\\\\'s']`)
  expect(quotable('Literal["say \\"a\\\\\\n\\""]')).toBe(`Literal['say \\"a\\\\\\\\\\\\n\\"']`)
})
