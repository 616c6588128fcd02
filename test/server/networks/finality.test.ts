import fc from 'fast-check'
import { type MethodName, methods } from '../../../generated/methods.js'
import { finalityOf } from '../../../src/server/networks/finality.js'
import { mayBecomeFinal } from '../../../src/server/pipeline/stages/cache.js'
import { runs } from '../../support/runs.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const storage = (block?: unknown): [MethodName, unknown[]] => ['eth_getStorageAt', [ADDRESS, '0x0', block]]
const logs = (filter: object): [MethodName, unknown[]] => ['eth_getLogs', [filter]]

test.each<[string, [MethodName, unknown[]], unknown]>([
  ['a block by its number', storage('0x10'), 16n],
  ['a block by its number, as EIP-1898 writes it', storage({ blockNumber: '0x10' }), 16n],
  ['earliest, which is block 0', storage('earliest'), 0n],
  ['a block by its hash', storage(HASH), 'hash'],
  ['a block by its hash, as EIP-1898 writes it', storage({ blockHash: HASH }), 'hash'],
  ['a hash that need not be canonical', storage({ blockHash: HASH, requireCanonical: false }), 'hash'],
  ['a hash that must be canonical', storage({ blockHash: HASH, requireCanonical: true }), undefined],
  ['a block left out, which is latest', storage(), undefined],
  ['a block of null', storage(null), undefined],
  ['latest', storage('latest'), undefined],
  ['pending', storage('pending'), undefined],
  ['safe', storage('safe'), undefined],
  ['finalized, which moves', storage('finalized'), undefined],
  ['a tag in an object', storage({ blockNumber: 'finalized' }), undefined],
  ['a range, which counts by its end', logs({ fromBlock: '0x1', toBlock: '0x20' }), 32n],
  ['a range from earliest', logs({ fromBlock: 'earliest', toBlock: '0x20' }), 32n],
  ['a range with an open end', logs({ fromBlock: '0x1' }), undefined],
  ['a range with an open start, which is latest', logs({ toBlock: '0x20' }), undefined],
  ['a range from a tag', logs({ fromBlock: 'finalized', toBlock: '0x20' }), undefined],
  ['a range to a tag', logs({ fromBlock: '0x1', toBlock: 'finalized' }), undefined],
  ['a range the wrong way round', logs({ fromBlock: '0x20', toBlock: '0x1' }), undefined],
  ['a filter by hash', logs({ blockHash: HASH }), 'hash'],
  ['a filter by hash with null for the range', logs({ blockHash: HASH, fromBlock: null, toBlock: null }), 'hash'],
  ['an empty filter', logs({}), undefined],
  ['a receipt, whose block is in the result', ['eth_getTransactionReceipt', [HASH]], 'result'],
  ['the chain id', ['eth_chainId', []], 'always'],
  ['the newest block', ['eth_blockNumber', []], undefined],
  [
    'a balance on Solana, whatever the commitment',
    ['getTokenAccountBalance', ['x', { commitment: 'finalized' }]],
    undefined,
  ],
])('%s settles as it should', (_, [method, params], settling) => {
  expect(finalityOf(methods[method], params)).toEqual(settling)
})

const blocks = fc.constantFrom<unknown>(
  '0x1',
  '0x20',
  HASH,
  'earliest',
  'latest',
  'finalized',
  'safe',
  null,
  undefined,
  {
    blockNumber: '0x5',
  },
  { blockHash: HASH },
  { blockHash: HASH, requireCanonical: true },
)
const calls = fc.oneof(
  blocks.map(storage),
  fc
    .tuple(blocks, blocks, fc.constantFrom(undefined, null, HASH))
    .map(([fromBlock, toBlock, blockHash]) => logs({ fromBlock, toBlock, blockHash })),
  fc.constantFrom<[MethodName, unknown[]]>(
    ['eth_getTransactionReceipt', [HASH]],
    ['eth_chainId', []],
    ['eth_blockNumber', []],
  ),
)

test('the quick look never turns away what settles', () => {
  fc.assert(
    fc.property(calls, ([method, params]) => {
      if (finalityOf(methods[method], params) !== undefined) expect(mayBecomeFinal(methods[method], params)).toBe(true)
    }),
    runs(2_000),
  )
})

test('the quick look turns away the tags that move', () => {
  for (const tag of ['latest', 'pending', 'safe', 'finalized', undefined, null]) {
    expect(mayBecomeFinal(methods.eth_getStorageAt, storage(tag)[1])).toBe(false)
    expect(mayBecomeFinal(methods.eth_getLogs, [{ fromBlock: '0x1', toBlock: tag }])).toBe(false)
  }
  expect(mayBecomeFinal(methods.eth_blockNumber, [])).toBe(false)
})
