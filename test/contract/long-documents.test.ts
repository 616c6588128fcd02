import { compileFunction } from 'node:vm'
import type { Contract } from '../../src/contract/contract.js'
import { judgesSource } from '../../src/contract/operator/compile.js'
import { withBase } from '../../src/contract/operator/with-base.js'
import { readContract } from '../../src/contract/read.js'
import { validatorSource } from '../../src/contract/validator-source.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { operatorDocument, operatorMethod, ref } from '../support/operator-document.js'

const base = writtenContract()
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
  test('with 200,000 values in an enum, and each that stands twice is named', () => {
    expect(mistakesIn(withEnum([...texts(200_000), 'text 7']))).toMatchObject([
      { path: '/components/schemas/Own/enum/200000', message: '"text 7" stands at 7 already' },
    ])
  })

  test('with 4,000 methods whose examples are all wrong, each with its own line', () => {
    const examples = [{ name: 'one', params: [], result: { name: 'result', value: 'wrong' } }]
    const mistakes = mistakesIn(methods(4_000, { examples }))
    expect(mistakes).toHaveLength(4_000)
    expect(new Set(mistakes.map(({ line }) => line)).size).toBe(4_000)
  })

  test('with 20,000 components that nothing refers to, each of them named', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`S${index}`, { title: `S${index}`, description: 'Idle.' }]),
    )
    expect(mistakesIn(operatorDocument([operatorMethod('eth_x')], schemas))).toHaveLength(20_000)
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

test('values that differ in the order of members only stand twice', () => {
  const values = [{ a: 1, b: [{ c: 2, d: 3 }] }, 1, '1', { b: [{ d: 3, c: 2 }], a: 1 }]
  expect(mistakesIn(withEnum(values))).toMatchObject([{ path: '/components/schemas/Own/enum/3' }])
})

describe('validators', () => {
  const judgesOf = (document: object, names: readonly string[]) => {
    const source = timed(() => judgesSource(withBase(document, base) as Contract, names, validatorSource))
    return compileFunction(source)() as Record<
      string,
      { validateParams: ((value: unknown) => boolean) & { errors: unknown } }
    >
  }

  test('of a long enum look the value up, and name some of what is allowed', () => {
    const { validateParams } = judgesOf(withEnum(texts(200_000)), ['eth_x']).eth_x!
    expect([['text 199999'], ['text 200000'], [7]].map((params) => validateParams(params))).toEqual([
      true,
      false,
      false,
    ])
    expect(validateParams.errors).toMatchObject([{ keyword: 'enum', params: { allowedValues: texts(20) } }])
  })

  test('of many methods are those of each', () => {
    const names = Array.from({ length: 450 }, (_, index) => `eth_m${index}`)
    const judges = judgesOf(methods(450), names)
    expect(Object.keys(judges)).toEqual(names)
    for (const name of names)
      expect([[], [1]].map((params) => judges[name]!.validateParams(params))).toEqual([true, false])
  })
})
