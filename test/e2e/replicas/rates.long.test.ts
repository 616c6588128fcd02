import { setTimeout as pause } from 'node:timers/promises'
import { retryMeasurement } from '../../support/retry-measurement.js'
import { started } from '../../support/started.js'
import { expectUsage, PRICE, startReplicas } from './gateways.js'

/** Fifty calls a second. */
const RATE = 50 * PRICE
const LANES = 4
const RUN_MS = 12_000

const replicas = started(() => startReplicas(3))

/**
 * Calls as fast as it goes, of which there are far more than the rate allows; when each answered
 * one came, in ms.
 */
const callAll = async (urls: readonly string[], key: string): Promise<number[]> => {
  const answeredMs: number[] = []
  const startedMs = performance.now()
  const lane = async (url: string) => {
    while (performance.now() - startedMs < RUN_MS) {
      const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
      const reply = (await (await fetch(`${url}/main/v3/${key}`, { method: 'POST', body })).json()) as {
        result?: unknown
        error?: { code: number }
      }
      if (reply.result !== undefined) answeredMs.push(performance.now() - startedMs)
      else expect(reply.error?.code).toBe(-32005)
      await pause(10)
    }
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: LANES }, () => lane(url))))
  return answeredMs.sort((a, b) => a - b)
}

const mostInFive = (answeredMs: readonly number[]): number => {
  let most = 0
  let end = 0
  for (const [begin, fromMs] of answeredMs.entries()) {
    while (end < answeredMs.length && answeredMs[end]! < fromMs + 5_000) end += 1
    most = Math.max(most, end - begin)
  }
  return most
}

test.each([2, 3])(
  '%i gateways on one PostgreSQL let an account have its credits per second, not that many times',
  async (count) => {
    const limits = ['--daily-credits', '100000000', '--credits-per-second', String(RATE)]
    const urls = replicas.processes.slice(0, count).map(({ url }) => url)
    const measure = async () => {
      const { account, key } = await replicas.folder.createKey('main', '--plan', 'custom', ...limits)
      const answeredMs = await callAll(urls, key)
      await expectUsage(replicas.folder, account, { calls: answeredMs.length })
      return answeredMs
    }
    const perSecond = RATE / PRICE
    // While a machine stalls, the bucket fills to its burst, and the callers call too little.
    await retryMeasurement(measure, (answeredMs) => {
      // In the first exchange interval each gives its burst, one second's worth, which is then
      // waited for.
      expect(answeredMs.length).toBeLessThanOrEqual((RUN_MS / 1_000 + count) * perSecond)
      const settled = answeredMs.filter((ms) => ms > (count + 1) * 1_000)
      expect(mostInFive(settled)).toBeLessThanOrEqual(1.2 * 5 * perSecond)
      // The callers get what they pay for, too.
      expect(settled.length).toBeGreaterThan(0.7 * perSecond * (RUN_MS / 1_000 - count - 1))
    })
  },
)
