import { type Journal, type JournalLine, linesAfter } from '../../src/server/credits/journal.js'
import {
  BalancesLocked,
  type Ending,
  type LeaseExchange,
  type LeaseGrant,
  type LeaseStore,
  StoreBehind,
  settleBalance,
} from '../../src/server/credits/leases/lease-store.js'
import type { ChargeRow } from '../../src/server/credits/usage/usage-store.js'

interface Entry {
  taken: number
  used: number
  readonly outstanding: Map<string, number>
}

/**
 * What all processes share, in memory: it can be away, lose the answer to an exchange that it made,
 * and have its balances locked.
 */
export class FakeLeaseStore {
  readonly balances = new Map<string, Entry>()
  readonly rows: ChargeRow[] = []
  readonly settledLines = new Map<string, number>()
  readonly listeners = new Map<string, (accountId: string) => void>()
  isAway = false
  losesAnswers = false
  /** Accounts whose balances another transaction holds. */
  readonly locked = new Set<string>()

  /** The store as one process sees it. */
  for(processId: string): LeaseStore {
    return {
      begin: async () => void this.settledLines.set(processId, 0),
      exchange: async (exchange) => {
        await new Promise((next) => setImmediate(next))
        if (this.isAway) throw new Error('away')
        if ([...exchange.asks, ...exchange.rows].some(({ accountId }) => this.locked.has(accountId))) {
          throw new BalancesLocked()
        }
        const grants = this.#exchange(exchange)
        if (this.losesAnswers) throw new Error('answer lost')
        return grants
      },
      exchangeUnlocked: async ({ asks, ...exchange }) => {
        await new Promise((next) => setImmediate(next))
        if (this.isAway) throw new Error('away')
        const settled = this.settledLines.get(exchange.processId)
        if (settled !== exchange.fromLine) throw new Error('settled already')
        const free = asks.filter(({ accountId }) => !this.locked.has(accountId))
        const grants = this.#exchange({ ...exchange, fromLine: settled, toLine: settled, rows: [], asks: free })
        if (this.losesAnswers) throw new Error('answer lost')
        return asks.map((ask) => grants[free.indexOf(ask)])
      },
      end: async (id, lines) => this.#end(id, lines),
      callBack: async (accountId) => {
        for (const listen of this.listeners.values()) listen(accountId)
      },
      onCallBack: (listen) => void this.listeners.set(processId, listen),
    }
  }

  #entry(accountId: string, scope: string, day: string): Entry {
    const name = `${accountId} ${day} ${scope}`
    let entry = this.balances.get(name)
    if (entry === undefined) {
      const mine = this.rows.filter((row) => row.accountId === accountId && row.day === day)
      const sum = mine.reduce((all, row) => all + (scope === '' || row.keyId === scope ? row.credits : 0), 0)
      entry = { taken: sum, used: sum, outstanding: new Map() }
      this.balances.set(name, entry)
    }
    return entry
  }

  #exchange({ processId, fromLine, toLine, rows, asks }: LeaseExchange): LeaseGrant[] {
    const settled = this.settledLines.get(processId)
    if (settled !== undefined && settled < fromLine) throw new StoreBehind(settled)
    if (settled !== fromLine && settled !== toLine) throw new Error('the journal and the store do not fit together')
    const isReplay = settled === toLine && fromLine !== toLine
    this.settledLines.set(processId, toLine)
    const entries = asks.map(({ accountId, scope, day }) => this.#entry(accountId, scope, day))
    const applied = isReplay ? [] : rows
    this.rows.push(...applied)
    return asks.map((ask, index) => {
      const entry = entries[index]!
      const charged = applied
        .filter((row) => row.accountId === ask.accountId && row.day === ask.day && ['', row.keyId].includes(ask.scope))
        .reduce((sum, row) => sum + row.credits, 0)
      const outstanding = entry.outstanding.get(processId) ?? 0
      const after = settleBalance({ ...entry, outstanding }, charged, ask, this.settledLines.size)
      entry.taken = after.taken
      entry.used = after.used
      entry.outstanding.set(processId, after.outstanding)
      const others = [...entry.outstanding].filter(([id]) => id !== processId && this.settledLines.has(id))
      return {
        granted: after.granted,
        used: after.used,
        elsewhere: others.reduce((sum, [, credits]) => sum + credits, 0),
      }
    })
  }

  #end(processId: string, lines: readonly JournalLine[]): Ending {
    const settled = this.settledLines.get(processId)
    if (settled === undefined) return 'unknown'
    const open = linesAfter(settled, lines)
    const asks = [...this.balances].flatMap(([name, { outstanding }]) => {
      const [accountId, day, scope] = name.split(' ') as [string, string, string]
      return outstanding.has(processId) ? [{ accountId, scope, day, keep: 0, want: 0, least: 0, limit: 0 }] : []
    })
    const rows = open.flatMap((line) => line.rows)
    this.#exchange({ processId, fromLine: settled, toLine: open.at(-1)?.line ?? settled, rows, asks })
    for (const { outstanding } of this.balances.values()) outstanding.delete(processId)
    this.settledLines.delete(processId)
    this.listeners.delete(processId)
    return 'over'
  }
}

/** A journal in memory, which outlives its process. */
export const fakeJournal = (processId: string): Journal & { readonly lines: JournalLine[] } => {
  const lines: JournalLine[] = []
  return {
    processId,
    lines,
    append: (rows) => lines.push({ line: lines.length + 1, rows }),
    settled: () => {},
    linesAfter: (last) => lines.filter(({ line }) => line > last),
    close: () => {},
  }
}
