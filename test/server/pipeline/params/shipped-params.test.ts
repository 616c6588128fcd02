import type { OpenedCall } from '../../../../src/server/pipeline/stage.js'
import { validate } from '../../../../src/server/pipeline/stages/validate.js'
import { aCall, nextStage } from '../../../support/charged-call.js'
import { shippedMethods } from '../../../support/shipped-methods.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const BLOCK_HASH = `0x${'5b'.repeat(32)}`
const PUBKEY = 'G4QJANEpvEN8vLaaMZoWwZtqHfWxuWpd5RrVVYXPCgeL'
const SIGNATURE = '4RihoM2z7mfr9GjMukXzho6Nzfz6R1pL4xu1yC9dHicnUTe1HoqApBDq8MGWvmTQ68zhuBzTYRJZXEUMUw8ocuEC'

/** Returns the params that a node is sent for a call, or the message of the refusal. */
const sentFor = (method: string, params: readonly unknown[], text = JSON.stringify(params)): unknown => {
  const { calls, next } = nextStage()
  const call = aCall()
  const envelope = { ...call.envelope, method, params, paramsJson: Buffer.from(text) }
  const reply = validate(shippedMethods.get(method)!, next)({ ...call, envelope } as OpenedCall) as {
    error?: { code: number; message: string }
  }
  const [sent] = calls
  if (sent !== undefined) {
    expect(sent.params).toEqual(JSON.parse(sent.paramsJson.toString('utf8')))
    return sent.params
  }
  expect(reply.error?.code).toBe(-32602)
  return reply.error?.message
}

describe('whether whole transactions of a block are wanted', () => {
  test.each([
    ['eth_getBlockByNumber', 'latest'],
    ['eth_getBlockByHash', BLOCK_HASH],
  ])('null is false for %s, as geth reads it, and false is what a node is sent', (method, block) => {
    expect(sentFor(method, [block, null])).toEqual([block, false])
    expect(sentFor(method, [block, true])).toEqual([block, true])
  })

  test('must be said all the same', () => {
    expect(sentFor('eth_getBlockByNumber', ['latest'])).toBe('missing value for required argument 1')
    expect(sentFor('eth_getBlockByNumber', ['latest', 0])).toMatch(/^invalid argument 1: /)
  })

  test('is left out where it may be', () => {
    expect(sentFor('eth_newPendingTransactionFilter', [null])).toEqual([])
  })
})

test('a number out of bounds is refused as such', () => {
  for (const [number, text] of [
    [101, '101'],
    [-0.5, '-0.5'],
  ] as const)
    expect(sentFor('eth_feeHistory', ['0x2', 'latest', [10, number]])).toBe(
      `invalid argument 2: number out of range: ${text}`,
    )
})

test('geth gets the percentiles that eth_feeHistory needs, if the caller gives none', () => {
  for (const params of [
    ['0x2', 'latest'],
    ['0x2', 'latest', null],
  ])
    expect(sentFor('eth_feeHistory', params)).toEqual(['0x2', 'latest', []])
})

test("erigon's fourth parameter of eth_createAccessList reaches the node", () => {
  const params = [{ to: ADDRESS }, 'latest', null, true]
  expect(sentFor('eth_createAccessList', params)).toEqual(params)
  expect(sentFor('eth_createAccessList', [{ to: ADDRESS }, 'latest', null, 'true'])).toMatch(/^invalid argument 3: /)
})

describe('members that no schema names reach the node where the contract says so', () => {
  test.each<[string, unknown[]]>([
    ['debug_traceCall', [{ to: ADDRESS }, 'latest', { tracer: 'callTracer', txIndex: '0x3' }]],
    ['debug_traceCall', [{ to: ADDRESS }, 'latest', { tracer: 'callTracer', timeout: '20s' }]],
    ['debug_traceCall', [{ to: ADDRESS }, 'latest', { enableMemory: true }]],
    ['debug_traceTransaction', [BLOCK_HASH, { disableStorage: true, disableMemory: true }]],
    ['trace_filter', [{ fromBlock: '0x1', toBlock: '0x2', mode: 'intersection' }]],
  ])('%s %j', (method, params) => {
    expect(sentFor(method, params)).toEqual(params)
  })
})

describe('what is no signature is refused in the words of agave', () => {
  test.each<[string, unknown[], string]>([
    ['getTransaction', [PUBKEY], 'Invalid param: WrongSize'],
    ['getTransaction', ['abc'], 'Invalid param: WrongSize'],
    ['getTransaction', [`${SIGNATURE}1`], 'Invalid param: WrongSize'],
    ['getTransaction', [`0${SIGNATURE.slice(1)}`], 'Invalid param: Invalid'],
    ['getTransaction', ['!'], 'Invalid param: Invalid'],
    ['getSignatureStatuses', [[SIGNATURE, PUBKEY]], 'Invalid param: WrongSize'],
    ['getSignaturesForAddress', [PUBKEY, { before: 'abc' }], 'Invalid param: WrongSize'],
    ['getTransaction', [1], 'Invalid params: invalid type: integer `1`, expected a string.'],
  ])('%s %j: %s', (method, params, message) => {
    expect(sentFor(method, params)).toBe(message)
  })
})

const base64 = 'AQAB'.repeat(45)

describe('what is no transaction is refused in the words of agave', () => {
  const asBase64 = { encoding: 'base64' }

  test.each<[string, unknown[], string]>([
    ['!', [`!${base64}`, asBase64], 'invalid base64 encoding: InvalidByte(0, 33)'],
    ['a byte amid', ['AQ-B', asBase64], 'invalid base64 encoding: InvalidByte(2, 45)'],
    ['what is not ASCII', ['AQ\u00e9B', asBase64], 'invalid base64 encoding: InvalidByte(2, 195)'],
    ['a length', ['AQABA', asBase64], 'invalid base64 encoding: InvalidLength(5)'],
    ['padding', ['AQABAQ', asBase64], 'invalid base64 encoding: InvalidPadding'],
    ['base58 in base64', ['0', null], "invalid base58 encoding: InvalidCharacter { character: '0', index: 0 }"],
    ['an apostrophe', ["A'", {}], "invalid base58 encoding: InvalidCharacter { character: '\\'', index: 1 }"],
    ['an accent', ['A\u00e9'], 'invalid base58 encoding: NonAsciiCharacter { index: 1 }'],
  ])('%s', (_what, params, message) => {
    expect(sentFor('sendTransaction', params)).toBe(message)
    expect(sentFor('simulateTransaction', params)).toBe(message)
  })

  test('one that is too short cannot be read', () => {
    const words = /^failed to deserialize .*VersionedTransaction: io error: unexpected end of file$/
    expect(sentFor('sendTransaction', ['AQAB', asBase64])).toMatch(words)
    expect(sentFor('sendTransaction', ['1111'])).toMatch(words)
  })

  test('a message of a transaction is always base64', () => {
    expect(sentFor('getFeeForMessage', ['not base64!'])).toBe('invalid base64 encoding: InvalidByte(3, 32)')
  })

  test('one that is right is sent as it was written', () => {
    expect(sentFor('sendTransaction', [base64, asBase64])).toEqual([base64, asBase64])
  })
})

describe('a number in the place of a text is named with the digits that the caller wrote', () => {
  test.each([
    ['18446744073709551615', 'integer `18446744073709551615`'],
    ['-9223372036854775808', 'integer `-9223372036854775808`'],
    ['9007199254740993', 'integer `9007199254740993`'],
    // serde reads an integer of more than 64 bits as a floating-point number.
    ['20000000000000000000', 'floating point `20000000000000000000`'],
  ])('%s', (number, words) => {
    const text = `[${number}]`
    expect(sentFor('getTransaction', JSON.parse(text), text)).toBe(
      `Invalid params: invalid type: ${words}, expected a string.`,
    )
  })
})

test('a text that is too long for its pattern is refused like any other', () => {
  expect(sentFor('getFeeForMessage', [`${'A'.repeat(4_900_000)}!`])).toBe('Invalid params: text too long')
  expect(sentFor('getFeeForMessage', ['AAA!'])).toBe('invalid base64 encoding: InvalidByte(3, 33)')
})

test('encodings are those of agave', () => {
  const transaction = '4'.repeat(90)
  for (const [method, value] of [
    ['getAccountInfo', PUBKEY],
    ['getProgramAccounts', PUBKEY],
    ['sendTransaction', transaction],
    ['simulateTransaction', transaction],
    ['getTransaction', SIGNATURE],
  ] as const)
    expect(sentFor(method, [value, { encoding: 'binary' }])).toEqual([value, { encoding: 'binary' }])
  expect(sentFor('getTransaction', [SIGNATURE, { encoding: 'base64+zstd' }])).toMatch(/^Invalid params: /)
})

test('a limit of no signatures is refused by the node', () => {
  expect(sentFor('getSignaturesForAddress', [PUBKEY, { limit: 0 }])).toEqual([PUBKEY, { limit: 0 }])
})

describe('the commitments of old programs', () => {
  test.each<[string, readonly unknown[]]>([
    ['getAccountInfo', [PUBKEY]],
    ['getTokenSupply', [PUBKEY]],
    ['getSlot', []],
    ['getTransaction', [SIGNATURE]],
    ['getBlock', [5]],
    ['getBlocks', [5, 6]],
    ['getProgramAccounts', [PUBKEY]],
    ['getVoteAccounts', []],
  ])('are left out of %s, so that the node takes its default', (method, params) => {
    for (const commitment of ['recent', 'single', 'singleGossip', 'root', 'max'])
      expect(sentFor(method, [...params, { commitment }])).toEqual(params)
    expect(sentFor(method, [...params, { commitment: 'latest' }])).toMatch(/^Invalid params: /)
  })

  test('are left out of a preflight', () => {
    const config = { encoding: 'base64', preflightCommitment: 'singleGossip' }
    expect(sentFor('sendTransaction', [base64, config])).toEqual([base64, { encoding: 'base64' }])
  })
})
