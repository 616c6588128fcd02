import fc from 'fast-check'
import { sumRows } from '../../../../src/server/credits/usage/sum-rows.js'
import type { ChargeRow } from '../../../../src/server/credits/usage/usage-store.js'

const few = (...names: string[]) => fc.constantFrom(...names)
const rows = fc.array(
  fc.record({
    accountId: few('a', 'b', 'c'),
    keyId: few('k', 'l'),
    day: few('2026-11-20', '2026-11-21'),
    hour: fc.constantFrom(0, 23),
    network: few('eth', 'sol'),
    method: few('eth_call', 'getSlot'),
    calls: fc.integer({ min: 0, max: 1 }),
    credits: fc.integer({ min: -255, max: 255 }),
    errors: fc.integer({ min: -1, max: 1 }),
    forwarded: fc.integer({ min: -1, max: 1 }),
    cached: fc.integer({ min: -1, max: 1 }),
  }),
  { maxLength: 100 },
)
const nameOf = ({ accountId, keyId, day, hour, network, method }: ChargeRow) =>
  [accountId, keyId, day, hour, network, method].join()

/** The sums of one column by what the rows are of. */
const totals = (of: readonly ChargeRow[], column: 'calls' | 'credits' | 'errors' | 'forwarded' | 'cached') => {
  const sums: Record<string, number> = {}
  for (const row of of) sums[nameOf(row)] = (sums[nameOf(row)] ?? 0) + row[column]
  return sums
}

test('there is one row of each kind, with the sums of all of it, and the rows given stay as they are', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const before = structuredClone(given)
      const summed = sumRows(given)
      expect(given).toEqual(before)
      expect(new Set(summed.map(nameOf)).size).toBe(given.length === 0 ? 0 : summed.length)
      for (const column of ['calls', 'credits', 'errors', 'forwarded', 'cached'] as const) {
        expect(totals(summed, column)).toEqual(totals(given, column))
      }
    }),
  )
})
