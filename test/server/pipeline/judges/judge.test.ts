import type { Head } from '../../../../src/server/networks/head.js'
import { dialectJudge, nullJudge, rangeJudge } from '../../../../src/server/pipeline/judges/judge.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { callOf, errorOf, resultOf } from '../../../support/outcomes.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const headAt = (number: bigint | undefined, finalized?: bigint, newestServed?: bigint) => {
  const known = number === undefined ? undefined : { number, timestampMs: undefined, learnedAtMs: 0 }
  return { known, finalized, newestServed } as Head
}
const nodeAt = (head: bigint | undefined) => ({ health: { head } }) as Upstream

describe('an error of a node', () => {
  const storageAt = (block: unknown) => callOf('eth_getStorageAt', ADDRESS, '0x0', block)
  const doubt = (newest: bigint | undefined, call: ChargedCall, outcome: Outcome) =>
    dialectJudge(call.row, headAt(newest))(call, nodeAt(100n), outcome)
  const notFound = errorOf(-32000, 'header not found')

  test('about a block that the network has makes another be asked; about one that nobody can have, it is the answer', () => {
    expect(doubt(100n, storageAt('0x60'), notFound)).toBe('no_block')
    // A caller may have seen this block already, because heads are a second old.
    expect(doubt(100n, storageAt('0x65'), notFound)).toBe('no_block')
    expect(doubt(100n, storageAt('0xffff'), notFound)).toBeUndefined()
    expect(doubt(100n, storageAt({ blockNumber: '0xffff' }), notFound)).toBeUndefined()
    expect(doubt(100n, storageAt('finalized'), notFound)).toBe('no_block')
    expect(doubt(100n, storageAt({ blockHash: `0x${'11'.repeat(32)}` }), notFound)).toBe('no_block')
  })

  test('makes another be asked where the head is not known', () => {
    expect(doubt(undefined, storageAt('0xffff'), notFound)).toBe('no_block')
  })

  test('about a transaction makes another be asked if the node is behind; else it is the answer', () => {
    const noTransaction = errorOf(-32000, 'transaction not found')
    const call = callOf('eth_getTransactionReceipt', `0x${'11'.repeat(32)}`)
    const doubtAt = (own: bigint | undefined, newest: bigint | undefined, served?: bigint) =>
      dialectJudge(call.row, headAt(newest, undefined, served))(call, nodeAt(own), noTransaction)
    expect(doubtAt(99n, 100n)).toBe('node_behind')
    expect(doubtAt(99n, 99n, 100n)).toBe('node_behind')
    expect(doubtAt(100n, 100n, 100n)).toBeUndefined()
    expect(doubtAt(undefined, 100n)).toBeUndefined()
    expect(doubtAt(99n, undefined)).toBeUndefined()
  })

  test('about a range of logs is judged by its ends', () => {
    const beyond = errorOf(-32602, 'block range extends beyond current head block')
    const logs = (filter: object) => callOf('eth_getLogs', filter)
    expect(doubt(100n, logs({ fromBlock: '0x1', toBlock: '0x64' }), beyond)).toBe('no_block')
    expect(doubt(100n, logs({ fromBlock: '0x1', toBlock: '0xffff' }), beyond)).toBeUndefined()
  })

  test.each<[object, string | undefined]>([
    [{ fromBlock: '0x64', toBlock: 'latest' }, 'no_block'],
    [{ fromBlock: '0x64' }, 'no_block'],
    [{ fromBlock: '0x5', toBlock: 'safe' }, 'no_block'],
    [{ fromBlock: '0xffff' }, undefined],
    [{ fromBlock: '0x64', toBlock: '0x5' }, undefined],
    [{ fromBlock: 'latest', toBlock: '0x5' }, undefined],
    [{ toBlock: '0x5' }, undefined],
    [{ fromBlock: 'latest', toBlock: 'finalized' }, undefined],
    [{ blockHash: `0x${'11'.repeat(32)}` }, undefined],
  ])('about a range that runs backwards is judged by its ends: %j', (filter, expected) => {
    for (const backwards of [errorOf(-32602, 'invalid block range params'), errorOf(-32000, 'end (4) < begin (5)')])
      expect(doubt(100n, callOf('eth_getLogs', filter), backwards)).toBe(expected)
  })

  test('about a slot that Solana has makes another be asked; about one that nobody can have reached, it is the answer', () => {
    const notReached = errorOf(-32016, 'Minimum context slot has not been reached')
    const balance = (config: unknown) =>
      callOf('getTokenAccountBalance', 'So11111111111111111111111111111111111111112', config)
    const doubtAt = (config: unknown) => {
      const call = balance(config)
      return dialectJudge(call.row, headAt(1_000n, 968n))(call, nodeAt(100n), notReached)
    }
    expect(doubtAt({ minContextSlot: 990, commitment: 'confirmed' })).toBe('no_block')
    expect(doubtAt({ minContextSlot: 1_060, commitment: 'processed' })).toBe('no_block')
    expect(doubtAt({ minContextSlot: 1_065, commitment: 'processed' })).toBeUndefined()
    // Without a commitment, the finalized slot counts.
    expect(doubtAt({ minContextSlot: 1_000 })).toBe('no_block')
    expect(doubtAt({ minContextSlot: 1_033 })).toBeUndefined()
    expect(doubtAt({ minContextSlot: Number.MAX_SAFE_INTEGER })).toBeUndefined()
    expect(
      dialectJudge(balance({}).row, headAt(undefined))(balance({ minContextSlot: 9e15 }), nodeAt(1n), notReached),
    ).toBe('no_block')
    expect(doubtAt(undefined)).toBe('no_block')
  })

  test('about a block of Solana that nobody can have yet is the answer', () => {
    const missing = errorOf(-32004, 'Block not available for slot 5')
    const doubtAt = (slot: number, config?: object) => {
      // getBlock has the same position.
      const call = callOf('getTokenAccountBalance', slot, config)
      return dialectJudge(call.row, headAt(1_000n, 968n))(call, nodeAt(100n), missing)
    }
    expect(doubtAt(1_032)).toBe('no_block')
    expect(doubtAt(1_033)).toBeUndefined()
    expect(doubtAt(1_064, { commitment: 'confirmed' })).toBe('no_block')
    expect(doubtAt(1_065, { commitment: 'confirmed' })).toBeUndefined()
  })

  test('about missing state makes another be asked, whatever the block', () => {
    expect(doubt(100n, storageAt('0x1'), errorOf(-32000, 'missing trie node ab (path )'))).toBe('no_state')
    expect(doubt(100n, storageAt('0xffff'), errorOf(-32000, 'missing trie node ab (path )'))).toBe('no_state')
  })

  describe('that a tracer of the caller\u2019s may have thrown', () => {
    const traced = (tracer: string) => callOf('eth_getStorageAt', ADDRESS, 'latest', { tracer })
    const own = traced("{fault(){}, result(){ throw 'the method debug_traceCall does not exist' }}")
    const words = [
      'the method debug_traceCall does not exist at result (<eval>:1:38(2))    in server-side tracer function',
      'too many requests',
      'missing trie node ab (path )',
    ]

    test.each(words)('is the answer, whatever it says: %s', (message) => {
      for (const code of [-32000, -32603]) {
        expect(doubt(100n, own, errorOf(code, message))).toBeUndefined()
        expect(doubt(100n, traced('muxTracer'), errorOf(code, message))).toBeUndefined()
        expect(doubt(100n, traced('callTracer'), errorOf(code, message))).toBeDefined()
      }
    })

    test('is about the node if its code says so', () => {
      expect(doubt(100n, own, errorOf(-32601, 'no'))).toBe('no_method')
      expect(doubt(100n, own, errorOf(429, 'no'))).toBe('rate_limited')
    })
  })

  test('of a Solana node is read in that language: -32005 is no limit there', () => {
    const balance = callOf('getTokenAccountBalance', 'So11111111111111111111111111111111111111112')
    expect(doubt(undefined, balance, errorOf(-32005, 'Node is behind by 42 slots'))).toBe('node_behind')
    expect(doubt(undefined, balance, errorOf(-32602, 'Invalid param: could not find account'))).toBeUndefined()
  })
})

describe('logs of a range', () => {
  const logs = callOf('eth_getLogs', { fromBlock: '0x2a', toBlock: '0x2d' })
  const doubt = (call: ChargedCall, own: bigint | undefined, newest: bigint | undefined, served?: bigint) =>
    rangeJudge(call.row, headAt(newest, undefined, served))(call, nodeAt(own), resultOf('[]'))

  test('are doubted from a node that does not have its last block, while others do', () => {
    expect(doubt(logs, 0x2cn, 0x2en)).toBe('node_behind')
    expect(doubt(logs, 0x2dn, 0x2en)).toBeUndefined()
  })

  test('are doubted from a node that does not have its first block', () => {
    expect(doubt(callOf('eth_getLogs', { fromBlock: '0x2d' }), 0x2cn, 0x2en)).toBe('node_behind')
    expect(doubt(callOf('eth_getLogs', { fromBlock: '0x2c' }), 0x2cn, 0x2en)).toBeUndefined()
  })

  test('are doubted from a node that does not have its last block, while callers were told of it', () => {
    expect(doubt(logs, 0x2cn, 0x2cn, 0x2dn)).toBe('node_behind')
    expect(doubt(logs, 0x2dn, 0x2cn, 0x2dn)).toBeUndefined()
  })

  test('are believed where nobody is known to have more, and callers were not told of more', () => {
    expect(doubt(logs, 0x2cn, 0x2cn)).toBeUndefined()
    expect(doubt(logs, 0x2cn, 0x2cn, 0x2cn)).toBeUndefined()
    expect(doubt(logs, 0x2cn, 0x2cn, 0x2bn)).toBeUndefined()
  })

  test('are believed where heads are not polled', () => {
    expect(doubt(logs, undefined, 0x2en, 0x2en)).toBeUndefined()
    expect(doubt(logs, 0x2cn, undefined, 0x2en)).toBeUndefined()
  })

  test('by hash, or to a tag, are what the node says', () => {
    expect(doubt(callOf('eth_getLogs', { blockHash: `0x${'11'.repeat(32)}` }), 0x2cn, 0x2en, 0x2dn)).toBeUndefined()
    expect(doubt(callOf('eth_getLogs', { fromBlock: '0x2', toBlock: 'latest' }), 0x2cn, 0x2en, 0x2dn)).toBeUndefined()
    expect(doubt(callOf('eth_getLogs', { fromBlock: '0x2c', toBlock: 'safe' }), 0x2cn, 0x2en, 0x2dn)).toBeUndefined()
    expect(doubt(callOf('eth_getLogs', {}), 0x2cn, 0x2en, 0x2dn)).toBeUndefined()
  })

  test.each([{ toBlock: 'latest' }, {}])(
    'of the newest blocks to %j are doubted from a node that does not have one that callers were told of',
    (to) => {
      const newest = callOf('eth_getLogs', { fromBlock: '0x2c', ...to })
      expect(doubt(newest, 0x2cn, 0x2cn, 0x2dn)).toBe('node_behind')
      expect(doubt(newest, 0x2dn, 0x2cn, 0x2dn)).toBeUndefined()
      // Callers know no newer block than the node has.
      expect(doubt(newest, 0x2cn, 0x2en, 0x2cn)).toBeUndefined()
    },
  )

  test('are doubted as results only: an error is read by what it says', () => {
    const judge = rangeJudge(logs.row, headAt(0x2en))
    expect(judge(logs, nodeAt(0x2cn), errorOf(-32000, 'boom'))).toBeUndefined()
  })
})

describe('state at a block', () => {
  const doubt = (block: unknown, own: bigint | undefined) => {
    const call = callOf('eth_getStorageAt', ADDRESS, '0x0', block)
    return rangeJudge(call.row, headAt(0x2cn, undefined, 0x2dn))(call, nodeAt(own), resultOf('"0x"'))
  }

  test('is doubted from a node that does not have the block, while others do', () => {
    expect([doubt('0x2d', 0x2cn), doubt({ blockNumber: '0x2d' }, 0x2cn)]).toEqual(['no_block', 'no_block'])
    expect([doubt('0x2d', 0x2dn), doubt('0x2c', 0x2cn), doubt('0x2d', undefined)]).toEqual(Array(3).fill(undefined))
  })

  test('by a tag or a hash is what the node says', () => {
    expect([doubt('latest', 0x2cn), doubt(`0x${'11'.repeat(32)}`, 0x2cn)]).toEqual([undefined, undefined])
  })
})

describe.each(['eth_getTransactionReceipt', 'getTokenAccountBalance'] as const)('a null to %s', (method) => {
  const call = callOf(method, `0x${'11'.repeat(32)}`)
  const doubt = (own: bigint | undefined, newest: bigint | undefined, outcome: Outcome, served?: bigint) =>
    nullJudge(headAt(newest, undefined, served))(call, nodeAt(own), outcome)

  test('is doubted from a node whose head is below the network\u2019s, and from no other', () => {
    expect(doubt(99n, 100n, resultOf('null'))).toBe('node_behind')
    expect(doubt(100n, 100n, resultOf('null'))).toBeUndefined()
    expect(doubt(101n, 100n, resultOf('null'))).toBeUndefined()
    expect(doubt(undefined, 100n, resultOf('null'))).toBeUndefined()
    expect(doubt(99n, undefined, resultOf('null'))).toBeUndefined()
  })

  test('is doubted from a node that does not have the newest block that callers were told of', () => {
    expect(doubt(99n, 99n, resultOf('null'), 100n)).toBe('node_behind')
    expect(doubt(100n, 99n, resultOf('null'), 100n)).toBeUndefined()
  })

  test('is the only result that is: a lagging node\u2019s receipt is a receipt', () => {
    expect(doubt(99n, 100n, resultOf('{"a":null}'))).toBeUndefined()
    expect(doubt(99n, 100n, resultOf('{"context":{"slot":99},"value":null}'))).toBeUndefined()
    expect(doubt(99n, 100n, resultOf('"abc'))).toBeUndefined()
  })
})
