import fc from 'fast-check'
import { BodyBlock, BodyBudget } from '../../../../src/wire/http/server/body-budget.js'

const MEGABYTE = 1_048_576
const budgetOf = (maxPendingBodyBytes: number, maxBodyBytes: number) =>
  new BodyBudget(() => ({ maxPendingBodyBytes, maxBodyBytes }))

describe('a request body that comes in pieces', () => {
  test('is the same bytes in one block, which weighs less than twice as much and is given back', () => {
    const lengths = fc.array(fc.oneof(fc.nat(9), fc.nat(20_000)), { maxLength: 60 })
    fc.assert(
      fc.property(lengths, fc.boolean(), fc.boolean(), (sizes, isExpected, changesOwner) => {
        const budget = budgetOf(8 * MEGABYTE, 2 * MEGABYTE)
        const whole = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)))
        const block = new BodyBlock(budget, 'one', 2 * MEGABYTE, isExpected ? whole.length : undefined)
        let at = 0
        for (const size of sizes) {
          expect(block.take(Buffer.concat([Buffer.alloc(3), whole]), at + 3, at + size + 3)).toBe('taken')
          at += size
          if (changesOwner) expect(block.bound(MEGABYTE * 2, `owner ${at % 2}`)).toBe('taken')
          expect(budget.heldBytes).toBeGreaterThanOrEqual(at)
          expect(budget.heldBytes).toBeLessThanOrEqual(2 * at + 16_384)
        }
        expect(block.finish().equals(whole)).toBe(true)
        expect(budget.heldBytes).toBe(0)
      }),
      { numRuns: 200 },
    )
  })

  test('is too large when it becomes so, is found to be so, or is not wanted any more', () => {
    const budget = budgetOf(MEGABYTE, 100)
    const piece = Buffer.alloc(60)
    const block = new BodyBlock(budget, 'one', 100, undefined)
    expect([block.take(piece, 0, 60), block.take(piece, 0, 60)]).toEqual(['taken', 'too-large'])
    expect(block.bound(59, 'one')).toBe('too-large')
    expect(new BodyBlock(budget, 'one', 100, 100).bound(99, 'one')).toBe('too-large')
    block.drop()
    block.drop()
    expect(budget.heldBytes).toBe(0)
  })

  test('of one owner leaves room for those of others', () => {
    const budget = budgetOf(100_000, 10_000)
    const piece = Buffer.alloc(10_000)
    const start = (owner: string) => {
      const block = new BodyBlock(budget, owner, 10_000, undefined)
      return { block, taken: block.take(piece, 0, piece.length) }
    }
    const greedy = [1, 2, 3].map(() => start('greedy'))
    expect(greedy.map(({ taken }) => taken)).toEqual(['taken', 'taken', 'no-room'])
    for (const owner of ['a', 'a', 'b', 'b', 'c']) expect(start(owner).taken).toBe('taken')
    // The last quarter is for bodies of a few bytes.
    expect(start('c').taken).toBe('no-room')
    expect(budget.take('d', 5_000)).toBe(true)
    expect(['c', 'd', 'e'].map((owner) => budget.take(owner, 1_500))).toEqual([false, false, true])
    const { block } = greedy[0]!
    expect(block.bound(10_000, 'a')).toBe('no-room')
    block.drop()
    expect([budget.take('greedy', 8_000), budget.heldBytes]).toEqual([true, 74_500])
  })

  test('of ten owners who want all the room leaves some for another', () => {
    const budget = budgetOf(64 * MEGABYTE, 2 * MEGABYTE)
    for (let bytes = MEGABYTE; bytes >= 1; bytes /= 2)
      for (let owner = 0; owner < 10; owner++) while (budget.take(`greedy ${owner}`, bytes));
    expect(budget.take('another', MEGABYTE)).toBe(true)
  })

  test.each([16, 17, 18, 20])('of 5 MiB, two of one owner leave room for one of another in %s MiB', (megabytes) => {
    const budget = budgetOf(megabytes * MEGABYTE, 5 * MEGABYTE)
    for (const owner of ['one', 'one', 'another']) expect(budget.take(owner, 5 * MEGABYTE)).toBe(true)
  })

  test('may have its largest size, however small the bound of all is', () => {
    const budget = budgetOf(MEGABYTE, MEGABYTE)
    const block = new BodyBlock(budget, 'one', MEGABYTE, undefined)
    for (let sent = 0; sent < 1_024; sent++) expect(block.take(Buffer.alloc(1_024), 0, 1_024)).toBe('taken')
    expect([block.finish().length, budget.heldBytes]).toEqual([MEGABYTE, 0])
  })
})
