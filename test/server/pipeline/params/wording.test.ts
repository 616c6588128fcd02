import { compileFunction } from 'node:vm'
import type { MethodName } from '../../../../generated/methods.js'
import type { Validate } from '../../../../generated/validators.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import type { Contract } from '../../../../src/contract/contract.js'
import { type MethodContract, methodContract } from '../../../../src/contract/method-contract.js'
import { builtInContract } from '../../../../src/contract/operator/shipped-document.js'
import { componentRows, methodRow } from '../../../../src/contract/rows.js'
import { validatedParts, validatorSource } from '../../../../src/contract/validator-source.js'
import { exactJson } from '../../../../src/runtime/exact-json.js'
import type { Call, OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { validate } from '../../../../src/server/pipeline/stages/validate.js'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { sampleOf } from '../../../support/runs.js'

const A = `0x${'aa'.repeat(20)}`
const H = `0x${'bb'.repeat(32)}`
const KEY = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'

interface Refusal {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** What `validate` says of params: the refusal, or that they passed. */
const judge = (method: MethodName, params: unknown[]) => judgeBy(methods[method], params)
const judgeBy = async (method: MethodContract, params: unknown[]): Promise<Refusal | 'valid'> => {
  const passed = { error: undefined } as Reply
  const chain = validate(method, async (_call: Call) => passed)
  const reply = await chain({
    envelope: { idText: '1', method: method.name, params, paramsJson: Buffer.from(JSON.stringify(params)) },
  } as unknown as OpenedCall)
  return reply.error === undefined ? 'valid' : (reply.error as { code: number; message: string })
}
const messageOf = async (method: MethodName, params: unknown[]) => {
  const verdict = await judge(method, params)
  if (verdict === 'valid') return verdict
  expect(verdict.code).toBe(-32602)
  expect(verdict.data).toEqual({
    name: 'invalid-params',
    path: expect.any(String),
    keyword: expect.any(String),
    expected: expect.stringMatching(/.{8}/),
  })
  return verdict.message
}

describe('refused params under other names of components', () => {
  /** The contract with every component renamed. */
  const renamed = JSON.parse(
    exactJson(builtInContract).replaceAll(/("#\/components\/schemas\/)(\w+)"/g, '$1Other$2"'),
  ) as Contract
  const schemas = Object.entries(renamed.components.schemas).map(([name, schema]) => [`Other${name}`, schema])
  const contract = { ...renamed, components: { ...renamed.components, schemas: Object.fromEntries(schemas) } }
  const [names, components] = [contract.methods.map(({ name }) => name), componentRows(contract)]
  const parts = names.flatMap((name) => validatedParts.map((part) => `${name}_${part}`))
  const judges = compileFunction(`${validatorSource(contract, names)}; return { ${parts.join(', ')} }`)() as never
  const otherMethods = contract.methods.map((method) => {
    const of = (part: string): Validate => judges[`${method.name}_${part}` as never]
    const validators = {
      validateParams: of('params'),
      validateResult: of('result'),
      validateStructure: of('structure'),
    }
    return methodContract(methodRow(contract, method), validators, components)
  })

  test.each(names)('are refused in the same words: %s', async (name) => {
    const own = methods[name as MethodName]
    const other = otherMethods.find((method) => method.name === name)!
    const filters = [
      { address: '0x12' },
      { address: [A, 7] },
      { topics: [7] },
      { topics: [H, H, H, H, H] },
      { toBlock: 1 },
    ]
    const values = [
      A,
      `${A}0`,
      H,
      '0x0',
      '0xzz',
      '',
      7,
      null,
      true,
      {},
      [],
      KEY,
      'abc',
      { mint: 'abc' },
      { mint: KEY, programId: KEY },
    ]
    const configs = [
      { commitment: 'latest' },
      { blockHash: '0x1' },
      { minContextSlot: -1 },
      { encoding: 'x' },
      ...filters,
    ]
    const seconds = [undefined, ...values]
    const thirds = [undefined, 'newest', '0x', {}, ...configs]
    const all = [...values, ...configs].flatMap((first) =>
      seconds.flatMap((second) =>
        thirds.map((third) => [first, second, third].slice(0, third !== undefined ? 3 : second !== undefined ? 2 : 1)),
      ),
    )
    for (const params of sampleOf(all)) {
      const [said, again] = [await judgeBy(own, params), await judgeBy(other, params)]
      if (JSON.stringify(said) !== JSON.stringify(again)) expect([params, again]).toEqual([params, said])
    }
  })
})

describe('refused params in the words of geth', () => {
  const hexTo = (text: string, type = 'common.Address') =>
    `json: cannot unmarshal ${text} into Go value of type ${type}`
  test.each<[string, unknown[], string]>([
    ['eth_getStorageAt', [], 'missing value for required argument 0'],
    ['eth_getStorageAt', [A], 'missing value for required argument 1'],
    ['eth_getStorageAt', [A, '0x0', 'latest', 1], 'too many arguments, want at most 3'],
    ['eth_blockNumber', [1], 'too many arguments, want at most 0'],
    ['eth_getStorageAt', [A.slice(2), '0x0', 'latest'], `invalid argument 0: ${hexTo('hex string without 0x prefix')}`],
    [
      'eth_getStorageAt',
      [A.slice(0, -2), '0x0', 'latest'],
      'invalid argument 0: hex string has length 38, want 40 for common.Address',
    ],
    ['eth_getStorageAt', [A.slice(0, -1), '0x0', 'latest'], `invalid argument 0: ${hexTo('hex string of odd length')}`],
    ['eth_getStorageAt', [`0xzz${A.slice(4)}`, '0x0', 'latest'], `invalid argument 0: ${hexTo('invalid hex string')}`],
    ['eth_getStorageAt', [7, '0x0', 'latest'], `invalid argument 0: ${hexTo('non-string')}`],
    ['eth_getStorageAt', [null, '0x0', 'latest'], `invalid argument 0: ${hexTo('non-string')}`],
    ['eth_getStorageAt', [A, '0xasdf', 'latest'], 'invalid hex in storage key: "0xasdf"'],
    [
      'eth_getStorageAt',
      [A, `0x${'0'.repeat(65)}`, 'latest'],
      `storage key too long (want at most 32 bytes): "0x${'0'.repeat(65)}"`,
    ],
    ['eth_getStorageAt', [A, '0x0', 'newest'], 'invalid argument 2: hex string without 0x prefix'],
    ['eth_getStorageAt', [A, '0x0', '0x'], 'invalid argument 2: hex string "0x"'],
    ['eth_getStorageAt', [A, '0x0', '0xzz'], 'invalid argument 2: invalid hex string'],
    ['eth_getStorageAt', [A, '0x0', '-0x10'], 'invalid argument 2: hex string without 0x prefix'],
    ['eth_getStorageAt', [A, '0x0', `0x1${'0'.repeat(16)}`], 'invalid argument 2: hex number > 64 bits'],
    [
      'eth_getStorageAt',
      [A, '0x0', { blockHash: H, blockNumber: '0x1' }],
      'invalid argument 2: cannot specify both BlockHash and BlockNumber, choose one or the other',
    ],
    [
      'eth_getStorageAt',
      [A, '0x0', {}],
      'invalid argument 2: at least one of BlockNumber or BlockHash is needed if a dictionary is provided',
    ],
    [
      'eth_subscribe',
      ['logs', { address: '0x12' }],
      'invalid argument 1: invalid address: hex string has length 2, want 40 for common.Address',
    ],
    ['eth_getTransactionReceipt', ['0x12'], 'invalid argument 0: hex string has length 2, want 64 for common.Hash'],
    [
      'eth_getTransactionReceipt',
      ['12'],
      `invalid argument 0: ${hexTo('hex string without 0x prefix', 'common.Hash')}`,
    ],
    ['eth_getStorageAt', [A, 5], `invalid argument 1: ${hexTo('number', 'string')}`],
    ['eth_getLogs', ['x'], `invalid argument 0: ${hexTo('string', 'filters.input')}`],
    ['eth_getLogs', [[]], `invalid argument 0: ${hexTo('array', 'filters.input')}`],
    ['eth_getLogs', [], 'missing value for required argument 0'],
    [
      'eth_getLogs',
      [{ address: '0x12' }],
      'invalid argument 0: invalid address: hex string has length 2, want 40 for common.Address',
    ],
    [
      'eth_getLogs',
      [{ address: [A, '0x12'] }],
      'invalid argument 0: invalid address at index 1: hex string has length 2, want 40 for common.Address',
    ],
    ['eth_getLogs', [{ address: [A, 7] }], 'invalid argument 0: non-string address at index 1'],
    ['eth_getLogs', [{ address: 7 }], 'invalid argument 0: invalid addresses in query'],
    ['eth_getLogs', [{ topics: [H, H, H, H, H] }], 'invalid argument 0: exceed max topics'],
    [
      'eth_getLogs',
      [{ topics: [H, ['0x12']] }],
      'invalid argument 0: hex string has length 2, want 64 for common.Hash',
    ],
    ['eth_getLogs', [{ topics: [7] }], 'invalid argument 0: invalid topic(s)'],
    ['eth_getLogs', [{ fromBlock: '12' }], 'invalid argument 0: hex string without 0x prefix'],
    ['eth_getLogs', [{ toBlock: `0x1${'0'.repeat(16)}` }], 'invalid argument 0: hex number > 64 bits'],
    ['eth_getLogs', [{ blockHash: '0x12' }], 'invalid argument 0: hex string has length 2, want 64 for common.Hash'],
  ])('%s %j', async (method, params, message) => {
    expect(await messageOf(method as MethodName, params)).toBe(message)
  })

  test('quote no more of a caller\u2019s text than a line', async () => {
    expect((await messageOf('eth_getStorageAt', [A, `0x${'z'.repeat(100_000)}`, 'latest'])).length).toBeLessThan(150)
  })
})

describe('refused params in the words of agave', () => {
  const invalid = (text: string) => `Invalid params: ${text}.`
  test.each<[string, unknown[], string]>([
    ['getTokenAccountsByOwner', [KEY], '`params` should have at least 2 argument(s)'],
    ['getTokenAccountBalance', [], '`params` should have at least 1 argument(s)'],
    ['getTokenAccountBalance', [KEY, {}, 1], 'Invalid parameters: Expected from 1 to 2 parameters.'],
    ['slotSubscribe', [1], 'Invalid parameters: No parameters were expected'],
    ['slotUnsubscribe', [], invalid('invalid length 0, expected a tuple of size 1')],
    ['slotUnsubscribe', [1, 2], invalid('invalid length 2, expected fewer elements in array')],
    ['accountSubscribe', ['abc'], 'Invalid Request: Invalid pubkey provided'],
    ['accountSubscribe', ['1'.repeat(33)], 'Invalid Request: Invalid pubkey provided'],
    ['logsSubscribe', [{ mentions: [] }], 'Invalid Request: Only 1 address supported'],
    ['logsSubscribe', [{ mentions: [KEY, KEY] }], 'Invalid Request: Only 1 address supported'],
    ['logsSubscribe', [{ mentions: ['abc'] }], 'Invalid Request: Invalid mentions provided'],
    ['signatureSubscribe', ['abc'], 'Invalid Request: Invalid signature provided'],
    ['getTokenAccountBalance', ['x'.repeat(45)], 'Invalid param: WrongSize'],
    ['getTokenAccountBalance', ['1'.repeat(33)], 'Invalid param: WrongSize'],
    ['getTokenAccountBalance', ['abc'], 'Invalid param: WrongSize'],
    ['getTokenAccountBalance', [''], 'Invalid param: WrongSize'],
    ['getTokenAccountBalance', [`${KEY.slice(0, -1)}0`], 'Invalid param: Invalid'],
    ['getTokenAccountBalance', [`${KEY.slice(0, -1)}é`], 'Invalid param: Invalid'],
    ['getTokenAccountBalance', [7], invalid('invalid type: integer `7`, expected a string')],
    [
      'getTokenAccountBalance',
      [KEY, { commitment: 'latest' }],
      invalid('unknown variant `latest`, expected one of `processed`, `confirmed`, `finalized`'),
    ],
    ['getTokenAccountsByOwner', [KEY, {}], invalid('invalid value: map, expected map with a single key')],
    [
      'getTokenAccountsByOwner',
      [KEY, { mint: KEY, programId: KEY }],
      invalid('invalid value: map, expected map with a single key'),
    ],
    ['getTokenAccountsByOwner', [KEY, { mint: 'abc' }], 'Invalid param: WrongSize'],
    [
      'getTokenAccountsByOwner',
      [KEY, { mint: KEY }, { minContextSlot: 1.5 }],
      invalid('invalid type: floating point `1.5`, expected u64'),
    ],
    [
      'getTokenAccountsByOwner',
      [KEY, { mint: KEY }, { minContextSlot: 1e30 }],
      invalid('invalid type: floating point `1e+30`, expected u64'),
    ],
    [
      'getTokenAccountsByOwner',
      [KEY, { mint: KEY }, { encoding: 'base64', dataSlice: { offset: 0, length: 2e19 } }],
      invalid('invalid type: floating point `20000000000000000000`, expected u64'),
    ],
    ['getTokenAccountsByOwner', [KEY, { mint: KEY }, { dataSlice: { offset: 1 } }], invalid('missing field `length`')],
    [
      'getTokenAccountsByOwner',
      [KEY, { mint: KEY }, { minContextSlot: -1 }],
      invalid('invalid value: integer `-1`, expected u64'),
    ],
    ['programSubscribe', [KEY, { filters: 'x' }], invalid('invalid type: string "x", expected a sequence')],
  ])('%s %j', async (method, params, message) => {
    expect(await messageOf(method as MethodName, params)).toBe(message)
  })

  test('by name say that they are no array', async () => {
    const named = async (method: MethodName) => {
      const passed = { error: undefined } as Reply
      const chain = validate(methods[method], async () => passed)
      const envelope = { idText: '1', method, params: undefined, paramsJson: Buffer.from('{}') }
      return (await chain({ envelope } as unknown as OpenedCall)).error?.message
    }
    expect(await named('getTokenAccountBalance')).toBe('`params` should be an array')
    expect(await named('slotUnsubscribe')).toBe(invalid('invalid type: map, expected a tuple of size 1'))
    expect(await named('slotSubscribe')).toBe('Invalid parameters: No parameters were expected')
  })

  test('of values that cannot be made text are refused like others', async () => {
    for (const commitment of [{ toString: 1, valueOf: 1 }, [[]], 7, true]) {
      expect(await judge('getTokenAccountBalance', [KEY, { commitment }])).toMatchObject({ code: -32602 })
      const config = { encoding: commitment, dataSlice: { offset: 0, length: 1 } }
      expect(await judge('getTokenAccountsByOwner', [KEY, { mint: KEY }, config])).toMatchObject({ code: -32602 })
    }
  })

  test('dataSlice goes with the encodings of bytes only', async () => {
    const ask = (encoding: string) =>
      judge('getTokenAccountsByOwner', [KEY, { mint: KEY }, { encoding, dataSlice: { offset: 0, length: 1 } }])
    for (const encoding of ['binary', 'base58', 'base64', 'base64+zstd']) expect(await ask(encoding)).toBe('valid')
    expect(await ask('jsonParsed')).toEqual({
      code: -32602,
      message:
        'Invalid params: dataSlice does not go with encoding "jsonParsed", expected one of `binary`, `base58`, `base64`, `base64+zstd`.',
      data: {
        name: 'invalid-params',
        path: '/2/dataSlice',
        keyword: 'dependencies',
        expected: 'dataSlice only with encoding binary, base58, base64, base64+zstd.',
      },
    })
  })
})
