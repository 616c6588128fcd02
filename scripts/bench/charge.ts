/**
 * What holding and charging one call costs in CPU, amortised at load: `npm run bench:charge`.
 *
 * SQLite is written as in production; for leases the exchanges with the store are left out, which happen ten times a second whatever the
 * load, and the journal is written as in production.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entitlement } from '../../src/accounts/account.js'
import { createLeaseLedger } from '../../src/credits/lease-ledger.js'
import type { LeaseStore } from '../../src/credits/lease-store.js'
import type { Hold, Ledger } from '../../src/credits/ledger.js'
import { createSingleLedger } from '../../src/credits/single-ledger.js'
import { openJournal } from '../../src/storage/journal-file.js'
import { openStore } from '../../src/storage/open.js'

const CALLS = 400_000
const IN_A_TURN = 64
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
  end: async () => {},
  callBack: async () => {},
  onCallBack: () => {},
}

const measure = async (name: string, ledger: Ledger): Promise<void> => {
  const charge = async (calls: number) => {
    for (let done = 0; done < calls; done += IN_A_TURN) {
      const charges: Promise<void>[] = []
      for (let call = 0; call < IN_A_TURN; call++) {
        const held = ledger.hold(entitlement, PRICE)
        const hold = (held instanceof Promise ? await held : held) as Hold
        charges.push(hold.charge(record))
      }
      await Promise.all(charges)
    }
  }
  await charge(CALLS / 10)
  const before = process.cpuUsage()
  await charge(CALLS)
  const { user, system } = process.cpuUsage(before)
  console.log(`${name}: ${((user + system) / CALLS).toFixed(2)} µs of CPU per call, ${IN_A_TURN} calls a turn`)
}

const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
const store = openStore(join(folder, 'tollgate.db'), { clock: Date.now })
await measure(
  'sqlite',
  createSingleLedger({ store: store.usage, now: Date.now, schedule: setImmediate, maxAccounts: 10 }),
)
store.close()
const journal = openJournal(folder, 'bench')
await measure(
  'postgres (leases)',
  createLeaseLedger({ store: generous, journal, now: Date.now, schedule: setImmediate }),
)
journal.close(true)
rmSync(folder, { recursive: true })
