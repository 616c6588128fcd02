import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import type { UsageStore } from '../../../src/server/credits/usage/usage-store.js'
import { openLeasedLedger, openLedger } from '../../../src/server/gateway/open-ledger.js'
import { serveAlone } from '../../../src/server/gateway/single-process.js'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import type { Store } from '../../../src/server/storage/store.js'
import { anEntitlement } from '../../support/accounts.js'
import { expectSoon } from '../../support/expect-soon.js'
import { FakeLeaseStore } from '../../support/lease-store.js'
import { answered, failed, taken } from '../../support/ledger.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

const place = new StorePlace()
const DAY = '2026-11-21'
const logged: Record<string, unknown>[] = []
const log = {
  error: (fields: object, message: string) => {
    throw new Error(`${message} ${JSON.stringify(fields)}`)
  },
  warn: (fields: object, message: string) => void logged.push({ ...fields, message }),
}
beforeEach(() => void logged.splice(0))
const ports = { ...systemPorts, nowMs: () => place.nowMs }
const serve = () => serveAlone(place.store(), { synchronous: 'normal' }, ports, log)
/** Writes so many charges in one period that the last ones go to the journal. */
const writeMany = async ({ usage }: Store) => {
  for (let call = 0; call < 10; call++) await usage.write([aCharge({ credits: 1 })])
}

test('a journal that is missing is named once; brought back, it is settled', async () => {
  const folder = `${place.path}.journals`
  const elsewhere = join(place.folder, 'elsewhere')
  const killed = place.store()
  killed.lending!.settledLines().begin('p')
  const journal = openJournal(folder, 'p')
  journal.append([aCharge({ credits: 7 })])
  journal.close(false)
  place.close(killed)
  renameSync(folder, elsewhere)
  for (let start = 0; start < 2; start++) await (await serve()).close()
  expect(logged).toEqual([
    {
      process: 'p',
      message: 'a journal is missing',
      reason: expect.stringContaining(`p.journal is put into ${folder}`),
    },
  ])
  rmSync(folder, { recursive: true, force: true })
  renameSync(elsewhere, folder)
  const store = await serve()
  expect([(await store.usage.readDay('acc_1', DAY)).account, existsSync(join(folder, 'p.journal'))]).toEqual([7, false])
  await store.close()
})

test('a journal that cannot be entered in the store is not left behind, nor its lock', async () => {
  const opened = place.store()
  let isFull = true
  const { lending } = opened
  const store = await serveAlone(
    {
      ...opened,
      lending: {
        ...lending!,
        settledLines: () => {
          const lines = lending!.settledLines()
          return {
            ...lines,
            begin: (processId) => {
              if (isFull) throw new Error('database or disk is full')
              lines.begin(processId)
            },
          }
        },
      },
    },
    { synchronous: 'normal' },
    ports,
    log,
  )
  for (let again = 0; again < 3; again++) await expect(writeMany(store)).rejects.toThrow('disk is full')
  expect(readdirSync(lending!.journalFolder)).toEqual([])
  isFull = false
  await writeMany(store)
  await store.close()
  expect(logged).toEqual([])
})

test('a process that cannot announce itself leaves no journal', async () => {
  const stateDir = join(place.folder, 'state')
  const leases = {
    ...new FakeLeaseStore().for('p'),
    begin: async () => {
      throw new Error('away')
    },
  }
  const opening = openLeasedLedger(leases, { stateDir, synchronous: 'normal' }, ports, log)
  await expect(opening).rejects.toThrow('away')
  expect(readdirSync(stateDir)).toEqual([])
})

test('a process that ends with charges in its journal says how many, and keeps it', async () => {
  const stateDir = join(place.folder, 'state')
  const shared = new FakeLeaseStore()
  const processId = 'ab'.repeat(12)
  const fixed = { ...ports, randomBytes: () => Buffer.from(processId, 'hex') }
  const { ledger, flush } = await openLeasedLedger(
    shared.for(processId),
    { stateDir, synchronous: 'normal' },
    fixed,
    log,
  )
  const hold = await taken(ledger.hold(anEntitlement(), 10))
  shared.locked.add('acc_1')
  await hold.charge({ network: 'main', method: 'm', isError: false, servedBy: 'upstream' })
  await expect(flush()).rejects.toThrow(`journal ${processId} that are not in the store: 1 (`)
  expect(readdirSync(stateDir)).toContain(`${processId}.journal`)
})

test.each([
  ['is freed in time is in the store', true, 0],
  ['stays locked is lost, and the process says so', false, 255],
])('a refund that waits at the end of a process whose file %s', async (_, isFreed, left) => {
  const { usage, ...store } = await serve()
  const locker = new Database(place.path)
  let triesLeft = Number.POSITIVE_INFINITY
  const write: UsageStore['write'] = (rows) => {
    if (--triesLeft === 0) locker.exec('ROLLBACK')
    return usage.write(rows)
  }
  const served = { ...store, usage: { ...usage, write } }
  const { ledger, flush } = await openLedger(served, { stateDir: '', synchronous: 'normal' }, ports, log)
  const hold = await taken(ledger.hold(anEntitlement(), 255))
  await hold.charge(answered)
  locker.exec('BEGIN IMMEDIATE')
  void hold.refund(failed)
  await expectSoon(() => ledger.trouble(), 'database is locked')
  if (isFreed) {
    triesLeft = 2
    await flush()
  } else await expect(flush()).rejects.toThrow('they refund 255 credits (database is locked)')
  locker.close()
  await store.close()
  expect((await place.store().usage.readDay('acc_1', DAY)).account).toBe(left)
})

test('a gateway whose store was replaced under it is not ready, and says why', async () => {
  const store = await serve()
  const ledger = await openLedger(store, { stateDir: '', synchronous: 'normal' }, ports, log)
  expect(ledger.trouble()).toBeUndefined()
  renameSync(place.path, join(place.folder, 'moved.db'))
  expect(ledger.trouble()).toContain(`the file ${place.path} was replaced or taken away`)
  await store.close()
})
