import { setTimeout as sleep } from 'node:timers/promises'
import { document } from '../../../generated/document.js'
import { errors } from '../../../generated/errors.js'
import { expectSoon } from '../../support/expect-soon.js'
import { started } from '../../support/started.js'
import { stopwatch } from '../../support/stopwatch.js'
import { anAccountFor, BACK_MS, newTally, post } from './gateways.js'
import { booksOf, expectLaw, holdLock, startLane, startNetworked } from './networked.js'

/** The time that docs/credits.md promises, and the time that a busy machine may add to it. */
const SOON_MS = 2_000
const BUSY_MS = 1_500

const all = started(() => startNetworked(2))

const PLENTY = 100_000
const urlOf = (index: number) => () => all.replicas[index]!.process.url
const isAnswered = async (index: number, key: string) => {
  const tally = newTally()
  await post(urlOf(index)(), key, 1, tally)
  return tally.answered === 1
}

test('a gateway whose packets are lost is back soon, and the other one never notices', async () => {
  const { account, key } = await anAccountFor(all.folder, PLENTY)
  const [lonely, other] = [startLane(urlOf(0), key), startLane(urlOf(1), key)]
  await expectSoon(() => Math.min(lonely.tally.answered, other.tally.answered) > 10, true, BACK_MS)
  const { network } = all.replicas[0]!
  network.forgetAfter('UPDATE processes')
  await sleep(100)
  network.lose()
  await sleep(3_000)
  network.heal()
  await expectSoon(() => isAnswered(0, key), true, BACK_MS)
  await Promise.all([lonely.stop(), other.stop()])
  expect([...other.tally.others]).toEqual([])
  const told = newTally()
  told.answered = lonely.tally.answered + other.tally.answered + 1
  await expectSoon(async () => (await booksOf(all.postgres.url, account)).usage, told.answered * 80, BACK_MS)
  await expectLaw(all.postgres.url, account, PLENTY * 80, told)
})

test("a lock on one account's balance leaves the others served", async () => {
  const [one, two] = [await anAccountFor(all.folder, PLENTY), await anAccountFor(all.folder, PLENTY)]
  // An exchange locks balances in the order of accounts: it has the free one when it waits.
  const [free, locked] = one.account < two.account ? [one, two] : [two, one]
  const lanes = [0, 1].flatMap((index) => [startLane(urlOf(index), locked.key), startLane(urlOf(index), free.key)])
  await expectSoon(() => Math.min(...lanes.map(({ tally }) => tally.answered)) > 10, true, BACK_MS)
  const unlock = await holdLock(
    all.postgres.url,
    `SELECT * FROM balances WHERE account_id = '${locked.account}' FOR UPDATE`,
  )
  try {
    await sleep(4_000)
    expect(lanes.filter((_, index) => index % 2 === 1).map(({ tally }) => [...tally.others])).toEqual([[], []])
  } finally {
    await unlock()
  }
  await expectSoon(async () => (await isAnswered(0, locked.key)) && (await isAnswered(1, locked.key)), true, BACK_MS)
  await Promise.all(lanes.map((lane) => lane.stop()))
  const served = lanes[1]!.tally.answered + lanes[3]!.tally.answered
  await expectSoon(async () => (await booksOf(all.postgres.url, free.account)).usage, served * 80, BACK_MS)
})

test('a revoked key is refused within a second though the announcement went over a connection that was dropped', async () => {
  const { id, key } = await anAccountFor(all.folder, PLENTY)
  expect(await isAnswered(0, key)).toBe(true)
  expect(all.replicas[0]!.network.forget((said) => said.includes('LISTEN'))).toBe(1)
  await all.folder.json('key', 'revoke', id)
  const status = async () => (await fetch(`${urlOf(0)()}/main/v3/${key}`, { method: 'POST', body: '{}' })).status
  await expectSoon(status, 401, 1_000 + BUSY_MS)
})

test('while the whole server hangs callers hear so soon, SIGTERM ends a gateway, and nothing is lost', async () => {
  const { account, key } = await anAccountFor(all.folder, PLENTY)
  const lanes = [startLane(urlOf(0), key), startLane(urlOf(1), key)]
  await expectSoon(() => Math.min(...lanes.map(({ tally }) => tally.answered)) > 10, true, BACK_MS)
  for (const lane of lanes) lane.slowestMs()
  const { adminUrl } = all.replicas[1]!.process
  all.postgres.freeze()
  const readiness = async () => (await fetch(`${adminUrl}/readyz`)).status
  await expectSoon(readiness, 503, SOON_MS + BUSY_MS)
  await sleep(6_000)
  for (const lane of lanes) expect(lane.slowestMs()).toBeLessThan(SOON_MS + BUSY_MS)
  // A call with a key that is not in memory does not wait either.
  const spentMs = stopwatch()
  await post(urlOf(1)(), `${key.slice(0, -4)}AAAA`, 1, newTally())
  expect(spentMs()).toBeLessThan(SOON_MS + BUSY_MS)

  await lanes[0]!.stop()
  const { process } = all.replicas[0]!
  process.child.kill('SIGTERM')
  expect(await Promise.race([process.exited, sleep(15_000, 'still there', { ref: false })])).toEqual({
    code: 0,
    signal: null,
  })
  all.postgres.thaw()
  await expectSoon(() => isAnswered(1, key), true, BACK_MS)
  await expectSoon(readiness, 200, BACK_MS)
  await lanes[1]!.stop()
  await all.replicas[0]!.start()
  const answered = lanes[0]!.tally.answered + lanes[1]!.tally.answered + 1
  await expectSoon(async () => (await booksOf(all.postgres.url, account)).usage, answered * 80, BACK_MS)
})

test('while the whole server hangs a caller gets the error of the contract over HTTP, in time', async () => {
  const fresh = await anAccountFor(all.folder, PLENTY)
  const ask = async (key: string, method: string) => {
    const spentMs = stopwatch()
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: [] })
    const reply = await fetch(`${urlOf(1)()}/main/v3/${key}`, { method: 'POST', body })
    const json = (await reply.json()) as { id: unknown; error?: unknown; result?: unknown }
    expect(spentMs()).toBeLessThan(SOON_MS + BUSY_MS)
    return { status: reply.status, cost: reply.headers.get('x-credits-cost'), ...json }
  }
  all.postgres.freeze()
  try {
    // A key that no process has in memory.
    const { code, message } = document.components.errors['ledger-unavailable']!
    const data = { name: 'ledger-unavailable', reason: errors['ledger-unavailable'].reason }
    expect(await ask(fresh.key, 'eth_blockNumber')).toEqual({
      ...{ status: errors['ledger-unavailable'].httpStatus, cost: '0', jsonrpc: '2.0', id: 7 },
      error: { code, message, data },
    })
  } finally {
    all.postgres.thaw()
  }
  await expectSoon(() => isAnswered(1, fresh.key), true, BACK_MS)
})
