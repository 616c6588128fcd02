import { compileFunction } from 'node:vm'
import type { Contract } from '../../src/contract/contract.js'
import { validatorsSource } from '../../src/contract/operator/compile.js'
import { withBase } from '../../src/contract/operator/with-base.js'
import { readContract } from '../../src/contract/read.js'
import { validatorSource } from '../../src/contract/validator-source.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { operatorDocument, operatorMethod, ref } from '../support/operator-document.js'
import { much } from '../support/runs.js'

const base = writtenContract()
/** How many there are of each kind: `npm run test:long` has so many that a square would show. */
const [VALUES, METHODS, COMPONENTS, VALIDATORS] = [
  much(200_000, 50_000),
  much(4_000, 1_000),
  much(20_000, 5_000),
  much(450, 150),
]
/**
 * Of this process's own time. What grew with the square of the document took longer, each by
 * itself.
 */
const MAX_CPU_MS = 20_000

const timed = <Value>(act: () => Value): Value => {
  const before = process.cpuUsage()
  const value = act()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(MAX_CPU_MS)
  return value
}
const judged = (document: object) => timed(() => readContract(JSON.stringify(document, null, 1), 'own.json', base))
const mistakesIn = (document: object) => {
  const reading = judged(document)
  return 'mistakes' in reading ? reading.mistakes : []
}
const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`)
/** A document of one method with a parameter of these values. */
const withEnum = (values: readonly unknown[], example: unknown = values[0]) => {
  const method = operatorMethod('eth_x', {
    params: [{ name: 'own', description: 'One of many.', required: true, schema: ref('Own') }],
    examples: [{ name: 'one', params: [{ name: 'own', value: example }], result: { name: 'result', value: '0x1' } }],
  })
  return operatorDocument([method], { Own: { title: 'Own', description: 'One of many.', enum: values } })
}
const methods = (count: number, more = {}) =>
  operatorDocument(Array.from({ length: count }, (_, index) => operatorMethod(`eth_m${index}`, more)))

describe('a long document is judged in seconds', () => {
  test('with many values in an enum, and each that stands twice is named', () => {
    expect(mistakesIn(withEnum([...texts(VALUES), 'text 7']))).toMatchObject([
      { path: `/components/schemas/Own/enum/${VALUES}`, message: '"text 7" stands at 7 already' },
    ])
  })

  test('with many methods whose examples are all wrong, each with its own line', () => {
    const examples = [{ name: 'one', params: [], result: { name: 'result', value: 'wrong' } }]
    const mistakes = mistakesIn(methods(METHODS, { examples }))
    expect(mistakes).toHaveLength(METHODS)
    expect(new Set(mistakes.map(({ line }) => line)).size).toBe(METHODS)
  })

  test('with many components that nothing refers to, each of them named', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: COMPONENTS }, (_, index) => [`S${index}`, { title: `S${index}`, description: 'Idle.' }]),
    )
    expect(mistakesIn(operatorDocument([operatorMethod('eth_x')], schemas))).toHaveLength(COMPONENTS)
  })

  test('with a circle of 5,000 components, of which some are named', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [
        `S${index}`,
        { title: `S${index}`, description: 'In a circle.', allOf: [ref(`S${(index + 1) % 5_000}`)] },
      ]),
    )
    const circles = mistakesIn(operatorDocument([operatorMethod('eth_x')], schemas)).filter(({ message }) =>
      message.startsWith('refers to itself'),
    )
    expect(circles).toHaveLength(20)
  })
})

test('values of an enum that are objects or arrays are named, each', () => {
  const values = [{ a: 1 }, 1, '1', null, [1]]
  expect(mistakesIn(withEnum(values, 1))).toMatchObject(
    [0, 4].map((at) => ({
      path: `/components/schemas/Own/enum/${at}`,
      message: expect.stringMatching(/describe its members/),
    })),
  )
})

describe('validators', () => {
  const validatorsOf = (document: object, names: readonly string[]) => {
    const source = timed(() => validatorsSource(withBase(document, base) as Contract, names, validatorSource))
    return compileFunction(source)() as Record<
      string,
      { validateParams: ((value: unknown) => boolean) & { errors: unknown } }
    >
  }

  test('of a long enum look the value up, and name some of what is allowed', () => {
    const { validateParams } = validatorsOf(withEnum(texts(VALUES)), ['eth_x']).eth_x!
    expect([[`text ${VALUES - 1}`], [`text ${VALUES}`], [7]].map((params) => validateParams(params))).toEqual([
      true,
      false,
      false,
    ])
    expect(validateParams.errors).toMatchObject([{ keyword: 'enum', params: { allowedValues: texts(20) } }])
  })

  test('of many methods are those of each', () => {
    const names = Array.from({ length: VALIDATORS }, (_, index) => `eth_m${index}`)
    const validators = validatorsOf(methods(VALIDATORS), names)
    expect(Object.keys(validators)).toEqual(names)
    for (const name of names)
      expect([[], [1]].map((params) => validators[name]!.validateParams(params))).toEqual([true, false])
  })
})
