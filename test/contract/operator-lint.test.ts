import { undeclaredContracts } from '../../src/contract/lint/params/contract-addresses.js'
import { mistakeLine, readContract } from '../../src/contract/read.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { operatorDocument, operatorMethod, ref, writeMethod } from '../support/operator-document.js'

const base = writtenContract()
const read = (...methods: readonly object[]) => readContract(JSON.stringify(operatorDocument(methods)), 'acme', base)

/** The pointers and messages of the mistakes in an operator's document of these methods. */
const mistakesIn = (...methods: readonly object[]): string[] => {
  const reading = read(...methods)
  return 'contract' in reading ? [] : reading.mistakes.map(mistakeLine)
}

const raw = {
  params: [{ name: 'transaction', description: 'A signed one.', required: true, schema: ref('HexData') }],
  result: { name: 'hash', description: 'Its hash.', schema: ref('Hash32') },
  examples: [
    {
      name: 'one',
      params: [{ name: 'transaction', value: '0x02f8' }],
      result: { name: 'hash', value: `0x${'5b'.repeat(32)}` },
    },
  ],
}

describe('a name that the shipped contracts have', () => {
  test.each([
    ['eth_sendRawTransaction', 'read', 'write'],
    ['eth_sendRawTransaction', 'stateful', 'write'],
    ['sendTransaction', undefined, 'write'],
    ['eth_newBlockFilter', 'read', 'stateful'],
    ['eth_getFilterChanges', undefined, 'stateful'],
  ])('%s is no %s without a reason: it is a %s method', (name, effect, known) => {
    const method = operatorMethod(name, { ...raw, ...(effect !== undefined && { 'x-effect': effect }) })
    const [line, ...others] = mistakesIn(method)
    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(` /methods/0(/x-effect)?: ${name} is a ${known} method in the shipped contract`))
    const reason = { 'x-effect': 'This node answers it without a change of its state.' }
    expect(mistakesIn({ ...method, 'x-reasons': reason })).toEqual([])
  })

  test('may be asked as the shipped contract has it, or with more care', () => {
    const reasons = { 'x-contracts': 'It is signed.' }
    expect(mistakesIn(operatorMethod('eth_sendRawTransaction', { ...raw, 'x-effect': 'write' }))).toEqual([])
    expect(mistakesIn(writeMethod('eth_gasPrice', { 'x-reasons': reasons }))).toEqual([])
  })

  test('needs no reason where it takes no less care', () => {
    const reason = { 'x-effect': 'There is no reason for one.' }
    expect(mistakesIn(operatorMethod('eth_gasPrice', { 'x-reasons': reason }))).toEqual([
      expect.stringMatching(/ \/methods\/0\/x-reasons\/x-effect: a reason is for less care/),
    ])
  })
})

describe('what keys limited to contracts may send to the method of an operator', () => {
  test('is nothing where the document does not say it, and the method is named', () => {
    const reading = read(
      operatorMethod('acme_silent'),
      operatorMethod('acme_open', { 'x-contracts': 'open' }),
      operatorMethod('acme_closed', { 'x-reasons': { 'x-contracts': 'It reads all contracts.' } }),
    )
    expect('contract' in reading && undeclaredContracts(reading.contract)).toEqual(['acme_silent'])
  })

  const address = { name: 'token', description: 'A token.', required: true, schema: ref('EvmAddress') }
  const owner = { name: 'owner', description: 'Its owner.', required: true, schema: ref('EvmAddress') }
  const value = `0x${'5f'.repeat(20)}`
  const example = (...names: string[]) => [
    {
      name: 'one',
      params: names.map((name) => ({ name, value })),
      result: { name: 'result', value: '0x1' },
    },
  ]
  const balance = (access: unknown, more: object = {}) =>
    operatorMethod('acme_balanceOf', {
      params: [address, owner],
      examples: example('token', 'owner'),
      'x-contracts': access,
      ...more,
    })

  test('may have addresses beside those of contracts, with the reason why they are none', () => {
    const access = { addresses: ['/0'], beside: ['/1'] }
    expect(mistakesIn(balance(access))).toEqual([expect.stringMatching(/: \/1 may name a contract, too/)])
    expect(mistakesIn(balance(access, { 'x-reasons': { 'x-contracts': 'An owner is a person.' } }))).toEqual([])
    expect(mistakesIn(balance({ addresses: ['/0', '/1'] }))).toEqual([])
  })

  test('has none in an object without a contract that it may name unseen', () => {
    const filter = { name: 'filter', description: 'Which logs.', required: true, schema: ref('LogFilter') }
    const logsOf = (addresses: string[], beside: string[]) =>
      balance(
        { addresses, beside },
        {
          params: [address, filter],
          'x-position': { kind: 'block-range', param: 1 },
          examples: [
            {
              name: 'one',
              params: [
                { name: 'token', value },
                { name: 'filter', value: {} },
              ],
              result: { name: 'result', value: '0x1' },
            },
          ],
        },
      )
    expect(mistakesIn(logsOf(['/0'], ['/1/address']))).toEqual([
      expect.stringMatching(/: \/1\/address may name a contract, too/),
    ])
    expect(mistakesIn(logsOf(['/0', '/1/address'], ['/1/topics']))).toEqual([])
  })

  test('is not open without a reason where a parameter is an address', () => {
    expect(mistakesIn(balance('open'))).toEqual([expect.stringMatching(/: \/0 may name a contract: x-reasons/)])
  })
})

describe('a subscription of an operator', () => {
  const id = { name: 'subscription', description: 'The id.', required: true, schema: ref('SubscriptionId') }
  const idExample = { name: 'subscription', value: '0x1' }
  const end = (name: string) =>
    operatorMethod(name, {
      params: [id],
      examples: [{ name: 'one', params: [idExample], result: { name: 'result', value: '0x1' } }],
      'x-effect': 'subscription',
    })
  const begin = (
    { notification = 'acme_subscription', ...subscription } = {} as Record<string, string>,
    kind: object = {},
  ) => {
    const events = { source: 'node', state: 'every', event: ref('Hash32'), 'x-credits': 4, ...kind }
    return operatorMethod('acme_subscribe', {
      result: { name: 'subscription', description: 'The id.', schema: ref('SubscriptionId') },
      examples: [{ name: 'one', params: [], result: idExample }],
      'x-effect': 'subscription',
      'x-subscription': {
        notification,
        unsubscribe: 'acme_unsubscribe',
        kinds: { [notification]: events },
        ...subscription,
      },
    })
  }
  const at = '/methods/0/x-subscription'
  const kind = `${at}/kinds/acme_subscription`

  test('that a node offers is taken', () => {
    expect(mistakesIn(begin(), end('acme_unsubscribe'))).toEqual([])
  })

  test.each([
    [
      'events of the follower',
      begin({}, { source: 'heads', state: undefined }),
      `${kind}/source: only the gateway's own contract has heads: it must be node`,
    ],
    [
      'events that come once',
      begin({}, { state: 'once' }),
      `${kind}/state: only the gateway's own contract has once: it must be latest or every`,
    ],
    [
      'a resume point',
      begin({}, { resume: true }),
      `${kind}/resume: what a node sends cannot go on from a resume point`,
    ],
    [
      'a required parameter behind an optional one',
      begin(
        {},
        {
          params: ['one', 'two'].map((name, at) => ({
            name,
            description: 'It.',
            required: at > 0,
            schema: ref('Hash32'),
          })),
        },
      ),
      `${kind}/params/1: a required parameter stands behind an optional one`,
    ],
    [
      'the end of another document',
      begin({ unsubscribe: 'eth_unsubscribe' }),
      `${at}/unsubscribe: eth_unsubscribe is not a method of the contract`,
    ],
    [
      'the notification of the built-in contract',
      begin({ notification: 'eth_subscription' }),
      `${at}/notification: eth_subscription brings the events of eth_subscribe already`,
    ],
  ])('has not %s', (_, method, words) => {
    expect(mistakesIn(method, end('acme_unsubscribe')).join('\n')).toContain(words)
  })
})

test.each(['watchLogs', 'watchNewHeads', 'watch_logs'])('a method of an operator is not named %s', (name) => {
  expect(mistakesIn(operatorMethod(name))).toEqual([
    expect.stringMatching(`/methods/0/name: clients give events by ${name}: the method needs another name`),
  ])
})
