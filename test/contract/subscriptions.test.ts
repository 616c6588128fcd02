import { methods } from '../../generated/methods.js'
import { validateParams } from '../../generated/validators.js'
import type { Contract } from '../../src/contract/contract.js'
import { addParamsSchemas, createPlainAjv } from '../../src/contract/schemas.js'
import { readContract } from './contract-copy.js'

const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const after = { blockHash: `0x${'ab'.repeat(32)}` }
const key = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

describe('the params of eth_subscribe', () => {
  const isValid = (...params: readonly unknown[]) => validateParams.eth_subscribe(params)

  test.each([
    [['newHeads']],
    [['newHeads', { after }]],
    [['newHeads', { behindLogs: true }]],
    [['newHeads', { after, behindLogs: true }]],
    [['logs']],
    [['logs', { address, topics: [] }]],
    [['logs', null, { after: { ...after, logIndex: '0x1' } }]],
    [['newPendingTransactions', true]],
  ])('may be %j', (params) => {
    expect(isValid(...params)).toBe(true)
  })

  test.each([
    [[]],
    [['syncing']],
    [['newHeads', { after: {} }]],
    [['newHeads', { behindLogs: 1 }]],
    [['newHeads', { afterwards: true }]],
    [['newHeads', null, { after }]],
    [['newHeads', true]],
    [['logs', { address: 'zz' }]],
    [['logs', true]],
    [['logs', {}, { after }, 1]],
    [['newPendingTransactions', { after }]],
    [['newPendingTransactions', true, { after }]],
  ])('may not be %j', (params) => {
    expect(isValid(...params)).toBe(false)
  })
})

test('a parameter that a kind requires must be given, and may not be null', () => {
  const contract = structuredClone(readContract()) as Contract
  const { kinds } = contract.methods.find(({ name }) => name === 'eth_subscribe')!['x-subscription']!
  Object.assign(kinds.logs!.params![0]!, { required: true })
  const judge = createPlainAjv()
  addParamsSchemas(judge, contract)
  const isValid = judge.getSchema('eth_subscribe.params')!
  expect(isValid(['logs', { address }])).toBe(true)
  expect(isValid(['logs', { address }, { after: { ...after, logIndex: '0x1' } }])).toBe(true)
  expect(isValid(['newHeads'])).toBe(true)
  expect(isValid(['logs', null])).toBe(false)
  expect(isValid(['logs'])).toBe(false)
  expect(isValid.errors).toContainEqual(expect.objectContaining({ keyword: 'minItems', params: { limit: 2 } }))
})

test('logsSubscribe takes exactly one address to mention', () => {
  expect(validateParams.logsSubscribe([{ mentions: [key] }])).toBe(true)
  expect(validateParams.logsSubscribe([{ mentions: [key, key] }])).toBe(false)
  expect(validateParams.logsSubscribe([{ mentions: [] }])).toBe(false)
})

test('the rows have the kinds and the prices of events', () => {
  expect(
    methods.eth_subscribe.subscription?.kinds.map(({ usageName, priceCredits }) => [usageName, priceCredits]),
  ).toEqual(
    expect.arrayContaining([
      ['eth_subscription:newHeads', 20],
      ['eth_subscription:logs', 10],
      ['eth_subscription:newPendingTransactions', 2],
    ]),
  )
  expect(methods.slotSubscribe.subscription?.kinds).toEqual([
    {
      name: 'slotNotification',
      usageName: 'slotNotification',
      source: 'node',
      priceCredits: 2,
      state: 'latest',
      resumes: false,
    },
  ])
})
