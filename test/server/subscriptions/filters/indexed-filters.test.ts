import { array, assert, constant, constantFrom, oneof, option, property, record, uniqueArray } from 'fast-check'
import { atOnce } from '../../../../src/runtime/turns/in-turns.js'
import { FilterIndex, keysOfLog } from '../../../../src/server/subscriptions/filters/indexed-filters.js'
import { type LogFilter, readLogFilter } from '../../../../src/server/subscriptions/filters/log-filter.js'
import type { FollowedLog } from '../../../../src/server/subscriptions/followed-block.js'
import { addressOf, aLog, wordOf } from '../../../support/followed-blocks.js'

const readFilter = (filter: unknown) => atOnce(readLogFilter(filter))
const matches = (filter: unknown, log: Partial<FollowedLog>) => readFilter(filter).matches(aLog(log))
const [A, B] = [addressOf(1), addressOf(0xab)]
const [T, U] = [wordOf(1), wordOf(0xcd)]

test('a filter matches as in geth: any address, any topic of a position, null and an empty list everything', () => {
  expect(matches(undefined, { address: A })).toBe(true)
  expect(matches({}, { address: A, topics: [T] })).toBe(true)
  expect(matches({ address: A }, { address: B })).toBe(false)
  expect(matches({ address: [A, B] }, { address: B })).toBe(true)
  expect(matches({ address: [] }, { address: B })).toBe(true)
  expect(matches({ topics: [T] }, { topics: [T, U] })).toBe(true)
  expect(matches({ topics: [null, U] }, { topics: [T, U] })).toBe(true)
  expect(matches({ topics: [null, U] }, { topics: [U] })).toBe(false)
  expect(matches({ topics: [[T, U]] }, { topics: [U] })).toBe(true)
  expect(matches({ topics: [[]] }, { topics: [U] })).toBe(true)
  expect(matches({ topics: [[T, null]] }, { topics: [U] })).toBe(true)
})

test('a filter with more positions than a log has topics does not match it, not even with null', () => {
  expect(matches({ topics: [null] }, { topics: [] })).toBe(false)
  expect(matches({ topics: [T, null] }, { topics: [T] })).toBe(false)
})

test('letter case does not count', () => {
  expect(
    matches(
      { address: B.toUpperCase().replace('0X', '0x'), topics: [U.toUpperCase().replace('0X', '0x')] },
      { address: B, topics: [U] },
    ),
  ).toBe(true)
})

test('filters that match the same have one name, however long, and others another', () => {
  const many = Array.from({ length: 50 }, (_, index) => addressOf(index))
  const name = (filter: unknown) => readFilter(filter).name
  expect(name({ address: many })).toBe(name({ address: [...many].reverse(), topics: [] }))
  expect(name({ address: many })).not.toBe(name({ address: many.slice(1) }))
  expect(name({ topics: [T] })).not.toBe(name({ topics: [null, T] }))
  expect(name({ address: A })).not.toBe(name({ topics: [A] }))
  expect(name({ topics: [T] })).not.toBe(name({ topics: [T, null] }))
})

/** Returns the entries that match a log, as delivery finds them: under the keys of the log. */
const matching = <Asker>(index: FilterIndex<Asker>, log: FollowedLog) =>
  keysOfLog(log).flatMap((key) => [...index.at(key)].filter(({ filter }) => filter.matches(log)))

const topic = constantFrom(...[1, 2, 3, 4].map((number) => wordOf(number)))
const address = constantFrom(...[1, 2, 3, 4].map((number) => addressOf(number)))
/**
 * Up to three values, so that filters match; or 40, too many to index topics and addresses in
 * pairs.
 */
const manyOf = (one: typeof topic) =>
  oneof(
    { weight: 4, arbitrary: array(one, { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: constant(Array.from({ length: 40 }, (_, index) => wordOf(index, one === address ? 20 : 32))),
    },
  )
const filters = record(
  {
    address: oneof(constant(null), address, manyOf(address)),
    topics: array(oneof(constant(null), topic, manyOf(topic)), { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const logs = record({ address, topics: array(topic, { maxLength: 4 }) })

/**
 * Returns whether a filter matches a log, as geth's includes and topic loop decide it, without an
 * index.
 */
const isMatch = (
  filter: { address?: unknown; topics?: readonly unknown[] },
  log: { address: string; topics: readonly string[] },
) => {
  const accepts = (choice: unknown, value: string | undefined) => {
    if (choice === null || choice === undefined) return true
    const many: unknown[] = [choice].flat()
    return many.length === 0 || many.includes(value)
  }
  const wanted = filter.topics ?? []
  if (wanted.length > log.topics.length) return false
  return (
    accepts(filter.address, log.address) && wanted.every((choice, position) => accepts(choice, log.topics[position]))
  )
}

test('the index finds exactly the filters that a look at each finds, once each, and none that was removed', () => {
  assert(
    property(
      array(filters, { maxLength: 30 }),
      array(logs, { maxLength: 10 }),
      option(uniqueArray(constantFrom(...Array(30).keys()))),
      (asked, found, gone) => {
        const index = new FilterIndex<number>()
        const compiled = asked.map((filter) => readFilter(filter))
        for (const [asker, filter] of compiled.entries()) index.add(filter, asker)
        const removed = new Set(gone ?? [])
        for (const asker of removed) if (compiled[asker] !== undefined) index.remove(compiled[asker], asker)
        for (const wish of found) {
          const log = aLog(wish)
          const askers = matching(index, log).flatMap((entry) => [...entry.askers])
          const expected = asked.flatMap((filter, asker) =>
            !removed.has(asker) && isMatch(filter, wish) ? [asker] : [],
          )
          expect(askers.sort((one, other) => one - other)).toEqual(expected)
        }
        for (const [asker, filter] of compiled.entries()) index.remove(filter, asker)
        expect(index.isEmpty).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

test('a filter is looked at only for logs of its address and of its rarest topic', () => {
  const index = new FilterIndex<string>()
  const looked: string[] = []
  const seen = (filter: object) => {
    const compiled = readFilter(filter)
    const { matches } = compiled
    return Object.assign(compiled, {
      matches(this: LogFilter, log: FollowedLog) {
        looked.push(JSON.stringify(filter))
        return matches.call(this, log)
      },
    })
  }
  for (let number = 0; number < 1_000; number++)
    index.add(seen({ address: A, topics: [T, wordOf(number)] }), `${number}`)
  const log = aLog({ address: A, topics: [T, wordOf(7)] })
  expect(matching(index, log).length).toBe(1)
  expect(looked).toHaveLength(1)
})
