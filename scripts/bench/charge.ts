/**
 * Measures the CPU time of holding and charging one call, amortised at load:
 * `npm run bench:charge`.
 *
 * The journal is written as in production, and so is SQLite behind it; for leases the exchanges
 * with the store are left out, which happen ten times a second whatever the load.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPorts } from '../../src/runtime/system-ports.js'
import type { Entitlement } from '../../src/server/accounts/account.js'
import { LeaseLedger } from '../../src/server/credits/leases/lease-ledger.js'
import type { LeaseStore } from '../../src/server/credits/leases/lease-store.js'
import type { Hold, Ledger } from '../../src/server/credits/ledger.js'
import { SingleLedger } from '../../src/server/credits/single-ledger.js'
import { serveAlone } from '../../src/server/gateway/single-process.js'
import { openJournal } from '../../src/server/storage/journals/journal-file.js'
import { openSqlite } from '../../src/server/storage/open.js'

const CALLS = 400_000
/** Calls that are charged together, of a busy process, and one that comes alone. */
const IN_A_TURN = [64, 1] as const
const PRICE = 80
const entitlement = {
  account: { id: 'acc_bench' },
  key: { id: 'key_bench' },
  dailyCredits: Number.MAX_SAFE_INTEGER,
} as Entitlement
const record = { network: 'main', method: 'eth_blockNumber', isError: false, servedBy: 'upstream' } as const

/** Grants everything that is asked for. */
const generous: LeaseStore = {
  begin: async () => {},
  exchange: async ({ asks }) => asks.map(() => ({ granted: CALLS * PRICE * 10, used: 0, elsewhere: 0 })),
  end: async () => 'over',
  callBack: async () => {},
  onCallBack: () => {},
}

const measure = async (name: string, ledger: Ledger, inATurn: number): Promise<void> => {
  const charge = async (calls: number) => {
    for (let done = 0; done < calls; done += inATurn) {
      const charges: PromiseLike<void>[] = []
      for (let call = 0; call < inATurn; call++) {
        const held = ledger.hold(entitlement, PRICE)
        const hold = (held instanceof Promise ? await held : held) as Hold
        charges.push(hold.charge(record))
      }
      await Promise.all(charges)
    }
  }
  const calls = inATurn === 1 ? CALLS / 10 : CALLS
  await charge(calls / 10)
  const before = process.cpuUsage()
  await charge(calls)
  const { user, system } = process.cpuUsage(before)
  console.log(`${name}: ${((user + system) / calls).toFixed(2)} µs of CPU per call, ${inATurn} calls a turn`)
}

const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
const opened = openSqlite(join(folder, 'tollgate.db'), { clock: Date.now })
const store = await serveAlone(opened, { synchronous: 'normal' }, systemPorts, { warn: () => {} })
const single = new SingleLedger({ store: store.usage, nowMs: Date.now, afterTurn: setImmediate, maxAccounts: 10 })
for (const inATurn of IN_A_TURN) await measure('sqlite', single, inATurn)
await store.close()
const journal = openJournal(folder, 'bench')
const leased = new LeaseLedger({ store: generous, journal, nowMs: Date.now, afterTurn: setImmediate })
for (const inATurn of IN_A_TURN) await measure('postgres (leases)', leased, inATurn)
journal.close(true)
rmSync(folder, { recursive: true })
