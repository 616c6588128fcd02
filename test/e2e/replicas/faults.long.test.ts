import { setTimeout as pause } from 'node:timers/promises'
import { expectSoon } from '../../support/expect-soon.js'
import { retryMeasurement } from '../../support/retry-measurement.js'
import type { ServeProcess } from '../../support/serve-process.js'
import { started } from '../../support/started.js'
import {
  anAccountFor,
  BACK_MS,
  expectUsage,
  newTally,
  PRICE,
  post,
  startReplicas,
  type Tally,
  takeRefused,
} from './gateways.js'

const replicas = started(() => startReplicas(3))

const urlAt = (index: number) => replicas.processes[index % replicas.processes.length]!.url

/** Keeps `lanes` calls in flight until `isOver`; with a pause, so that the load stays light. */
const load = (key: string, lanes: number, tally: Tally, isOver: () => boolean) =>
  Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let id = lane; !isOver(); id++) {
        await post(urlAt(id), key, id, tally)
        await pause(10)
      }
    }),
  )

/** Sends calls until no process has credits left for one. */
const spendTheRest = async (key: string, tally: Tally) => {
  for (let dry = 0; dry < replicas.processes.length; ) {
    const before = tally.exhausted
    await post(urlAt(dry), key, 1, tally)
    if (tally.exhausted > before) dry++
  }
}

test('a killed process costs no charge and no credit once it was restarted', async () => {
  const calls = 2_000
  const { account, key } = await anAccountFor(replicas.folder, calls)
  const tally = newTally()
  let isOver = false
  const loading = load(key, 8, tally, () => isOver)
  for (let round = 0; round < 3; round++) {
    await pause(2_000)
    const [victim] = replicas.processes.splice(0, 1)
    victim!.child.kill('SIGKILL')
    await victim!.exited
    await replicas.start()
  }
  isOver = true
  await loading
  await spendTheRest(key, tally)
  await expectUsage(replicas.folder, account, { credits: calls * PRICE })
  expect(tally.answered).toBeLessThanOrEqual(calls)
  // The calls whose replies died with their process may be charged: those in flight, never more.
  const lost = tally.others.get('lost') ?? 0
  expect(calls - tally.answered).toBeLessThanOrEqual(lost)
  // Calls that waited too long for a slow PostgreSQL were refused, and cost nothing.
  takeRefused(tally, 'ledger_unavailable')
  expect([...tally.others.keys()].filter((text) => text !== 'lost')).toEqual([])
})

test('while PostgreSQL is away, leases are spent, then calls are refused; then service goes on by itself', async () => {
  const calls = 50_000
  const { account, key } = await anAccountFor(replicas.folder, calls)
  const tally = newTally()
  let isOver = false
  const loading = load(key, 6, tally, () => isOver)
  await pause(1_500)
  await replicas.postgres.kill()
  await pause(5_000)
  const away = [...tally.others.keys()]
  const readiness = async ({ adminUrl }: ServeProcess) => {
    const ready = await fetch(`${adminUrl}/readyz`)
    return { status: ready.status, text: await ready.text() }
  }
  const ledgerAway = { status: 503, text: expect.stringContaining('ledger') }
  expect(await readiness(replicas.processes[0]!)).toEqual(ledgerAway)
  expect(away.length).toBeGreaterThan(0)
  for (const text of away) expect(text).toContain('ledger_unavailable')
  await replicas.postgres.start()
  const statuses = async () => (await Promise.all(replicas.processes.map(readiness))).map(({ status }) => status)
  await expectSoon(statuses, [200, 200, 200], BACK_MS)
  const before = tally.answered
  await expectSoon(() => tally.answered > before, true, BACK_MS)
  isOver = true
  await loading
  await expectUsage(replicas.folder, account, { credits: tally.answered * PRICE })
  expect(replicas.processes.every(({ child }) => child.exitCode === null)).toBe(true)
})

test('a revoked key is refused by every process within a second', async () => {
  const revoke = async () => {
    const { id, key } = await anAccountFor(replicas.folder, 100)
    for (const { url } of replicas.processes) {
      const tally = newTally()
      await post(url, key, 1, tally)
      expect(tally.answered).toBe(1)
    }
    await replicas.folder.json('key', 'revoke', id)
    const status = async ({ url }: ServeProcess) =>
      (await fetch(`${url}/main/v3/${key}`, { method: 'POST', body: '{}' })).status
    return expectSoon(() => Promise.all(replicas.processes.map(status)), [401, 401, 401], BACK_MS)
  }
  // A stall of a process may add a second.
  await retryMeasurement(revoke, (refusedMs) => expect(refusedMs).toBeLessThanOrEqual(1_000))
})
