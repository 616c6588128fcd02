import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { stopwatch } from './stopwatch.js'

/**
 * Between two looks: a tenth of what was waited so far. Many look at a page of metrics, which takes
 * as long to write as to wait.
 */
const pauseMs = (waitedMs: number): number => Math.min(Math.max(10, waitedMs / 10), 50)

/**
 * The limit for what a page shows: the stopwatch does not see when a busy machine did not run the
 * browser.
 */
export const IN_BROWSER_MS = 20_000

/**
 * The one way to wait in tests: goes on as soon as what is read is what is expected, and tells how
 * many milliseconds that took; fails with the difference when it is not so within `limitMs`, both
 * without the time in which a busy machine did not run this process: long enough for any machine,
 * and too short for a time limit of the gateway's own to bring about what should have come without
 * it.
 */
export const expectSoon = async <T>(read: () => T | Promise<T>, expected: T, limitMs = 3_000): Promise<number> => {
  const spentMs = stopwatch()
  let value = await read()
  for (; !isDeepStrictEqual(value, expected) && spentMs('go on') < limitMs; value = await read())
    await sleep(pauseMs(spentMs('go on')))
  const tookMs = spentMs()
  expect(value).toEqual(expected)
  return tookMs
}
