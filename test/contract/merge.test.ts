import type { Contract } from '../../src/contract/contract.js'
import { isTaken, mergeContracts, withBroadcast, withPrices } from '../../src/contract/operator/merge.js'
import { builtInContract } from '../../src/contract/operator/shipped-document.js'
import { operatorDocument, operatorMethod } from '../support/operator-document.js'

const text = (description: string) => ({ title: 'Text', description, type: 'string' })
const list = { title: 'Texts', description: 'Some.', type: 'array', items: { $ref: '#/components/schemas/Text' } }
const giving = (name: string, component: string) =>
  operatorMethod(name, {
    result: { name: 'result', description: 'It.', schema: { $ref: `#/components/schemas/${component}` } },
  })
const part = (documentName: string, methods: readonly object[], schemas = {}) => ({
  documentName,
  contract: operatorDocument(methods, schemas) as unknown as Contract,
})
const resultOf = ({ methods }: Contract, name: string) => methods.find((method) => method.name === name)?.result.schema

describe('contracts that are merged', () => {
  test('have the methods of all, the built-in ones first, and only the components that are used', () => {
    const { contract, conflicts } = mergeContracts(builtInContract, [
      part('a', [giving('eth_a', 'Text')], { Text: text('A.'), Unused: text('U.') }),
      part('b', [giving('eth_b', 'Text')], { Text: text('A.') }),
    ])
    expect(conflicts).toEqual([])
    const names = contract.methods.map(({ name }) => name)
    expect(names).toEqual([...builtInContract.methods.map(({ name }) => name), 'eth_a', 'eth_b'])
    const added = Object.keys(contract.components.schemas).filter(
      (name) => builtInContract.components.schemas[name] === undefined,
    )
    expect(added).toEqual(['Text'])
  })

  test('keep components apart that have one name and different contents, and those that refer to them', () => {
    const { contract } = mergeContracts(builtInContract, [
      part('a', [giving('eth_a', 'Texts')], { Text: text('A.'), Texts: list }),
      part('b', [giving('eth_b', 'Texts')], { Text: text('B.'), Texts: list }),
      part('c', [giving('eth_c', 'Quantity')], { Quantity: { ...text('Mine.'), title: 'Quantity' } }),
    ])
    const { schemas } = contract.components
    expect(resultOf(contract, 'eth_a')).toEqual({ $ref: '#/components/schemas/Texts' })
    expect(resultOf(contract, 'eth_b')).toEqual({ $ref: '#/components/schemas/Texts2' })
    expect(schemas.Texts2).toMatchObject({ title: 'Texts2', items: { $ref: '#/components/schemas/Text2' } })
    expect([schemas.Text?.description, schemas.Text2?.description]).toEqual(['A.', 'B.'])
    expect(resultOf(contract, 'eth_c')).toEqual({ $ref: '#/components/schemas/Quantity2' })
    expect(schemas.Quantity).toBe(builtInContract.components.schemas.Quantity)
  })

  test('rename a reference of a member named examples, and leave a list of examples as it is', () => {
    const amount = (type: string) => ({ title: 'Amount', description: 'How much.', type })
    const reference = { $ref: '#/components/schemas/Amount' }
    const properties = { examples: reference, total: reference }
    const sheet = { title: 'Sheet', description: 'A sheet.', type: 'object', properties, examples: [properties] }
    const { contract } = mergeContracts(builtInContract, [
      part('a', [giving('eth_a', 'Amount')], { Amount: amount('string') }),
      part('b', [giving('eth_b', 'Sheet')], { Amount: amount('integer'), Sheet: sheet }),
    ])
    const renamed = { $ref: '#/components/schemas/Amount2' }
    const { Sheet } = contract.components.schemas
    expect(Sheet).toMatchObject({ properties: { examples: renamed, total: renamed }, examples: [properties] })
  })

  test('conflict in a method that is given in two ways, and not in one that is given twice in the same way', () => {
    const same = [part('a', [giving('eth_a', 'Text')], { Text: text('A.') })]
    const again = part('b', [giving('eth_a', 'Text')], { Text: text('A.') })
    expect(mergeContracts(builtInContract, [...same, again]).conflicts).toEqual([])
    const other = part('c', [giving('eth_a', 'Text')], { Text: text('C.') })
    const conflicts = [{ method: 'eth_a', first: 'a', second: 'c' }]
    expect(mergeContracts(builtInContract, [...same, other]).conflicts).toEqual(conflicts)
    const builtIn = part('d', [operatorMethod('eth_chainId')])
    expect(mergeContracts(builtInContract, [builtIn]).conflicts).toEqual([
      { method: 'eth_chainId', first: undefined, second: 'd' },
    ])
  })

  test('name two subscriptions whose events have one notification', () => {
    const events = (notification: string) => ({
      'x-subscription': { notification, unsubscribe: `${notification}End`, kinds: { [notification]: {} } },
    })
    const one = part('a', [operatorMethod('a_subscribe', events('acme_subscription'))])
    const other = part('b', [operatorMethod('b_subscribe', events('acme_subscription'))])
    const apart = part('c', [operatorMethod('c_subscribe', events('c_subscription'))])
    expect(mergeContracts(builtInContract, [one, apart, one]).notifications).toEqual([])
    expect(mergeContracts(builtInContract, [one, apart, other]).notifications).toEqual([
      {
        notification: 'acme_subscription',
        first: { documentName: 'a', method: 'a_subscribe' },
        second: { documentName: 'b', method: 'b_subscribe' },
      },
    ])
  })

  test('is told which writes go to all nodes', () => {
    const { methods } = withBroadcast(builtInContract, ['eth_chainId'])
    expect(methods.filter((method) => method['x-broadcast'] === true).map(({ name }) => name)).toEqual(['eth_chainId'])
  })

  test('cost what is said beside them', () => {
    const { methods } = withPrices(builtInContract, { eth_getLogs: 1 })
    const prices = Object.fromEntries(methods.map((method) => [method.name, method['x-credits']]))
    const before = Object.fromEntries(builtInContract.methods.map((method) => [method.name, method['x-credits']]))
    expect(prices).toEqual({ ...before, eth_getLogs: 1 })
  })
})

test.each<[readonly string[], readonly string[]]>([
  [[], ['eth_call', 'eth_getBalance', 'debug_traceCall']],
  [['eth_*'], ['eth_call', 'eth_getBalance']],
  [['!debug_*'], ['eth_call', 'eth_getBalance']],
  [['eth_*', '!*Balance'], ['eth_call']],
  [['eth_cal'], []],
])('the patterns %j take %j', (patterns, expected) => {
  const methods = ['eth_call', 'eth_getBalance', 'debug_traceCall']
  expect(methods.filter((method) => isTaken(method, patterns))).toEqual(expected)
})
