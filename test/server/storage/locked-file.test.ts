import Database from 'libsql'
import { aCharge, StorePlace } from '../../support/store-place.js'

const place = new StorePlace()

/** Another program's transaction on the store's file, which nobody ends until `unlock`. */
const lockFile = () => {
  const other = new Database(place.path)
  const lock = () => other.exec('BEGIN IMMEDIATE')
  lock()
  return { lock, unlock: () => other.exec('COMMIT'), close: () => other.close() }
}

const refusedMs = async (action: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await expect(action()).rejects.toThrow('database is locked')
  return performance.now() - startedMs
}

/**
 * The least of up to ten waits, because a busy machine lengthens some; the first one that is short
 * enough is the last one.
 */
const leastMs = async (limitMs: number, measure: () => Promise<number>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 10 && least >= limitMs; tries++) least = Math.min(least, await measure())
  return least
}

test('a gateway waits little for a lock of another program, and hardly again; a command waits long', async () => {
  const store = place.store()
  store.lock()
  const command = place.store()
  const other = lockFile()
  const account = { name: 'Ann', plan: 'core', isFailoverOn: false }
  const charge = () => store.usage.write([aCharge()])
  const charges = () => store.usage.write([aCharge(), aCharge({ keyId: 'key_2' })])
  let taken = 0
  /** Lets a charge succeed: after it the store waits as at first. */
  const succeed = async () => {
    other.unlock()
    await charges()
    taken++
    other.lock()
  }
  const commandMs = await refusedMs(() => command.accounts.createAccount(account))
  const firstMs = await leastMs(commandMs / 3, async () => {
    await succeed()
    return refusedMs(charge)
  })
  expect(firstMs).toBeLessThan(commandMs / 3)
  const nextMs = await leastMs(0, () => refusedMs(charge))
  expect(nextMs).toBeLessThan(firstMs / 3)
  expect(await leastMs(firstMs / 3, () => refusedMs(charges))).toBeLessThan(firstMs / 3)
  const create = () => refusedMs(() => store.accounts.createAccount(account))
  expect(await leastMs(commandMs / 3, create)).toBeLessThan(commandMs / 3)
  await succeed()
  expect(await refusedMs(charges)).toBeGreaterThan(3 * nextMs)
  other.unlock()
  expect((await store.usage.readDay('acc_1', '2026-11-21')).account).toBe(510 * taken)
  other.close()
})
