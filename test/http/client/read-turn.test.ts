import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Reader, readTurn } from '../../../src/http/client/read-turn.js'

const BLOCK_BYTES = 65_536
/** What a turn has room for. */
const BLOCKS = 8
/** How many read on in a turn. */
const AT_ONCE = 4

/** Tells what it was told to do. */
const reader = (): Reader & { readonly heard: string[] } => {
  const heard: string[] = []
  return { heard, holdOn: () => heard.push('hold on'), readOn: () => heard.push('read on') }
}

describe("large answers' share of a turn of the event loop", () => {
  afterEach(async () => {
    await nextTurn()
    await nextTurn()
  })

  test('is of all of them together; who comes behind it reads on in the next turn', async () => {
    const [first, second] = [reader(), reader()]
    for (let block = 0; block < BLOCKS; block++) readTurn.count(BLOCK_BYTES, block < BLOCKS - 1 ? first : second)
    expect([first.heard, second.heard]).toEqual([[], ['hold on']])
    readTurn.count(BLOCK_BYTES, first)
    expect(first.heard).toEqual(['hold on'])
    await nextTurn()
    expect([first.heard, second.heard]).toEqual([
      ['hold on', 'read on'],
      ['hold on', 'read on'],
    ])
  })

  test('does not grow with their number: a few read on in each turn, those that came first, even if nothing is counted', async () => {
    const many = Array.from({ length: 40 }, reader)
    for (let block = 1; block < BLOCKS; block++) readTurn.count(BLOCK_BYTES, many[0]!)
    for (const each of many) readTurn.count(BLOCK_BYTES, each)
    for (let turn = 0; turn <= many.length / AT_ONCE; turn++) {
      const readingOn = many.map(({ heard }) => heard.at(-1) === 'read on')
      expect(readingOn).toEqual(many.map((_, index) => index < turn * AT_ONCE))
      await nextTurn()
    }
  })

  test('is whole again in each turn', async () => {
    const large = reader()
    for (let turn = 0; turn < 3; turn++) {
      for (let block = 0; block < BLOCKS - 1; block++) readTurn.count(BLOCK_BYTES, large)
      await nextTurn()
    }
    expect(large.heard).toEqual([])
  })

  test('is not taken by small answers', () => {
    const small = reader()
    for (let time = 0; time < 10_000; time++) readTurn.count(1_000, small)
    expect(small.heard).toEqual([])
  })
})
