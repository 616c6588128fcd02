import fc from 'fast-check'
import { jsonInTurns, WrittenJson } from '../../../src/runtime/turns/json-in-turns.js'
import { turnsBeside } from '../../support/turns-beside.js'

test('writes what JSON.stringify writes', async () => {
  const value = fc.oneof(
    fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
    fc.array(fc.jsonValue(), { maxLength: 250 }),
  )
  await fc.assert(
    fc.asyncProperty(value, async (object) => {
      expect((await jsonInTurns(object)).toString()).toBe(JSON.stringify(object))
    }),
  )
})

test('takes what is written already as it is', async () => {
  const written = new WrittenJson(Buffer.from('{"a" : 1}'))
  expect((await jsonInTurns({ id: 1, result: written })).toString()).toBe('{"id":1,"result":{"a" : 1}}')
})

test('writes long lists between the turns of others', async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(100) }))
  const written = jsonInTurns({ jsonrpc: '2.0', result: { rows } })
  expect(await turnsBeside(written)).toBeGreaterThanOrEqual(4)
  expect(JSON.parse((await written).toString()).result.rows).toHaveLength(50_000)
})
