import { accepts, samples } from '../../src/contract/lint/values.js'
import { addSchemas, createPlainAjv, outside } from '../../src/contract/schemas.js'
import { placesIn } from '../../src/contract/visit-schema.js'
import { readContract } from './contract-copy.js'

test('the lint takes a sample for a value of a schema exactly if Ajv does', () => {
  const contract = readContract()
  const ajv = createPlainAjv()
  addSchemas(ajv, contract)
  const values = [true, false, null, ...Object.values(samples).flatMap(({ fits, not }) => [...fits, ...not])]
  const places = Object.entries(contract.components.schemas).flatMap(([name, schema]) => placesIn(schema, name))
  const wrong = places.flatMap(({ schema, path }) => {
    const validate = ajv.compile(outside(schema))
    return values.filter((value) => validate(value) !== accepts(contract, schema, value)).map((value) => [path, value])
  })
  expect(places.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})
