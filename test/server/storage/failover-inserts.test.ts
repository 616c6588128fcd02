import type { Kysely } from 'kysely'
import type { FailoverRow } from '../../../src/server/credits/usage/usage-store.js'
import { createPostgresUsageStore } from '../../../src/server/storage/postgres/usage.js'
import type { Tables } from '../../../src/server/storage/tables.js'
import { aFailover } from '../../support/usage-store.js'

interface Insert {
  readonly methods: readonly string[]
  succeed(): void
  fail(error: Error): void
}

/** Records calls in a database that answers when told to. */
const recording = () => {
  const inserts: Insert[] = []
  const insert = {
    values: (rows: FailoverRow | readonly FailoverRow[]) => ({
      execute: () =>
        new Promise<void>((succeed, fail) =>
          inserts.push({ methods: [rows].flat().map(({ method }) => method), succeed, fail }),
        ),
    }),
  }
  const db = { insertInto: () => insert } as unknown as Kysely<Tables>
  const { recordForwarded } = createPostgresUsageStore(db, db, () => {})
  const record = (method: string) => recordForwarded(aFailover(method))
  return { inserts, record }
}
const turn = () => new Promise(setImmediate)
const methods = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `m${from + index}`)

test('forwarded calls take one connection to PostgreSQL: those that come meanwhile share the next insert', async () => {
  const { inserts, record } = recording()
  const all = methods(0, 130).map(record)
  expect(inserts.map((insert) => insert.methods)).toEqual([['m0']])
  for (let at = 0; at < inserts.length; at++) {
    inserts[at]!.succeed()
    await turn()
  }
  await Promise.all(all)
  expect(inserts.map((insert) => insert.methods)).toEqual([['m0'], methods(1, 101), methods(101, 130)])
})

test('those that wait for a store that hangs end with the first one; later ones ask again', async () => {
  const { inserts, record } = recording()
  const all = methods(0, 3).map(record)
  inserts[0]!.fail(new Error('no answer'))
  const statuses = (await Promise.allSettled(all)).map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'rejected', 'rejected'])
  const later = record('later')
  inserts[1]!.succeed()
  await later
  expect(inserts).toHaveLength(2)
})
