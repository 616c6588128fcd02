import { readBlock } from '../../../../src/server/subscriptions/follow/read-block.js'

const hash = (digit: string): string => `0x${digit.repeat(64)}`
const header = { number: '0x10', hash: hash('A'), parentHash: hash('b'), timestamp: '0x2', extra: { a: [1, '}'] } }
const read = (value: unknown) => readBlock(Buffer.from(JSON.stringify(value)))

test('reads a block, and leaves its body out of the header', () => {
  const body = { size: '0x1', uncles: [], withdrawals: [], totalDifficulty: '0x0' }
  expect(read({ transactions: ['0x1', { a: 1 }], ...header, ...body })).toEqual({
    number: 16n,
    hash: hash('a'),
    parentHash: hash('b'),
    timestampMs: 2_000,
    logsBloom: undefined,
    receiptsRoot: undefined,
    header: JSON.stringify(header),
  })
})

test.each([
  ['null', null],
  ['an array', []],
  ['no number', { ...header, number: null }],
  ['a pending block', { ...header, hash: null }],
  ['a header without bounds', { ...header, extraData: 'x'.repeat(16_384) }],
  ['a short parent hash', { ...header, parentHash: '0x0' }],
])('refuses %s', (_what, value) => {
  expect(read(value)).toBeUndefined()
})
