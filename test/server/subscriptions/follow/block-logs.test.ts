import { atOnce } from '../../../../src/runtime/turns/in-turns.js'
import { readBlockLogs } from '../../../../src/server/subscriptions/follow/block-logs.js'
import { readBlock } from '../../../../src/server/subscriptions/follow/read-block.js'
import { BlockTree } from '../../../support/block-tree.js'
import { seededRandom } from '../../../support/seeded-random.js'

const HASH = `0x${'ab'.repeat(32)}`
const log = (index: number, more: object = {}) => ({
  address: `0x${'CD'.repeat(20)}`,
  topics: [`0x${'EF'.repeat(32)}`],
  data: '0x',
  blockHash: HASH,
  logIndex: `0x${index.toString(16)}`,
  removed: false,
  ...more,
})
const read = (json: string, hash = HASH) => atOnce(readBlockLogs(Buffer.from(json), hash))
const readAll = (logs: readonly unknown[]) => read(JSON.stringify(logs))

test('keeps the bytes of each log, and lower-cases what filters match', () => {
  const texts = [0, 1].map((index) => JSON.stringify(log(index, { extra: 'ünïcode "] }' }), null, 2))
  const found = read(`[${texts.join(' ,\n')}]`)
  if (typeof found === 'string') throw new Error(found)
  expect(found.logs.map(({ text }) => Buffer.from(text, 'latin1').toString())).toEqual(texts)
  expect(found.logs[1]).toMatchObject({
    address: `0x${'cd'.repeat(20)}`,
    topics: [`0x${'ef'.repeat(32)}`],
    logIndex: 1,
  })
})

test('adds removed where a node leaves it out', () => {
  const { removed: _, ...bare } = log(0)
  const found = readAll([bare])
  expect(found).toMatchObject({ logs: [{ text: JSON.stringify(log(0)) }] })
})

test('sorts logs by index', () => {
  const found = readAll([log(2), log(0), log(1)])
  expect(typeof found === 'string' ? found : found.logs.map(({ logIndex }) => logIndex)).toEqual([0, 1, 2])
})

test.each([
  ['a hole', [log(0), log(2)], 'hole'],
  ['no first log', [log(1)], 'hole'],
  ['a log twice', [log(0), log(0)], 'hole'],
  ['a log of another block', [log(0), log(1, { blockHash: `0x${'00'.repeat(32)}` })], 'other_block'],
  ['a log that was taken back', [log(0, { removed: true })], 'removed'],
  ['a removed that is no truth value', [log(0, { removed: null })], 'malformed'],
  ['five topics', [log(0, { topics: Array(5).fill(`0x${'00'.repeat(32)}`) })], 'malformed'],
  ['a short topic', [log(0, { topics: ['0x00'] })], 'malformed'],
  ['a short address', [log(0, { address: '0x00' })], 'malformed'],
  ['data that is no text', [log(0, { data: { toString: 0 } })], 'malformed'],
  ['an index that is no quantity', [log(0, { logIndex: 0 })], 'malformed'],
  ['null among the logs', [null], 'malformed'],
])('refuses %s', (_what, logs, defect) => {
  expect(readAll(logs)).toBe(defect)
})

test.each(['null', '{}', '"[]"', '0'])('refuses %s instead of logs', (json) => {
  expect(read(json)).toBe('malformed')
})

test('a thousand blocks with logs left out are seen by index or bloom', () => {
  const random = seededRandom(28)
  const tree = new BlockTree(random)
  for (let count = 0; count < 1_000; count++) {
    const block = tree.add(tree.genesis, 1 + Math.floor(random() * 100))
    const { logsBloom } = readBlock(Buffer.from(block.json))!
    const isBelieved = (logs: readonly object[]): boolean => {
      const found = read(JSON.stringify(logs), block.hash)
      return typeof found !== 'string' && found.bloom.equals(logsBloom)
    }
    const keptShare = random()
    const kept = block.logs.filter(() => random() < keptShare)
    const less = kept.length === block.logs.length ? kept.slice(1) : kept
    expect([count, isBelieved(block.logs), isBelieved(less), isBelieved([])]).toEqual([count, true, false, false])
  }
})
