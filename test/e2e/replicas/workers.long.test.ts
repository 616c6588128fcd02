import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres, type TestPostgres } from '../../support/postgres.js'
import { LONG_MS, startWorkers, until, type Workers } from '../../support/workers.js'
import {
  anAccountFor,
  askAgain,
  expectUsage,
  newTally,
  PRICE,
  post,
  STORM_REPLY_MS,
  sendAll,
  takeRefused,
} from './gateways.js'

let postgres: TestPostgres
const machines: Workers[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  // One after the other: one that does not start leaves none behind that is still starting.
  for (let machine = 0; machine < 2; machine++) machines.push(await startWorkers(2, { store: postgres.url }))
})
afterAll(async () => {
  await Promise.all(machines.map((one) => one.stop()))
  await postgres.stop()
})

test('of 4K concurrent calls over two gateways of two workers each, on one PostgreSQL, exactly K are answered', async () => {
  const calls = 300
  const { folder } = machines[0]!
  const { account, key } = await anAccountFor(folder, calls)
  const tally = newTally()
  const urls = machines.map(({ gateway }) => gateway.url)
  const all: Promise<void>[] = []
  for (let index = 0; index < calls * 2; index++) all.push(post(urls[index % 2]!, key, index, tally, STORM_REPLY_MS))
  for (const url of [...urls, ...urls]) all.push(sendAll(url, key, calls / 2, tally))
  await Promise.all(all)
  // On a busy machine PostgreSQL and the nodes answer late.
  const givenBack = await askAgain(folder, urls[0]!, { account, key }, tally)
  expect([...tally.others]).toEqual([])
  expect(tally).toMatchObject({ answered: calls, exhausted: calls * 3 })
  await expectUsage(folder, account, { credits: calls * PRICE, calls: calls + givenBack })
})

test('a killed worker costs no charge and no credit: its journal is settled at once', async () => {
  const calls = 1_500
  const [machine] = machines
  const { account, key } = await anAccountFor(machine!.folder, calls)
  const tally = newTally()
  let isOver = false
  const lanes = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      await post(machine!.gateway.url, key, 1, tally)
      await pause(5)
    }
  })
  await pause(700)
  const [victim] = machine!.pids()
  process.kill(victim!, 'SIGKILL')
  await until(() => machine!.pids().length === 2 && !machine!.pids().includes(victim!))
  await until(() => tally.exhausted > 20, LONG_MS)
  isOver = true
  await Promise.all(lanes)
  // Calls that waited too long for a slow PostgreSQL were refused, and cost nothing.
  takeRefused(tally, 'ledger_unavailable')
  expect([...tally.others.keys()].filter((text) => text !== 'lost')).toEqual([])
  await expectUsage(machine!.folder, account, { credits: calls * PRICE })
  expect(calls - tally.answered).toBeLessThanOrEqual(tally.others.get('lost') ?? 0)
})
