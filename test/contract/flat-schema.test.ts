import { Ajv } from 'ajv'
import fc from 'fast-check'
import { document } from '../../generated/document.js'
import type { Schema } from '../../src/contract/contract.js'
import { flatSchema } from '../../src/contract/served/flat-schema.js'
import { withPlainNumbers } from '../../src/runtime/exact-json.js'
import { atLeast, runs } from '../support/runs.js'

const components = document.components.schemas as Readonly<Record<string, Schema>>
const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** Judges values by schemas whose references are to `schemas`. */
const judgeBy = (schemas: Readonly<Record<string, Schema>>) => {
  const ajv = new Ajv({ strict: false })
  return (schema: Schema) => ajv.compile(withPlainNumbers({ ...schema, components: { schemas } }))
}

/** Every value in a value, itself included. */
const allWithin = (value: unknown): unknown[] => [
  value,
  ...(typeof value === 'object' && value !== null ? Object.values(value).flatMap(allWithin) : []),
]

describe('a flat schema', () => {
  const schemas = {
    Hash: { title: 'Hash', description: 'A hash.', type: 'string', pattern: '^0x' },
    Level: { title: 'Level', type: 'string', enum: ['low', 'high'] },
    Filter: { title: 'Filter', anyOf: [refer('Hash'), { type: 'array', items: refer('Hash') }] },
    Alias: refer('Hash'),
    Node: { title: 'Node', type: 'object', properties: { next: { description: 'The next.', allOf: [refer('Node')] } } },
    Open: { type: 'object', properties: { a: { type: 'string' } } },
    Closed: { type: 'object', additionalProperties: false, properties: { b: { type: 'string' } } },
  } as const satisfies Readonly<Record<string, Schema>>
  const flat = (schema: Schema) => flatSchema(schemas, schema)

  test('says more about a component in the component’s place', () => {
    const own = { title: 'Hash', description: 'Of the block.', type: 'string', pattern: '^0x' }
    expect(flat({ description: 'Of the block.', allOf: [refer('Hash')] })).toEqual(own)
    expect(flat({ description: 'Of the block.', allOf: [refer('Alias')] })).toEqual(own)
  })

  test('allows null by the type, also of a list of values, and does not bear the name of what is never null', () => {
    const nullable = { description: 'Of the block.', type: ['string', 'null'], pattern: '^0x' }
    expect(flat({ description: 'Of the block.', anyOf: [refer('Hash'), { type: 'null' }] })).toEqual(nullable)
    expect(flat({ anyOf: [{ type: 'null' }, refer('Level')] })).toEqual({
      type: ['string', 'null'],
      enum: ['low', 'high', null],
    })
  })

  test('makes one choice of a choice within a choice', () => {
    const { anyOf } = schemas.Filter
    expect(flat({ anyOf: [refer('Filter'), { type: 'null' }] })).toEqual({ anyOf: [...anyOf, { type: 'null' }] })
  })

  test('stays a wrapper where what it wraps means something else without one, or has no end', () => {
    for (const schema of [
      { allOf: [refer('Open'), refer('Closed')] },
      { anyOf: [{ not: { type: 'string' } }, { type: 'null' }] },
      { description: 'No component.', allOf: [{ $ref: '#/elsewhere' }] },
    ])
      expect(flat(schema)).toEqual(schema)
    const next = { title: 'Node', description: 'The next.', type: 'object', properties: schemas.Node.properties }
    expect(flat({ description: 'The next.', allOf: [refer('Node')] })).toEqual(next)
  })

  test('of the contract keeps no wrapper of one schema, and judges every value as before', () => {
    const flatComponents = Object.fromEntries(
      Object.entries(components).map(([name, schema]) => [name, flatSchema(components, schema, new Set([name]))]),
    )
    const wrappers = allWithin(flatComponents).filter(
      (value) => Array.isArray((value as Schema | null)?.allOf) && (value as Schema).allOf?.length === 1,
    )
    expect(wrappers).toEqual([])
    const examples = document.methods.flatMap((method) => method.examples)
    const values = examples.flatMap(({ params, result }) =>
      [...params, result].flatMap(({ value }) => allWithin(value)),
    )
    const value = fc.oneof(
      fc.constantFrom(...values),
      fc.constantFrom(null, 'inf', '', '0x', 'safe', 1.5, -1, [], {}, [null]),
    )
    // A value of the contract, or an object of them with one member changed, added or left out.
    const judged = fc.oneof(
      value,
      fc.tuple(value, value, fc.nat(20)).map(([whole, member, at]) => {
        if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return [whole, member]
        const names = [...Object.keys(whole), 'blockHash']
        return { ...whole, [names[at % names.length]!]: at % 2 === 0 ? member : undefined }
      }),
    )
    const [before, after] = [judgeBy(components), judgeBy(flatComponents)]
    const pairs = Object.keys(components).map((name) => [name, before(refer(name)), after(refer(name))] as const)
    let accepted = 0
    fc.assert(
      fc.property(judged, (example) => {
        const plain = JSON.parse(JSON.stringify(example)) as unknown
        for (const [name, one, other] of pairs) {
          const verdict = one(plain)
          if (verdict) accepted++
          expect([name, other(plain)]).toEqual([name, verdict])
        }
      }),
      runs(500),
    )
    expect(accepted).toBeGreaterThan(atLeast(500))
  })
})
