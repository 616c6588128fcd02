import fc from 'fast-check'
import type { Document } from '../../generated/document.js'
import type { Schema } from '../../src/contract/contract.js'
import { arbitraryOf } from '../../src/contract/values/arbitrary.js'

const document = { components: { schemas: {} } } as unknown as Document

test.each([
  ['fractions as the bounds of whole numbers', { type: 'integer', minimum: 0.5, maximum: 2.5 }, [1, 2]],
  ['numbers below zero alone', { type: 'integer', minimum: -6, maximum: -5 }, [-6, -5]],
])('values are made of %s', (_, schema, allowed) => {
  const values = arbitraryOf(document, schema as Schema, { isComplete: true, maxItems: 3 })
  fc.assert(fc.property(values, (value) => allowed.includes(value as number)))
})

test('values are made of a largest number below zero', () => {
  const values = arbitraryOf(document, { type: 'integer', maximum: -5 }, { isComplete: true, maxItems: 3 })
  fc.assert(fc.property(values, (value) => (value as number) <= -5))
})
