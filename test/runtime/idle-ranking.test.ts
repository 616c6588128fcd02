import fc from 'fast-check'
import { IdleRanking, RankedItem } from '../../src/runtime/idle-ranking.js'

const createRanking = () => {
  const ranking = new IdleRanking<RankedItem>()
  const names = new Map<RankedItem, string>()
  const add = (name: string) => {
    const item = new RankedItem()
    names.set(item, name)
    ranking.add(item, name[0]!)
    return item
  }
  const idlest = () => {
    const item = ranking.idlest()
    return item && names.get(item)
  }
  return { ranking, add, idlest }
}

describe('a ranking of what is idle', () => {
  test('names what its owner used least lately, of the owner that has most', () => {
    const { ranking, add, idlest } = createRanking()
    expect(idlest()).toBeUndefined()
    add('b1')
    const first = add('a1')
    const second = add('a2')
    expect(idlest()).toBe('a1')
    ranking.use(first)
    expect(idlest()).toBe('a2')
    ranking.remove(second)
    expect(idlest()).toBe('b1')
  })

  test('names the owner whose members were used least lately, of owners that have equally many', () => {
    const { ranking, add, idlest } = createRanking()
    const [a, b] = [add('a1'), add('b1')]
    add('c1')
    ranking.use(a)
    expect(idlest()).toBe('b1')
    ranking.use(b)
    expect(idlest()).toBe('c1')
  })

  test('knows at any time who has most', () => {
    const step = fc.tuple(fc.constantFrom('add', 'use', 'remove'), fc.nat(11))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const ranking = new IdleRanking<RankedItem>()
        const items = Array.from({ length: 12 }, () => new RankedItem())
        // In the order of their use.
        let there: number[] = []
        for (const [what, index] of steps) {
          const item = items[index]!
          const isThere = there.includes(index)
          if (what === 'add' && isThere) continue
          if (what === 'add') ranking.add(item, `owner ${index % 4}`)
          else if (what === 'use') ranking.use(item)
          else ranking.remove(item)
          there = there.filter((other) => other !== index)
          if (what === 'add' || (what === 'use' && isThere)) there.push(index)
          const membersOf = (owner: number) => there.filter((other) => other % 4 === owner)
          const most = Math.max(...[0, 1, 2, 3].map((owner) => membersOf(owner).length))
          const idlest = ranking.idlest()
          if (most === 0) expect(idlest).toBeUndefined()
          else {
            const members = membersOf(items.indexOf(idlest!) % 4)
            expect([members.length, members[0]]).toEqual([most, items.indexOf(idlest!)])
          }
        }
      }),
    )
  })
})
