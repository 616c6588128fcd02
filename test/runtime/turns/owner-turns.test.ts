import fc from 'fast-check'
import { OwnerTurns } from '../../../src/runtime/turns/owner-turns.js'

const drained = (queue: OwnerTurns<string>): string[] => {
  const taken: string[] = []
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken.push(item)
  return taken
}

test('owners take turns, each with its items in their order', () => {
  const queue = new OwnerTurns<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item[0], item)
  expect(drained(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.length).toBe(0)
})

test('an owner that had a turn waits behind the others, also when it comes anew', () => {
  const queue = new OwnerTurns<string>()
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.take()).toBe('a1')
  queue.add('a', 'a2')
  expect(drained(queue)).toEqual(['b1', 'a2'])
})

test('an owner hears whether others wait', () => {
  const queue = new OwnerTurns<string>()
  const heard = () => ['a', 'b'].map((owner) => queue.hasOthers(owner))
  expect(heard()).toEqual([false, false])
  queue.add('a', 'a1')
  expect(heard()).toEqual([false, true])
  queue.add('b', 'b1')
  expect(heard()).toEqual([true, true])
  expect(drained(queue)).toEqual(['a1', 'b1'])
  expect(heard()).toEqual([false, false])
})

test('an item of the busiest owner can be taken out of turn, also the only one of an owner', () => {
  const queue = new OwnerTurns<string>()
  for (const item of ['a1', 'b1', 'b2', 'b3']) queue.add(item[0], item)
  const second = () => queue.takeOfBusiest((length) => Math.min(1, length - 1))
  expect([second(), second(), second()]).toEqual(['b2', 'b3', 'a1'])
  queue.add('a', 'a2')
  expect(queue.length).toBe(2)
  expect(drained(queue)).toEqual(['b1', 'a2'])
  expect([queue.length, second()]).toEqual([0, undefined])
})

test('nothing is lost, and no owner has two turns while another waits', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), (owners) => {
      const queue = new OwnerTurns<string>()
      for (const [index, owner] of owners.entries()) queue.add(owner, `${owner}${index}`)
      const taken = drained(queue)
      expect(taken.toSorted()).toEqual(owners.map((owner, index) => `${owner}${index}`).toSorted())
      for (let at = 1; at < taken.length; at++) {
        const isSame = taken[at]![0] === taken[at - 1]![0]
        if (isSame) expect(new Set(taken.slice(at).map((item) => item[0])).size).toBe(1)
      }
    }),
  )
})

test('an owner is full when it has as many items as it leaves places for others', () => {
  const queue = new OwnerTurns<string>()
  const fill = (owner: string): number => {
    let added = 0
    for (; !queue.isFull(owner, 12); added++) queue.add(owner, owner)
    return added
  }
  expect(['a', 'b', 'c', 'd', 'e'].map(fill)).toEqual([6, 3, 2, 1, 0])
})
