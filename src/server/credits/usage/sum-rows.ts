import type { ChargeRow } from './usage-store.js'

type UsageSum = { -readonly [Name in keyof ChargeRow]: ChargeRow[Name] }

const rowKey = (row: ChargeRow): string =>
  `${row.day}|${row.hour}|${row.accountId}|${row.keyId}|${row.network}|${row.method}`

const isAlike = (one: ChargeRow, other: ChargeRow): boolean =>
  one.method === other.method &&
  one.keyId === other.keyId &&
  one.accountId === other.accountId &&
  one.network === other.network &&
  one.hour === other.hour &&
  one.day === other.day

/**
 * Sums rows of the same account, key, day, hour, network and method. Does not change the rows
 * given.
 */
export const sumRows = (rows: readonly ChargeRow[]): ChargeRow[] => {
  if (rows.length < 2) return [...rows]
  const sums = new Map<string, UsageSum>()
  let sum: UsageSum | undefined
  for (const row of rows) {
    // Successive calls mostly have the same key; building names would dominate the cost.
    if (sum === undefined || !isAlike(sum, row)) {
      const name = rowKey(row)
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
