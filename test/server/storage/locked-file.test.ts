import Database from 'libsql'
import { aCharge, StorePlace } from '../../support/store-place.js'

const place = new StorePlace()

/** Another program's transaction on the store's file, which nobody ends until `unlock`. */
const lockFile = () => {
  const other = new Database(place.path)
  other.exec('BEGIN IMMEDIATE')
  return { unlock: () => other.exec('COMMIT'), close: () => other.close() }
}

const refusedMs = async (action: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now()
  await expect(action()).rejects.toThrow('database is locked')
  return performance.now() - startedMs
}

test('a gateway waits little for a lock of another program, and hardly again; a command waits long', async () => {
  const store = place.store()
  store.lock()
  const command = place.store()
  const other = lockFile()
  const account = { name: 'Ann', plan: 'core', isFailoverOn: false }
  const charge = () => store.usage.write([aCharge()])
  const charges = () => store.usage.write([aCharge(), aCharge({ keyId: 'key_2' })])
  const commandMs = await refusedMs(() => command.accounts.createAccount(account))
  const firstMs = await refusedMs(charge)
  const nextMs = Math.min(await refusedMs(charge), await refusedMs(charges))
  expect(firstMs).toBeLessThan(commandMs / 3)
  expect(nextMs).toBeLessThan(firstMs / 3)
  expect(await refusedMs(() => store.accounts.createAccount(account))).toBeLessThan(commandMs / 3)
  other.unlock()
  await charges()
  expect((await store.usage.readDay('acc_1', '2026-11-21')).account).toBe(510)
  // After a success it waits as at first.
  const again = lockFile()
  expect(await refusedMs(charges)).toBeGreaterThan(3 * nextMs)
  again.close()
  other.close()
}, 30_000)
