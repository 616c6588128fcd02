import { builtInMethods as methods } from '../../../src/contract/built-in.js'
import { finalBelow, isKeepable, isSound, soundness } from '../../../src/server/answers/final-answer.js'
import { fail } from '../../../src/wire/jsonrpc/reply.js'
import { aResult } from '../../support/charged-call.js'

const WORD = `"0x${'2'.padStart(64, '0')}"`
const receiptAt = (block: string) => `{"blockHash":null,"blockNumber":"${block}","logs":[]}`

test('what is final is the lower of what the node and the network hold for it, and unknown while one of them is', () => {
  expect([finalBelow(5n, 7n), finalBelow(7n, 5n), finalBelow(undefined, 5n), finalBelow(5n, undefined)]).toEqual([
    5n,
    5n,
    undefined,
    undefined,
  ])
})

describe('a reply may be kept', () => {
  const keepable = (...[settling, finalized]: [Parameters<typeof isKeepable>[1], bigint | undefined]) =>
    isKeepable(aResult(WORD), settling, finalized)

  test('at or below the final block', () => {
    expect([keepable(10n, 10n), keepable(11n, 10n), keepable(10n, undefined)]).toEqual([true, false, false])
  })

  test('if it is a constant, once something is known of the chain', () => {
    expect([keepable('always', 0n), keepable('always', undefined)]).toEqual([true, false])
  })

  test('if its block is named by hash, but not when it is empty: the node may not know the block yet', () => {
    expect(keepable('hash', undefined)).toBe(true)
    expect(isKeepable(aResult('[]'), 'hash', 10n)).toBe(false)
    expect(isKeepable(aResult('[1]'), 'hash', 10n)).toBe(true)
  })

  test('if the block it names is final; where that is not plain to see, it is looked at when it is asked for again', () => {
    const receipt = (text: string) => isKeepable(aResult(text), 'result', 10n)
    expect([receipt(receiptAt('0xa')), receipt(receiptAt('0xb')), receipt('null')]).toEqual([true, false, false])
    expect(receipt('{"blockNumber": "0xb"}')).toBe(true)
  })

  test('only whole, and only from the network\u2019s own nodes or memory', () => {
    const streaming = aResult(WORD)
    streaming.result.rest = (async function* () {})()
    expect(isKeepable(streaming, 10n, 10n)).toBe(false)
    expect(isKeepable(aResult(WORD, { servedBy: 'partner' }), 10n, 10n)).toBe(false)
    expect(isKeepable(aResult(WORD, { servedBy: 'cache' }), 10n, 10n)).toBe(true)
    expect(isKeepable(fail('no-upstream'), 10n, 10n)).toBe(false)
  })
})

describe('kept bytes', () => {
  test.each([
    [WORD, 'sound'],
    ['{"a":1}', 'outside-schema'],
    ['null', 'unfit'],
    ['"0x', 'unfit'],
  ])('%s of eth_getStorageAt are %s', (text, expected) => {
    expect(soundness(methods.eth_getStorageAt, Buffer.from(text), 10n, 10n)).toBe(expected)
    expect(isSound(methods.eth_getStorageAt, Buffer.from(text), 10n, 10n)).toBe(expected === 'sound')
  })

  test('of a call that never settles are unfit', () => {
    expect(soundness(methods.eth_getStorageAt, Buffer.from(WORD), undefined, 10n)).toBe('unfit')
  })

  test.each<[string, bigint | undefined, boolean]>([
    [receiptAt('0xa'), 10n, true],
    [receiptAt('0xb'), 10n, false],
    [receiptAt('0xa'), undefined, false],
    ['{}', 10n, false],
  ])('%s, with %s final: whether they are fit is %s', (text, finalized, isFit) => {
    const found = soundness(methods.eth_getTransactionReceipt, Buffer.from(text), 'result', finalized)
    expect(found !== 'unfit').toBe(isFit)
  })
})
