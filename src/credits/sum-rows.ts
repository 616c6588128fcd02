import type { ChargeRow } from './usage-store.js'

const nameOf = (row: ChargeRow): string =>
  `${row.day}|${row.hour}|${row.accountId}|${row.keyId}|${row.network}|${row.method}`

/** Adds up the rows of the same account, key, hour, network and method, as the usage keeps them. */
export const sumRows = (rows: Iterable<ChargeRow>): ChargeRow[] => {
  const sums = new Map<string, ChargeRow>()
  for (const row of rows) {
    const name = nameOf(row)
    const sum = sums.get(name)
    sums.set(
      name,
      sum === undefined
        ? row
        : {
            ...row,
            calls: sum.calls + row.calls,
            credits: sum.credits + row.credits,
            errors: sum.errors + row.errors,
            forwarded: sum.forwarded + row.forwarded,
            cached: sum.cached + row.cached,
          },
    )
  }
  return [...sums.values()]
}
