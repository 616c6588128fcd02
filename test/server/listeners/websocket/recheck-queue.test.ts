import { setImmediate as turn } from 'node:timers/promises'
import { RecheckQueue } from '../../../../src/server/listeners/websocket/recheck-queue.js'
import { lostPermission } from '../../../../src/server/subscriptions/lost-permission.js'
import { aKey } from '../../../support/accounts.js'

const fail = (bug: unknown) => {
  throw bug
}

test('a few connections are checked in a turn, each once, however many changes follow each other', async () => {
  const COUNT = 1_000
  let checked = 0
  const connections = Array.from({ length: COUNT }, () => ({
    recheck: async () => {
      checked++
    },
  }))
  const queue = new RecheckQueue(fail)
  for (let changes = 0; changes < 5; changes++) queue.add(connections)
  let most = 0
  for (let before = 0; before < COUNT; before = checked) {
    await turn()
    most = Math.max(most, checked - before)
  }
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(checked).toBe(COUNT)
  expect(most).toBeLessThanOrEqual(50)
})

test('a hundred checks wait for the store at most, and those that it answers make room', async () => {
  const answers: (() => void)[] = []
  const connections = Array.from({ length: 300 }, () => ({
    recheck: () => new Promise<void>((resolve) => void answers.push(resolve)),
  }))
  const queue = new RecheckQueue(fail)
  queue.add(connections)
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(answers).toHaveLength(100)
  // The first one hangs; the others do not wait for it.
  for (let at = 1; at < 300; at++) {
    while (answers.length <= at) await turn()
    answers[at]!()
  }
  for (let turns = 0; turns < 5; turns++) await turn()
  expect(answers).toHaveLength(300)
})

test('a check that fails is reported, and those behind it are made', async () => {
  const bugs: unknown[] = []
  const isChecked = new Promise<void>((resolve) => {
    const broken = { recheck: () => Promise.reject(new Error('broken')) }
    const fine = { recheck: async () => resolve() }
    new RecheckQueue((bug) => void bugs.push(String(bug))).add([broken, fine])
  })
  await isChecked
  expect(bugs).toEqual(['Error: broken'])
})

test('the connections of a key share the comparison of its lists', () => {
  const key = aKey({ allowedContracts: [`0x${'a1'.repeat(20)}`] })
  expect(lostPermission(key)).toBe(lostPermission(key))
})
