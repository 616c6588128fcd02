import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

/** Goes on as soon as what is read is what is expected; fails with the difference when it is not so within ten seconds. */
export const expectSoon = async <T>(read: () => T | Promise<T>, expected: T): Promise<void> => {
  const endMs = performance.now() + 10_000
  let value = await read()
  for (; !isDeepStrictEqual(value, expected) && performance.now() < endMs; value = await read()) await sleep(10)
  expect(value).toEqual(expected)
}
