import { type MethodName, methods } from '../../../../generated/methods.js'
import type { Head } from '../../../../src/server/networks/head.js'
import { needsOf } from '../../../../src/server/pipeline/forward/forward.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { aCall } from '../../../support/charged-call.js'
import { shippedMethods } from '../../../support/shipped-methods.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const headAt = (number: bigint | undefined, finalized?: bigint, newestServed?: bigint) => {
  const known = number === undefined ? undefined : { number, timestampMs: undefined, learnedAtMs: 0 }
  return { known, finalized, newestServed } as Head
}

describe('what a call needs', () => {
  const needs = (method: MethodName, head: Head, ...params: unknown[]) =>
    needsOf(methods[method], head)(aCall({ method, params }) as ChargedCall)

  test('is an archive for state older than what full nodes keep, as far as the head is known', () => {
    const isArchive = (block: unknown, head = headAt(1_000n, 900n)) =>
      needs('eth_getStorageAt', head, ADDRESS, '0x0', block).isArchive
    expect([isArchive('0x368'), isArchive('0x369'), isArchive('earliest')]).toEqual([true, false, true])
    expect([isArchive('latest'), isArchive('pending'), isArchive('finalized'), isArchive(undefined)]).toEqual(
      Array(4).fill(false),
    )
    expect(isArchive('0x1', headAt(undefined))).toBe(false)
  })

  test('is an upstream that takes the range, counted with both ends; a tag counts as where the head is', () => {
    const range = (filter: object, head = headAt(1_000n)) => needs('eth_getLogs', head, filter).blockRange
    expect(range({ fromBlock: '0x1', toBlock: '0x64' })).toBe(100)
    expect(range({ fromBlock: '0x3e8', toBlock: 'latest' })).toBe(1)
    expect(range({ fromBlock: 'earliest' })).toBe(1_001)
    expect([range({ blockHash: `0x${'11'.repeat(32)}` }), range({ fromBlock: '0x5', toBlock: '0x4' })]).toEqual([
      undefined,
      undefined,
    ])
    expect(range({ fromBlock: '0x1' }, headAt(undefined))).toBeUndefined()
    expect(range({ fromBlock: 'safe', toBlock: '0x3e8' })).toBeUndefined()
  })

  test('is an upstream that takes the range if logs are asked for, at once or by a filter', () => {
    const rangeOf = (method: string) => {
      const row = shippedMethods.get(method)!
      expect(row.position.kind).toBe('block-range')
      const params = [{ fromBlock: '0x1', toBlock: '0x64' }]
      return needsOf(row, headAt(1_000n))(aCall({ params }) as ChargedCall).blockRange
    }
    expect(['eth_getLogs', 'eth_newFilter', 'trace_filter'].map(rangeOf)).toEqual([100, 100, undefined])
  })

  test('is an archive for a finalized or named block by its number, and by hash nothing is known', () => {
    const isArchive = (block: unknown) =>
      needs('eth_getStorageAt', headAt(1_000n, 800n), ADDRESS, '0x0', block).isArchive
    expect([isArchive('finalized'), isArchive({ blockNumber: '0x1' })]).toEqual([true, true])
    expect([isArchive('safe'), isArchive({ blockHash: `0x${'11'.repeat(32)}` })]).toEqual([false, false])
  })

  test('is rather an upstream that has the newest block that the call names by number', () => {
    const head = headAt(1_000n, undefined, 1_001n)
    const state = (block: unknown) => needs('eth_getStorageAt', head, ADDRESS, '0x0', block).block
    expect([state('0x3e9'), state({ blockNumber: '0x3e9' })]).toEqual([1_001n, 1_001n])
    expect([state('latest'), state('finalized'), state(`0x${'11'.repeat(32)}`)]).toEqual(Array(3).fill(undefined))
    const logs = (filter: object) => needs('eth_getLogs', head, filter).block
    expect(logs({ fromBlock: '0x3e0', toBlock: '0x3e9' })).toBe(1_001n)
    expect(logs({ fromBlock: '0x3e0', toBlock: 'latest' })).toBeUndefined()
    // One node may claim to have it.
    expect([state('0x3ea'), logs({ fromBlock: '0x3e0', toBlock: '0x3ea' })]).toEqual([undefined, undefined])
    expect(needs('eth_getStorageAt', headAt(1_000n), ADDRESS, '0x0', '0x3e8').block).toBe(1_000n)
  })

  test('is no more than the method where the contract names no block', () => {
    expect(needs('eth_chainId', headAt(1_000n))).toEqual({
      method: 'eth_chainId',
      isArchive: false,
      blockRange: undefined,
      block: undefined,
    })
  })
})
