import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import type { OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { validate } from '../../../../src/server/pipeline/stages/validate.js'
import { aCall, nextStage } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const MINT = 'So11111111111111111111111111111111111111112'

/**
 * Passes params as a caller wrote them to the stage; returns its reply and the call that it
 * forwards.
 */
const validated = (method: MethodName, params: unknown) => {
  const { calls, next } = nextStage()
  const call = aCall({ method, params: [] })
  const envelope = {
    ...call.envelope,
    params: Array.isArray(params) ? params : undefined,
    paramsJson: Buffer.from(JSON.stringify(params)),
  }
  const reply = validate(methods[method], next)({ ...call, envelope } as OpenedCall) as {
    name?: string
    error?: object
  }
  return { reply, forwarded: calls[0], sent: calls[0]?.paramsJson.toString('latin1') }
}

test('a call goes on with its row of the contract, its params and their bytes as the caller wrote them', () => {
  const params = [ADDRESS, '0x0', '0x1']
  const { forwarded, sent } = validated('eth_getStorageAt', params)
  expect(forwarded).toMatchObject({ row: methods.eth_getStorageAt, params })
  expect(sent).toBe(JSON.stringify(params))
})

test('what the contract completes is completed in what is judged and in what is sent', () => {
  const { forwarded, sent } = validated('eth_getStorageAt', [ADDRESS, '0x0'])
  expect([forwarded!.params[2], JSON.parse(sent!)]).toEqual(['latest', [ADDRESS, '0x0', 'latest']])
})

test('what nodes read differently is tidied before it is judged and sent', () => {
  const { sent } = validated('eth_getStorageAt', [ADDRESS, '0x0', '0x0001'])
  expect(JSON.parse(sent!)).toEqual([ADDRESS, '0x0', '0x1'])
})

test.each<[MethodName, unknown]>([
  ['eth_getStorageAt', []],
  ['eth_getStorageAt', ['0x5f', '0x0', 'latest']],
  ['eth_getStorageAt', [ADDRESS, '0x0', 'newest']],
  ['eth_getLogs', [{ fromBlock: 1 }]],
  ['eth_getTransactionReceipt', ['0x1']],
  ['getTokenAccountBalance', ['0']],
])('%s of %j is refused, and goes no further', (method, params) => {
  const { reply, forwarded } = validated(method, params)
  expect([reply.name, forwarded]).toEqual(['invalid-params', undefined])
})

const AFTER = { blockHash: `0x${'1'.repeat(64)}`, logIndex: '0x0' }

test.each([
  [['newHeads', {}], ['newHeads']],
  [['newHeads', { after: null }], ['newHeads']],
  [
    ['newHeads', { after: AFTER }],
    ['newHeads', { after: AFTER }],
  ],
  [['logs', {}, {}], ['logs']],
  [
    ['logs', { address: ADDRESS, after: null }, { after: null }],
    ['logs', { address: ADDRESS }],
  ],
])('options of events without a value are left out: %j', (params, sent) => {
  const validation = validated('eth_subscribe', params)
  expect([validation.forwarded?.params, JSON.parse(validation.sent ?? 'null')]).toEqual([sent, sent])
})

test.each([
  [['newHeads', AFTER], '/1'],
  [['logs', {}, AFTER], '/2'],
  [['logs', { address: ADDRESS, after: AFTER }], '/1/after'],
  [['logs', { after: AFTER }], '/1/after'],
])('a resume point in the wrong place is refused, and not left out: %j', (params, path) => {
  const { name, error } = validated('eth_subscribe', params).reply
  expect([name, error]).toEqual([
    'invalid-params',
    expect.objectContaining({
      data: expect.objectContaining({ path, expected: expect.stringContaining('resume point') }),
    }),
  ])
})

test('the refusal says where the trouble is', () => {
  expect(validated('eth_getStorageAt', [ADDRESS, '0x0', 'newest']).reply.error).toMatchObject({ data: { path: '/2' } })
})

test.each<[MethodName, string]>([
  ['eth_getStorageAt', 'non-array args'],
  ['getTokenAccountBalance', '`params` should be an array'],
])('params by name are refused in the words of the family\u2019s nodes: %s', (method, message) => {
  expect(validated(method, { a: 1 }).reply).toMatchObject({ name: 'invalid-params', error: { message } })
})

describe('a filter', () => {
  const addresses = (count: number) => Array.from({ length: count }, () => ADDRESS)
  const limit = methods.eth_getLogs.maxParameters!

  test('may have as many addresses and topics as the contract says, together', () => {
    expect(validated('eth_getLogs', [{ address: addresses(limit) }]).forwarded).toBeDefined()
    const { reply } = validated('eth_getLogs', [
      { address: addresses(limit - 1), topics: [[`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]] },
    ])
    expect(reply).toMatchObject({ name: 'too-many-parameters', error: { data: { count: limit + 1, limit } } })
  })

  test('with null for a topic counts none for it', () => {
    const filter = { address: addresses(limit - 1), topics: [null, null, `0x${'1'.repeat(64)}`] }
    expect(validated('eth_getLogs', [filter]).forwarded).toBeDefined()
  })

  test('is counted before its elements are looked at', () => {
    expect(validated('eth_getLogs', [{ address: Array(limit + 1).fill('nonsense') }]).reply.name).toBe(
      'too-many-parameters',
    )
  })
})

test('a public key that is not of 32 bytes is refused, though its letters are base58', () => {
  expect(validated('getTokenAccountBalance', [MINT]).forwarded).toBeDefined()
  const { reply } = validated('getTokenAccountBalance', [`z${MINT.slice(1)}`.padEnd(44, 'z')])
  expect(reply).toMatchObject({ name: 'invalid-params', error: { data: { path: '/0', keyword: 'pubkey' } } })
})
