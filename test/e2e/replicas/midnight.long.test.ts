import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import type { Hold } from '../../../src/server/credits/ledger.js'
import { openLedger } from '../../../src/server/gateway/open-ledger.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { aKey, anAccount, anEntitlement } from '../../support/accounts.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'

const record = { network: 'main', method: 'm', isError: false, servedBy: 'upstream' } as const

const fail = (_: object, message: string) => {
  throw new Error(message)
}

test('each day has its own credits over four ledgers, and a hold settles in the day it was taken', async () => {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-midnight-'))
  const startedMs = Date.now()
  const ports = { ...systemPorts, nowMs: () => Date.parse('2026-11-21T23:59:00Z') + offsetMs + Date.now() - startedMs }
  let offsetMs = 0
  const opened = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const store = await openPostgres(postgres.url, { clock: ports.nowMs, limits: patientLimits })
      return {
        store,
        ledger: await openLedger(store, { stateDir: folder, synchronous: 'normal' }, ports, {
          error: fail,
          warn: () => {},
        }),
      }
    }),
  )
  const entitlement = anEntitlement({ account: anAccount({ id: 'acc' }), key: aKey({ id: 'key' }), dailyCredits: 100 })
  const holdAll = async () => {
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, call) => opened[call % 4]!.ledger.ledger.hold(entitlement, 10)),
    )
    return all.filter((hold): hold is Hold => typeof hold !== 'string')
  }
  const first = await holdAll()
  expect(first).toHaveLength(10)
  offsetMs = 3_600_000
  const second = await holdAll()
  expect(second).toHaveLength(10)
  await Promise.all([...first, ...second].map((hold) => hold.charge(record)))
  for (const { ledger } of opened) await ledger.flush()
  expect(opened.map(({ ledger }) => ledger.trouble())).toEqual([undefined, undefined, undefined, undefined])
  for (const day of ['2026-11-21', '2026-11-22']) {
    expect((await opened[0]!.store.usage.readDay('acc', day)).account).toBe(100)
  }
  for (const { store } of opened) await store.close()
  rmSync(folder, { recursive: true })
  await postgres.stop()
})
