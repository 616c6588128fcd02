import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import { BucketThrottle } from '../../../src/server/credits/throttle-bucket.js'
import {
  type OpenLedger,
  openLeasedLedger,
  openLeaseOwner,
  openLedger,
} from '../../../src/server/gateway/open-ledger.js'
import type { Store } from '../../../src/server/storage/store.js'
import type { EventCredits, PaidEvent } from '../../../src/server/subscriptions/event-credits.js'
import { EventCreditsPool } from '../../../src/server/subscriptions/event-credits-pool.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { PostgresPlace } from '../../support/postgres-place.js'
import { type EnginePlace, StorePlace } from '../../support/store-place.js'

const EVE_MS = Date.parse('2026-11-21T23:30:00Z')
const DAYS = ['2026-11-21', '2026-11-22'] as const
const KIND = { network: 'main', usageName: 'slotNotification', variant: '', priceCredits: () => 2 }
const ACCOUNT = anAccount({ id: 'acc' })
const log = {
  warn: () => {},
  error: (_: object, message: string) => {
    throw new Error(message)
  },
}

let startedMs = 0
let offsetMs = 0
const ports = { ...systemPorts, nowMs: () => EVE_MS + offsetMs + Date.now() - startedMs }

/** Ends an owner of leases before the store closes. */
let stopLending = () => {}
const lent = async (store: Store, stateDir: string): Promise<OpenLedger> => {
  const { owner, settler } = await openLeaseOwner(store.lending!, log)
  stopLending = () => settler.stop()
  return openLeasedLedger(owner.connect(), { stateDir, synchronous: 'normal' }, ports, log)
}
const owned = (store: Store, stateDir: string): Promise<OpenLedger> =>
  openLedger(store, { stateDir, synchronous: 'normal' }, ports, log)

/**
 * Takes `count` events, paying for more where none is left. A busy machine may halt the store for
 * so long that no credits are to be had for a moment.
 */
const takeAll = async (credits: EventCredits, count: number): Promise<PaidEvent[]> => {
  const taken: PaidEvent[] = []
  while (taken.length < count) {
    const event = credits.take()
    if (event !== undefined) taken.push(event)
    else expect(['paid', 'ledger_unavailable']).toContain(await credits.more())
  }
  return taken
}

describe.each<[string, () => EnginePlace, typeof owned]>([
  ['SQLite', () => new StorePlace(), owned],
  ['SQLite, lent to a worker', () => new StorePlace(), lent],
  ['PostgreSQL', () => new PostgresPlace(), owned],
])('a subscription that stays open over midnight, with %s', (_engine, makePlace, open) => {
  const place = makePlace()
  let stateDir: string
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'tollgate-midnight-'))
    place.nowMs = EVE_MS
    startedMs = Date.now()
    offsetMs = 0
  })
  afterEach(() => {
    stopLending()
    rmSync(stateDir, { recursive: true })
  })

  test('has the events of each day in the row of the day, and nothing else', async () => {
    const store = await place.open()
    const { ledger, flush, trouble } = await open(store, stateDir)
    const pool = new EventCreditsPool({
      ledger,
      watchedLedger: { rememberCaller: (_, hold) => hold },
      throttle: new BucketThrottle(),
      nowMs: ports.nowMs,
    })
    const openFor = (id: string) => {
      const key = aKey({ id, dailyLimit: 5_000 })
      return pool.open(() => anEntitlement({ account: ACCOUNT, key, dailyCredits: 10_000 }), KIND)
    }
    const [busy, idle] = [openFor('busy'), openFor('idle')]
    const taken = await takeAll(busy, 7)
    await takeAll(idle, 1)
    offsetMs = 3_600_000
    expect([busy.take(), idle.take()]).toEqual([undefined, undefined])
    taken.push(...(await takeAll(busy, 26)))
    // One event of each day was not sent.
    for (const index of [3, 20]) taken[index]!.giveBack()
    busy.close()
    idle.close()
    await pool.end()
    await flush()
    expect(trouble()).toBeUndefined()
    const read = async (day: string) => {
      const { account, keys } = await store.usage.readDay('acc', day)
      const rows = await store.usage.usageBy('acc', { from: day, to: day }, 'method')
      return { account, keys: Object.fromEntries(keys), rows }
    }
    const row = (calls: number) => expect.objectContaining({ name: KIND.usageName, calls, credits: 2 * calls })
    expect(await Promise.all(DAYS.map(read))).toEqual([
      { account: 14, keys: { busy: 12, idle: 2 }, rows: [row(7)] },
      { account: 50, keys: { busy: 50 }, rows: [row(25)] },
    ])
  })
})
