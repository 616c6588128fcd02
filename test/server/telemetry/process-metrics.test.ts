import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { collectLoopLag, collectProcessMetrics } from '../../../src/server/telemetry/process-metrics.js'
import { expectSoon } from '../../support/expect-soon.js'

const start = (windowMs?: number) => {
  const registry = new Registry()
  collectProcessMetrics(registry)
  const lag = collectLoopLag(registry, windowMs)
  const read = async (part: string): Promise<number> =>
    Number(new RegExp(`^nodejs_eventloop_lag_${part}_seconds (\\S+)$`, 'm').exec(await registry.metrics())?.[1])
  return { registry, lag, read }
}

/** Lets nothing else run. */
const standStill = (ms: number) => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
}

test('how late the event loop came is shown under the names that prom-client gives it, to every reader', async () => {
  const { registry, lag, read } = start()
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) expect(await read(part)).toBe(0)
  lag.use()
  await sleep(30)
  lag.use()
  standStill(200)
  await expectSoon(async () => (await read('max')) > 0.15, true)
  expect(await read('max')).toBeGreaterThan(0.15)
  expect((await registry.metrics()).match(/^# TYPE nodejs_eventloop_lag/gm)).toHaveLength(8)
})

test('how late it came is forgotten after two windows', async () => {
  const { lag, read } = start(100)
  lag.use()
  await sleep(30)
  lag.use()
  standStill(200)
  await expectSoon(async () => (await read('max')) > 0.15, true)
  await expectSoon(async () => (await read('max')) < 0.15, true, 10_000)
})

test('the time between two calls is no lag', async () => {
  const { lag, read } = start(0)
  const lagOfPause = async (): Promise<number> => {
    lag.use()
    await sleep(600)
    lag.use()
    await sleep(30)
    return read('max')
  }
  // A busy machine makes the loop late, and then it was: one try in which it was not shows that a
  // pause does not count.
  let seconds = await lagOfPause()
  for (let tries = 1; tries < 10 && seconds >= 0.5; tries++) seconds = await lagOfPause()
  expect(seconds).toBeLessThan(0.5)
})
