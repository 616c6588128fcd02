import { recordShownBlock } from '../../../../src/server/pipeline/judges/shown-block.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { aCall, aResult } from '../../../support/charged-call.js'

const BLOCK = { name: 'eth_getBlockByNumber', position: { kind: 'block', param: 0 } } as const
const RECEIPTS = { name: 'eth_getBlockReceipts', position: { kind: 'block', param: 0 } } as const

/**
 * Returns the blocks that a result makes known to callers, and as its node's head. Callers know
 * block 100 before it.
 */
const known = (text: string, { row = BLOCK as typeof BLOCK | typeof RECEIPTS, params = ['latest'] } = {}) => {
  const served: bigint[] = []
  const raised: bigint[] = []
  const upstream = { health: { raiseHead: (number: bigint) => void raised.push(number) } } as unknown as Upstream
  const judge = recordShownBlock(row, {
    newestServed: 100n,
    judge: (number, by) => (by === upstream && number <= 103n ? 'plausible' : 'ahead'),
    served: (number) => void served.push(number),
  })!
  const payload = aResult(text).result
  for (const form of [payload, { ...payload, text, chunks: [] }])
    expect(judge(aCall({ params }) as ChargedCall, upstream, { kind: 'result', payload: form })).toBeUndefined()
  expect(judge(aCall({ params }) as ChargedCall, upstream, { kind: 'timed-out' })).toBeUndefined()
  return { served: [...new Set(served)], raised: [...new Set(raised)] }
}

const NOTHING = { served: [], raised: [] }

test('a new block that a node shows is known to callers, and is the node\u2019s head', () => {
  const newer = { served: [101n], raised: [101n] }
  expect(known('{"hash":"0x1","number":"0x65","transactions":[]}')).toEqual(newer)
  expect(known('{"number": "0x65"}', { params: ['0x65'] })).toEqual(newer)
  const receipts = '[{"blockHash":"0x2","blockNumber":"0x65","logs":[{"blockNumber":"0x65"}]}]'
  expect(known(receipts, { row: RECEIPTS, params: ['0x65'] })).toEqual(newer)
})

test('a block that callers know already is the node\u2019s head at most', () => {
  expect(known('{"number":"0x64"}')).toEqual({ served: [], raised: [100n] })
  expect(known('{"number":"0x1"}', { params: ['0x1'] })).toEqual({ served: [], raised: [1n] })
})

test('a number that the chain cannot have reached is nobody\u2019s', () => {
  expect(known('{"number":"0xffff"}')).toEqual(NOTHING)
})

test('a pending block is in no chain yet', () => {
  expect(known('{"number":"0x65"}', { params: ['pending'] })).toEqual(NOTHING)
  expect(known('[{"blockNumber":"0x65"}]', { row: RECEIPTS, params: ['pending'] })).toEqual(NOTHING)
})

test.each([
  'null',
  '{"number":null}',
  '{"number":101}',
  '{"number":"0x11111111111111111"}',
  '{"blockNumber":"0x65"}',
  '',
])('a result without such a number says nothing: %s', (text) => {
  expect(known(text)).toEqual(NOTHING)
})

test.each([
  { name: 'eth_getStorageAt', position: { kind: 'block', param: 2 } },
  // Base gives receipts before their block is made.
  { name: 'eth_getTransactionReceipt', position: { kind: 'none' } },
  { name: 'eth_getTransactionByHash', position: { kind: 'none' } },
] as const)('$name is not read', (row) => {
  const head = { newestServed: undefined, judge: () => 'plausible' as const, served: () => {} }
  expect(recordShownBlock(row, head)).toBeUndefined()
})
