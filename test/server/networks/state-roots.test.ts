import fc from 'fast-check'
import { readKnownBlock, StateRoots } from '../../../src/server/networks/state-roots.js'

/** A block of a branch; its hash says which. */
const block = (number: number, branch = 'a') => ({
  number: BigInt(number),
  hash: `0x${branch}${number}`,
  stateRoot: `0xroot-${branch}${number}`,
})
const chain = (roots: StateRoots, from: number, to: number, branch = 'a') => {
  for (let number = from; number <= to; number++)
    roots.learn(block(number, branch), number === from ? undefined : block(number - 1, branch).hash)
}

test('blocks are known by number and by hash', () => {
  const roots = new StateRoots()
  chain(roots, 5, 9)
  expect(roots.byNumber(7n)).toEqual(block(7))
  expect(roots.byHash('0xa5')).toEqual(block(5))
  expect([roots.byNumber(4n), roots.byHash('0xb7')]).toEqual([undefined, undefined])
})

test('the oldest give way, and nothing else is kept', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.nat(30), { maxLength: 100 }), (maxBlocks, numbers) => {
      const roots = new StateRoots(maxBlocks)
      for (const number of numbers) roots.learn(block(number))
      const last = [...new Set([...numbers].reverse())].slice(0, maxBlocks)
      for (let number = 0; number <= 30; number++) {
        expect(roots.byNumber(BigInt(number)) !== undefined).toBe(last.includes(number))
        expect(roots.byHash(`0xa${number}`) !== undefined).toBe(last.includes(number))
      }
    }),
  )
})

test('after a reorganization a number never means a block of the branch that was left', () => {
  const roots = new StateRoots()
  chain(roots, 1, 10)
  // The poll sees only the newest block of the other branch.
  roots.learn(block(11, 'b'), '0xb10')
  for (let number = 1n; number <= 10n; number++) expect(roots.byNumber(number)).toBeUndefined()
  expect(roots.byNumber(11n)).toEqual(block(11, 'b'))
  // By its hash a block is what it is.
  expect(roots.byHash('0xa10')).toEqual(block(10))
  roots.learn(block(11, 'c'))
  expect(roots.byNumber(11n)).toEqual(block(11, 'c'))
})

test('what a node says of a block is read only if it is one', () => {
  const hash = `0x${'AB'.repeat(32)}`
  const lower = hash.toLowerCase()
  expect(readKnownBlock({ number: '0x10', hash, stateRoot: hash, more: 1 })).toEqual({
    number: 16n,
    hash: lower,
    stateRoot: lower,
  })
  const good = { number: '0x10', hash, stateRoot: hash }
  for (const wrong of [
    null,
    'no',
    {},
    { ...good, hash: null },
    { ...good, number: 16 },
    { ...good, stateRoot: '0x1' },
    { ...good, stateRoot: undefined },
  ])
    expect(readKnownBlock(wrong)).toBeUndefined()
})
