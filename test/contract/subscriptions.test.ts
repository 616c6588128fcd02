import { methods } from '../../generated/methods.js'
import { validateParams } from '../../generated/validators.js'
import type { Loose } from '../../scripts/mutations/mutation.js'
import { lint } from '../../src/contract/lint.js'
import { readContract } from './contract-copy.js'

const address = '0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'
const after = { blockHash: `0x${'ab'.repeat(32)}` }
const key = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

describe('the params of eth_subscribe', () => {
  const isValid = (...params: readonly unknown[]) => validateParams.eth_subscribe(params)

  test.each([
    [['newHeads']],
    [['newHeads', { after }]],
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

test('logsSubscribe takes exactly one address to mention', () => {
  expect(validateParams.logsSubscribe([{ mentions: [key] }])).toBe(true)
  expect(validateParams.logsSubscribe([{ mentions: [key, key] }])).toBe(false)
  expect(validateParams.logsSubscribe([{ mentions: [] }])).toBe(false)
})

test('the rows have the kinds and the prices of events', () => {
  expect(
    methods.eth_subscribe.subscription?.kinds.map(({ usageName, priceCredits }) => [usageName, priceCredits]),
  ).toEqual([
    ['eth_subscription:newHeads', 20],
    ['eth_subscription:logs', 10],
    ['eth_subscription:newPendingTransactions', 2],
  ])
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

describe('the lint of subscriptions', () => {
  const wrong: readonly (readonly [string, (subscription: Loose, method: Loose) => void, RegExp])[] = [
    ['an end that is no method', (one) => (one.unsubscribe = 'eth_stop'), /unsubscribe.*eth_stop is not a method/],
    [
      'an end that ends nothing',
      (one) => (one.unsubscribe = 'eth_getLogs'),
      /unsubscribe.*does not end a subscription/,
    ],
    ['an end of another family', (one) => (one.unsubscribe = 'slotUnsubscribe'), /unsubscribe.*of the family solana/],
    ['a kind that is missing', (one) => delete one.kinds.logs, /kinds.*logs is a value of kind, but no kind/],
    [
      'a kind that no call can name',
      (one) => (one.kinds.blocks = one.kinds.newHeads),
      /kinds\/blocks.*no value of kind/,
    ],
    ['an unknown source', (one) => (one.kinds.logs.source = 'wind'), /kinds\/logs\/source/],
    ['a kind without an event', (one) => delete one.kinds.logs.event, /kinds\/logs.*event/],
    ['a kind without a price', (one) => delete one.kinds.logs['x-credits'], /kinds\/logs.*x-credits/],
    ['a source of nodes without a state', (one) => (one.kinds.logs.source = 'node'), /kinds\/logs.*state/],
    [
      'a price by a param that is not there',
      (one) => (one.kinds.logs['x-credits-if'] = { param: 3, credits: 1 }),
      /no parameter 3/,
    ],
    [
      'an effect that does not fit',
      (_, method) => (method['x-effect'] = 'read'),
      /x-effect subscription can have x-subscription/,
    ],
  ]

  test.each(wrong)('finds %s', (_, change, message) => {
    const document: Loose = readContract()
    const method = document.methods.find(({ name }: Loose) => name === 'eth_subscribe')
    change(method['x-subscription'], method)
    const lines = lint(document).map(({ path, message: text }) => `${path} ${text}`)
    expect(lines.join('\n')).toMatch(message)
  })
})
