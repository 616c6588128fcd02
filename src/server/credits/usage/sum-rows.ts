import type { ChargeRow } from './usage-store.js'

type UsageSum = { -readonly [Name in keyof ChargeRow]: ChargeRow[Name] }

const nameOf = (row: ChargeRow): string =>
  `${row.day}|${row.hour}|${row.accountId}|${row.keyId}|${row.network}|${row.method}`

const isAlike = (one: ChargeRow, other: ChargeRow): boolean =>
  one.method === other.method &&
  one.keyId === other.keyId &&
  one.accountId === other.accountId &&
  one.network === other.network &&
  one.hour === other.hour &&
  one.day === other.day

/**
 * Adds up the rows of the same account, key, hour, network and method, as the usage keeps them. The
 * rows given stay as they are.
 */
export const sumRows = (rows: readonly ChargeRow[]): ChargeRow[] => {
  if (rows.length < 2) return [...rows]
  const sums = new Map<string, UsageSum>()
  let sum: UsageSum | undefined
  for (const row of rows) {
    // Calls that come together are mostly alike; naming each costs more than all else here.
    if (sum === undefined || !isAlike(sum, row)) {
      const name = nameOf(row)
      sum = sums.get(name)
      if (sum === undefined) {
        sum = { ...row }
        sums.set(name, sum)
        continue
      }
    }
    sum.calls += row.calls
    sum.credits += row.credits
    sum.errors += row.errors
    sum.forwarded += row.forwarded
    sum.cached += row.cached
  }
  return [...sums.values()]
}
