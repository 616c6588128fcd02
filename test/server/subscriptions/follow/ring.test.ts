import { BlockRing } from '../../../../src/server/subscriptions/follow/ring.js'
import type { FollowedBlock } from '../../../../src/server/subscriptions/followed-block.js'

let sequence = 0
const block = (number: number, branch = 'a', parentBranch = branch, size = 10): FollowedBlock => ({
  sequence: ++sequence,
  number: BigInt(number),
  hash: `${branch}${number}`,
  parentHash: `${parentBranch}${number - 1}`,
  header: 'x'.repeat(size),
  logs: undefined,
  seenAtMs: 0,
})
const ringOf = (...added: FollowedBlock[]): BlockRing => {
  const ring = new BlockRing(100_000)
  ring.reset(added[0])
  ring.apply({ removed: [], added: added.slice(1) })
  return ring
}
const hashes = (blocks: readonly FollowedBlock[]): string[] => blocks.map(({ hash }) => hash)

test('gives what is above the fork, and knows blocks that were taken back', () => {
  const ring = ringOf(block(1), block(2), block(3), block(4))
  const above = ring.above('a2')
  expect(hashes(above)).toEqual(['a3', 'a4'])
  ring.apply({ removed: above.toReversed(), added: [block(3, 'b', 'a'), block(4, 'b'), block(5, 'b')] })
  expect(hashes(ring.above('a1'))).toEqual(['a2', 'b3', 'b4', 'b5'])
  expect([ring.isCanonical('a3'), ring.get('a3')?.hash]).toEqual([false, 'a3'])
  expect([ring.isCanonical('b3'), ring.isCanonical('c9')]).toEqual([true, false])
  expect([ring.newest?.hash, ring.oldest?.hash]).toEqual(['b5', 'a1'])
})

test('a block that returns is canonical again', () => {
  const ring = ringOf(block(1), block(2))
  ring.apply({ removed: ring.above('a1').toReversed(), added: [block(2, 'b', 'a')] })
  ring.apply({ removed: ring.above('a1').toReversed(), added: [block(2), block(3)] })
  expect(hashes(ring.above('a1'))).toEqual(['a2', 'a3'])
  expect(ring.isCanonical('b2')).toBe(false)
})

test('forgets the oldest blocks beyond the number to keep, also those that were taken back', () => {
  const ring = ringOf(...Array.from({ length: 100 }, (_, at) => block(at + 1)))
  ring.apply({ removed: ring.above('a98').toReversed(), added: [block(99, 'b', 'a'), block(100, 'b')] })
  ring.trim(64)
  expect([ring.oldest?.hash, ring.get('a36'), ring.get('a99')?.hash]).toEqual(['a37', undefined, 'a99'])
  ring.trim(1)
  expect([ring.oldest?.hash, ring.newest?.hash, ring.get('a99'), ring.get('a100')?.hash]).toEqual([
    'b100',
    'b100',
    undefined,
    'a100',
  ])
})

test('forgets more if the bytes are too many, but never the newest block', () => {
  const ring = ringOf(...Array.from({ length: 5 }, (_, at) => block(at + 1, 'a', 'a', 30_000)))
  ring.trim(64)
  expect([ring.oldest?.hash, ring.newest?.hash]).toEqual(['a3', 'a5'])
  ring.setLogs('a4', [{ address: '', topics: [], logIndex: 0, text: 'y'.repeat(200_000) }])
  ring.trim(64)
  expect([ring.oldest?.hash, ring.newest?.hash]).toEqual(['a5', 'a5'])
})

test('counts the bytes of what it has, so that a long life does not empty it', () => {
  const ring = ringOf(block(1))
  for (let number = 2; number < 2_000; number++) {
    ring.apply({ removed: [], added: [block(number, 'a', 'a', 500)] })
    ring.setLogs(`a${number}`, [])
    ring.trim(64)
  }
  expect(ring.last(1_000)).toHaveLength(64)
})

test('adds ancestors and logs', () => {
  const ring = ringOf(block(5))
  ring.prepend(block(4))
  ring.setLogs('a5', [])
  expect(ring.last(2).map(({ hash, logs }) => [hash, logs])).toEqual([
    ['a4', undefined],
    ['a5', []],
  ])
})
