import { compileFunction } from 'node:vm'
import fc from 'fast-check'
import type { Contract } from '../../src/contract/contract.js'
import { shippedContracts } from '../../src/contract/operator/shipped-files.js'
import { withBase } from '../../src/contract/operator/with-base.js'
import { readContract } from '../../src/contract/read.js'
import { validatorSource } from '../../src/contract/validator-source.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { contractDiff } from '../../src/tools/diff/contract-diff.js'
import { comparableContract } from '../../src/tools/diff/document.js'
import { importContract } from '../../src/tools/import/import-contract.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'
import { runs } from '../support/runs.js'

const base = writtenContract()
const known = shippedContracts()
const TEXT = { type: 'string' }

/**
 * Imports a method with this param beside a right one: the imported methods, and the notes
 * about it.
 */
const imported = (schema: unknown, schemas: object = {}, more: object = {}) => {
  const method = { name: 'eth_x', params: [{ name: 'a', required: true, schema }], result: { name: 'r', schema: TEXT } }
  const fine = { ...method, name: 'eth_fine', params: [] }
  const document = { info: {}, methods: [{ ...method, ...more }, fine], components: { schemas } }
  const { contract, notes } = importContract(document, { family: 'evm', credits: 1, base, known })
  const said = notes.filter(({ kind }) => kind !== 'guessed').map(({ message }) => message)
  return { names: contract?.methods.map(({ name }) => name), said: said.join('\n') }
}
const nested = (levels: number, around: (inner: unknown) => object): unknown =>
  levels === 0 ? TEXT : around(nested(levels - 1, around))
/**
 * Components that each refer to the next one twice: one value stands for two to the power of their
 * number.
 */
const doubled = (count: number, twice = (next: object): object => ({ anyOf: [next, next] })) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const next = { $ref: `#/components/schemas/S${index + 1}` }
      const schema = index === count - 1 ? TEXT : twice(next)
      return [`S${index}`, { title: `S${index}`, description: 'One of many.', ...schema }]
    }),
  )

describe('an import takes what it can of a document that is broken or hostile, and says what it cannot', () => {
  test.each([
    ['a reference that is no URI', { $ref: '#/components/schemas/%' }, 'leads nowhere'],
    ['keywords that every object has', { constructor: { $ref: 'http://x' }, toString: 1 }, 'toString is not checked'],
    ['members that every object has', { type: 'object', properties: { toString: TEXT } }, 'toString is a member of'],
    ['a type that is none', { type: 'bogus' }, 'none that type can have'],
    ['required members that are no list', { type: 'object', required: 5 }, 'none that required can have'],
    ['a bound that is no number', { type: 'integer', minimum: 'x' }, 'none that minimum can have'],
    ['a multiple of nothing', { type: 'integer', multipleOf: 0 }, 'none that multipleOf can have'],
    ['a length that is no number', { type: 'string', minLength: 'x' }, 'is no length'],
    ['a length that is too large for a pattern', { type: 'string', maxLength: 1e21 }, 'is no length'],
    ['a length below zero', { type: 'string', maxLength: -1 }, 'is no length'],
    ['a pattern that backtracks', { type: 'string', pattern: '^(a+)+$' }, 'backtracks without bound'],
  ])('%s', (_, schema, message) => {
    const { names, said } = imported(schema)
    expect(names).toEqual(['eth_x', 'eth_fine'])
    expect(said).toContain(message)
  })

  test.each([
    ['more items than there is memory for', { type: 'array', minItems: 1e10, items: TEXT }, 'none could be made up'],
    ['many items', { type: 'array', minItems: 5e7, items: TEXT }, 'none could be made up'],
    ['items in items', nested(8, (items) => ({ type: 'array', minItems: 10, items })), 'none could be made up'],
  ])('%s leave the method out', (_, schema, message) => {
    const { names, said } = imported(schema)
    expect(names).toEqual(['eth_fine'])
    expect(said).toContain(message)
  })

  test('a property that is called like a reference', () => {
    const named = { type: 'object', properties: { $ref: { type: 'object', properties: { $ref: TEXT } } } }
    expect(imported({ $ref: '#/components/schemas/S' }, { S: named }).names).toEqual(['eth_x', 'eth_fine'])
  })

  test('references to references, doubled at every step', () => {
    const { names, said } = imported({ $ref: '#/components/schemas/S0' }, doubled(40))
    expect(names).toEqual(['eth_fine'])
    expect(said).toContain('is too large')
  })

  test.each([
    ['eth_x"; evil()', 'no name that a method can have'],
    ['eth_fine', 'another method of this name'],
    ['__proto__', 'is a member of every client'],
  ])('a method called %s', (name, message) => {
    const { names, said } = imported(TEXT, {}, { name })
    expect(names?.filter((one) => one !== 'eth_fine')).toEqual([])
    expect(said).toContain(message)
  })

  test('a document that is nested too deep', () => {
    expect(imported(nested(5_000, (items) => ({ items })))).toEqual({
      names: undefined,
      said: 'is nested too deep: more than 200 levels',
    })
  })

  test('whatever stands at a keyword', () => {
    const keyword = fc.constantFrom(
      ...[
        'type',
        'enum',
        'const',
        'items',
        'properties',
        'required',
        'pattern',
        'anyOf',
        'allOf',
        'oneOf',
        'not',
        '$ref',
      ],
      ...['additionalProperties', 'patternProperties', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum'],
      ...['multipleOf', 'nullable', 'description', 'title', 'contains', 'propertyNames', 'prefixItems', 'dependencies'],
      ...['__proto__', 'hasOwnProperty', 'valueOf', 'toString', 'if', 'format', 'default', 'x-rewrite'],
    )
    const text = fc.constantFrom(
      'string',
      'object',
      'array',
      'integer',
      '',
      '#/',
      '#/methods/0',
      '(',
      '^a$',
      '"*/',
      '__proto__',
    )
    const { schema } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, true, false, 0, -1, 1.5, 7),
        text,
        fc.array(tie('value'), { maxLength: 3 }),
        tie('schema'),
      ),
      schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(schema, fc.dictionary(keyword, schema, { maxKeys: 2 }), (one, schemas) => {
        // As a file has it: objects of fast-check have no prototype.
        const [schema, components] = JSON.parse(JSON.stringify([one, schemas])) as [unknown, object]
        expect(imported(schema, components).names).toContain('eth_fine')
      }),
      runs(64),
    )
  })
})

describe('a comparison of documents', () => {
  const compared = (schema: object) => {
    const param = { name: 'a', schema: { $ref: '#/components/schemas/S' } }
    const method = operatorMethod('eth_x', { params: [param] })
    return comparableContract(operatorDocument([method], { S: schema } as Record<string, unknown>), base)
  }

  test.each([
    ['are nested too deep', nested(5_000, (items) => ({ items })) as object, 'is nested too deep'],
    [
      'have a pattern that backtracks',
      { pattern: '^(a+)+$', enum: [`${'a'.repeat(60)}!`] },
      '/components/schemas/S/pattern',
    ],
  ])('refuses those that %s', (_, schema, mistake) => {
    expect(compared(schema)).toMatchObject({ mistake: expect.stringContaining(mistake) })
  })

  test('says nothing rather than that nothing changed, where references lead on and on', async () => {
    const row = (last: object) =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          index === 0 ? 'S' : `S${index}`,
          index === 19 ? last : { anyOf: [{ $ref: `#/components/schemas/S${index + 1}` }] },
        ]),
      )
    const param = { name: 'a', schema: { $ref: '#/components/schemas/S' } }
    const [before, after] = [TEXT, { type: 'integer' }].map(
      (last) =>
        comparableContract(
          operatorDocument([operatorMethod('eth_x', { params: [param] })], row(last)),
          base,
        ) as Contract,
    )
    await expect(contractDiff(before!, after!, { traffic: undefined, plans: [] })).rejects.toThrow(
      'stand in one another',
    )
  })
})

test('a text that reads like code of a module is a text to what makes judges', () => {
  const texts = ['import ("x")', 'require(y)', 'a\\", import(z)']
  const own = { title: 'Own', description: 'Own.', enum: texts }
  const param = { name: 'a', description: 'Some.', required: true, schema: { $ref: '#/components/schemas/Own' } }
  const document = operatorDocument([operatorMethod('eth_x', { params: [param] })], { Own: own } as never)
  const source = validatorSource(withBase(document, base) as Contract, ['eth_x'])
  const judge = compileFunction(`${source}\nreturn eth_x_params`, [])() as (params: unknown) => boolean
  expect(texts.map((text) => judge([text]))).toEqual([true, true, true])
  expect(judge(['another'])).toBe(false)
})

describe('the judgement of a document ends soon, with a mistake', () => {
  const mistakesOf = (text: string) => {
    const reading = readContract(text, 'own.json', base)
    return 'mistakes' in reading ? reading.mistakes.map(({ message }) => message).join('\n') : ''
  }
  const withParam = (schema: object, schemas: object) =>
    JSON.stringify(
      operatorDocument(
        [operatorMethod('eth_x', { params: [{ name: 'a', description: 'Some.', required: true, schema }] })],
        schemas as Record<string, unknown>,
      ),
    )

  test('that is nested too deep', () => {
    expect(mistakesOf(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)).toContain('nested too deep')
  })

  test('whose references are doubled at every step', () => {
    expect(mistakesOf(withParam({ $ref: '#/components/schemas/S0' }, doubled(40)))).toContain('is too large')
  })

  test('whose references are doubled by a member that is called examples', () => {
    const schemas = doubled(40, (next) => ({ properties: { examples: next, more: next } }))
    expect(mistakesOf(withParam({ $ref: '#/components/schemas/S0' }, schemas))).toContain('is too large')
  })

  test('whose references are a long row', () => {
    const row = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => {
        const schema = index === 2_999 ? TEXT : { anyOf: [{ $ref: `#/components/schemas/S${index + 1}` }] }
        return [`S${index}`, { title: `S${index}`, description: 'One of many.', ...schema }]
      }),
    )
    expect(mistakesOf(withParam({ $ref: '#/components/schemas/S0' }, row))).not.toBe('')
  })

  test('whose objects have a member that every object has', () => {
    const own = { title: 'Own', description: 'Own.', properties: { constructor: { ...TEXT, description: 'It.' } } }
    expect(mistakesOf(withParam({ $ref: '#/components/schemas/Own' }, { Own: own }))).toContain(
      'constructor is a member of every object',
    )
  })
})
