import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { LeaseOwner } from '../../../src/server/credits/leases/lease-owner.js'
import type { LeaseStore } from '../../../src/server/credits/leases/lease-store.js'
import { Settler, settleAllJournals, settleJournals } from '../../../src/server/gateway/settle-journals.js'
import { openJournal } from '../../../src/server/storage/journals/journal-file.js'
import { openSqlite } from '../../../src/server/storage/open.js'
import { openPostgres } from '../../../src/server/storage/postgres/open.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startPostgres } from '../../support/postgres.js'
import { patientLimits } from '../../support/postgres-place.js'
import { started } from '../../support/started.js'
import { aCharge, StorePlace } from '../../support/store-place.js'

const DAY = '2026-11-21'
const place = new StorePlace()

/** A store that several processes lease from, on either engine. */
interface Shared {
  /** The store as one of its owners or processes sees it; another one each time. */
  connect(): LeaseStore
  used(): Promise<number>
  /** Lets a minute pass in which no process reports. */
  passAMinute(): Promise<void>
  close(): Promise<void>
}

let databases = 0
const postgres = started(() => startPostgres())

const onSqlite = async (name: string): Promise<Shared> => {
  const store = openSqlite(join(place.folder, `${name}.db`), { clock: () => place.nowMs })
  let owner = new LeaseOwner(store.lending!.settledLines())
  return {
    connect: () => owner.connect(),
    used: async () => (await store.usage.readDay('acc_1', DAY)).account,
    // On SQLite a process is gone when the owner that lent to it is.
    passAMinute: async () => {
      owner = new LeaseOwner(store.lending!.settledLines())
    },
    close: async () => store.close(),
  }
}

const onPostgres = async (): Promise<Shared> => {
  const address = await postgres.createDatabase(`left_${databases++}`)
  const store = await openPostgres(address, { clock: Date.now, limits: patientLimits })
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return {
    connect: () => store.leases!,
    used: async () => (await store.usage.readDay('acc_1', DAY)).account,
    passAMinute: async () =>
      void (await client.query("UPDATE processes SET seen_at = seen_at - interval '61 seconds'")),
    close: async () => {
      await client.end()
      await store.close()
    },
  }
}

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('journals before %s', (_, open) => {
  let store: Shared
  let folder: string
  const others: Shared[] = []
  beforeEach(async () => {
    store = await open('right')
    folder = join(place.folder, 'journals')
  })
  afterEach(async () => {
    for (const one of [store, ...others.splice(0)]) await one.close()
  })
  const fileOf = (processId: string, where = folder) => join(where, `${processId}.journal`)
  /** A process with a line for each of these credits, none of them settled. */
  const aProcess = async (processId: string, ...credits: number[]) => {
    await store.connect().begin(processId)
    const journal = openJournal(folder, processId)
    for (const one of credits) journal.append([aCharge({ credits: one })])
    return journal
  }
  const copyAll = (): string => {
    const copy = join(place.folder, 'copy')
    cpSync(folder, copy, { recursive: true })
    return copy
  }
  const settle = (where = folder, by = store) => settleJournals(by.connect(), where)

  test('of processes that are gone are settled and deleted; of one that lives it is left alone', async () => {
    ;(await aProcess('gone', 1, 2)).close(false)
    const living = await aProcess('living', 4)
    expect(await settle()).toEqual({ inUse: 1, kept: [] })
    expect(await store.used()).toBe(3)
    expect(readdirSync(folder).filter((name) => name.endsWith('.journal'))).toEqual(['living.journal'])
    living.close(false)
  })

  test('a copy does not end a process that lives: it goes on, and nothing is lost or charged twice', async () => {
    const journal = await aProcess('p', 10, 20)
    const leases = store.connect()
    await leases.exchange({ processId: 'p', fromLine: 0, toLine: 1, rows: [aCharge({ credits: 10 })], asks: [] })
    const copy = copyAll()
    const { kept } = await settle(copy)
    expect(kept).toMatchObject([{ path: fileOf('p', copy), state: 'living', processId: 'p' }])
    expect([await store.used(), existsSync(fileOf('p', copy))]).toEqual([10, true])
    journal.append([aCharge({ credits: 40 })])
    const rows = [aCharge({ credits: 60 })]
    await leases.exchange({ processId: 'p', fromLine: 1, toLine: 3, rows, asks: [] })
    await leases.end('p', [])
    journal.close(true)
    // It is over, and the copy has nothing that the store has not.
    expect(await settle(copy)).toEqual({ inUse: 0, kept: [] })
    expect([await store.used(), readdirSync(copy)]).toEqual([70, []])
  })

  test('a copy is settled when its process is gone, and the journal itself brings what came later', async () => {
    const journal = await aProcess('p', 10, 20)
    const copy = copyAll()
    journal.append([aCharge({ credits: 40 })])
    await store.passAMinute()
    expect(await settle(copy)).toEqual({ inUse: 0, kept: [] })
    expect(await store.used()).toBe(30)
    await expect(
      store.connect().exchange({ processId: 'p', fromLine: 0, toLine: 3, rows: [aCharge({ credits: 70 })], asks: [] }),
    ).rejects.toThrow('the store does not know this process')
    journal.close(false)
    for (let again = 0; again < 2; again++) {
      expect(await settle()).toEqual({ inUse: 0, kept: [] })
      expect(await store.used()).toBe(70)
    }
  })

  test('a copy is tried again without being asked for, and named once', async () => {
    const journal = await aProcess('p', 10)
    const copy = copyAll()
    const logged: object[] = []
    const settler = new Settler(store.connect(), copy, { warn: (fields) => void logged.push(fields) }, 20)
    await settler.settle()
    await settler.settle()
    await store.connect().end('p', [{ line: 1, rows: [aCharge({ credits: 10 })] }])
    await expectSoon(() => existsSync(fileOf('p', copy)), false, 20_000)
    settler.stop()
    expect(logged).toMatchObject([{ journal: fileOf('p', copy), state: 'living' }])
    journal.close(true)
    expect(await store.used()).toBe(10)
  })

  test('copies that are settled at the same moment are settled once', async () => {
    ;(await aProcess('p', 10, 20, 40)).close(false)
    await store.passAMinute()
    const lines = [10, 20, 40].map((credits, index) => ({ line: index + 1, rows: [aCharge({ credits })] }))
    for (const upTo of [1, 3]) {
      const endings = Array.from({ length: 6 }, () => store.connect().end('p', lines.slice(0, upTo), true))
      expect(new Set(await Promise.all(endings))).toEqual(new Set(['over']))
      expect(await store.used()).toBe(upTo === 1 ? 10 : 70)
    }
  })

  test('a wrong, empty store keeps them and names them; the right one settles them then', async () => {
    ;(await aProcess('p', 10, 20)).close(false)
    const wrong = await open('wrong')
    others.push(wrong)
    const logged: object[] = []
    const settler = new Settler(wrong.connect(), folder, { warn: (fields) => void logged.push(fields) })
    await settleAllJournals(settler, folder)
    settler.stop()
    expect(logged).toMatchObject([
      { journal: fileOf('p'), process: 'p', state: 'unknown', reason: expect.stringContaining(fileOf('p')) },
    ])
    expect([await wrong.used(), existsSync(fileOf('p'))]).toEqual([0, true])
    await store.passAMinute()
    expect(await settle()).toEqual({ inUse: 0, kept: [] })
    expect(await store.used()).toBe(30)
  })

  test('one that cannot be read is named with file and line, and the others are settled', async () => {
    ;(await aProcess('a', 1)).close(false)
    ;(await aProcess('bad', 2)).close(false)
    ;(await aProcess('c', 4)).close(false)
    appendFileSync(fileOf('bad'), '\0\0\0\0\n')
    const { kept } = await settle()
    expect(kept).toMatchObject([
      { state: 'damaged', reason: expect.stringContaining(`the journal ${fileOf('bad')}: its line 3 is not JSON`) },
    ])
    expect(await store.used()).toBe(5)
    expect(readdirSync(folder).filter((name) => name.endsWith('.journal'))).toEqual(['bad.journal'])
  })

  test('whatever copies of lines and of files are settled in whatever order, each charge is in the store once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.record({ upTo: fc.nat(5), isTwice: fc.boolean() }), { maxLength: 4 }),
        async (credits, copies) => {
          const before = await store.used()
          const id = `p${before}-${credits.length}`
          ;(await aProcess(id, ...credits)).close(false)
          await store.passAMinute()
          const lines = readFileSync(fileOf(id), 'utf8').trimEnd().split('\n')
          for (const [index, { upTo, isTwice }] of copies.entries()) {
            const where = join(place.folder, `${id}-${index}`)
            mkdirSync(where)
            const some = lines.slice(0, 1 + upTo).flatMap((line) => (isTwice ? [line, line] : [line]))
            writeFileSync(fileOf(id, where), `${some.join('\n')}\n`)
            expect((await settle(where)).kept).toEqual([])
            rmSync(where, { recursive: true })
          }
          expect((await settle()).kept).toEqual([])
          expect(await store.used()).toBe(before + credits.reduce((sum, one) => sum + one, 0))
        },
      ),
      // A smaller case would find what this one left in the store.
      { numRuns: 15, endOnFailure: true },
    )
  })
})

test('an owner of a SQLite store does not start without the charges of a journal that cannot be read', async () => {
  const store = await onSqlite('right')
  const folder = join(place.folder, 'journals')
  await store.connect().begin('p')
  openJournal(folder, 'p').close(false)
  writeFileSync(join(folder, 'p.journal'), 'garbage\n')
  const settler = new Settler(store.connect(), folder, undefined)
  await expect(settleAllJournals(settler, folder)).rejects.toThrow(
    `the journal ${folder}/p.journal: its line 1 is not JSON; to settle the lines that can be read: tollgate store journals --set-aside ${folder}/p.journal`,
  )
  settler.stop()
  await store.close()
})
