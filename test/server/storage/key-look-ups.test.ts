import type { Kysely } from 'kysely'
import { findByKeyHashIn } from '../../../src/server/storage/postgres/key-look-ups.js'
import type { Tables } from '../../../src/server/storage/tables.js'

interface Question {
  readonly hashes: readonly string[]
  answer(rows: readonly object[]): void
  fail(error: Error): void
}

/** A database without keys that answers when told to. */
const aDatabase = () => {
  const questions: Question[] = []
  const select = {
    selectAll: () => select,
    where: (_column: string, _is: string, hashes: readonly string[]) => ({
      execute: () => new Promise((answer, fail) => questions.push({ hashes, answer, fail })),
    }),
  }
  return { questions, db: { selectFrom: () => select } as unknown as Kysely<Tables> }
}
const turn = () => new Promise(setImmediate)

test('keys that are asked for while two questions are under way share the next one, 32 at most', async () => {
  const { questions, db } = aDatabase()
  const findByKeyHash = findByKeyHashIn(db, () => 0)
  const all = Array.from({ length: 50 }, (_, index) => findByKeyHash(`hash ${index}`))
  expect(questions.map(({ hashes }) => hashes)).toEqual([['hash 0'], ['hash 1']])
  questions[1]!.answer([])
  await turn()
  expect(questions[2]!.hashes).toEqual(Array.from({ length: 32 }, (_, index) => `hash ${index + 2}`))
  for (let at = 0; at < questions.length; at++) {
    questions[at]!.answer([])
    await turn()
  }
  expect(await Promise.all(all)).toEqual(Array(50).fill(undefined))
  expect(questions.length).toBe(4)
})

test('those that wait for a store that hangs end with the first ones; later ones ask again', async () => {
  const { questions, db } = aDatabase()
  const findByKeyHash = findByKeyHashIn(db, () => 0)
  const all = Array.from({ length: 50 }, (_, index) => findByKeyHash(`hash ${index}`))
  questions[0]!.fail(new Error('no answer'))
  questions[1]!.answer([])
  const statuses = (await Promise.allSettled(all)).map(({ status }) => status)
  expect(statuses).toEqual(['rejected', 'fulfilled', ...Array(48).fill('rejected')])
  const later = findByKeyHash('later')
  questions[2]!.answer([])
  expect(await later).toBe(undefined)
})
