import { createRequire } from 'node:module'

interface Ports {
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
  readonly print: (line: string) => void
}
const { awaitDay } = createRequire(import.meta.url)('../../scripts/one-day.cjs') as {
  awaitDay(file: string, isLong: boolean, ports: Ports): Promise<void>
}

/** The time, in milliseconds, and the lines of a file that begins at a time of day (UTC). */
const beginAt = async (time: string, isLong = false) => {
  const startMs = Date.parse(`2026-11-30T${time}Z`)
  let nowMs = startMs
  const lines: string[] = []
  await awaitDay('test/a.test.ts', isLong, {
    nowMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms
    },
    print: (line) => void lines.push(line),
  })
  return { waitedMs: nowMs - startMs, lines }
}

const AT_ONCE = { waitedMs: 0, lines: [] }

test.each(['00:00:00', '12:00:00', '23:57:00'])('a test file that begins at %s runs at once', async (time) => {
  expect(await beginAt(time)).toEqual(AT_ONCE)
})

test.each([
  ['23:57:00.001', 180_999],
  ['23:58:30', 91_000],
  ['23:59:59.999', 1_001],
])('one that begins at %s waits until the next day', async (time, waitedMs) => {
  expect((await beginAt(time)).waitedMs).toBe(waitedMs)
})

test('a long test waits in the last ten minutes of the day', async () => {
  expect(await beginAt('23:50:00', true)).toEqual(AT_ONCE)
  expect((await beginAt('23:51:00', true)).waitedMs).toBe(541_000)
})

test('prints that it waits, for how long and why', async () => {
  expect((await beginAt('23:58:30')).lines).toEqual([
    "── test/a.test.ts waits 1:31 until midnight (UTC) is over: the day's credits begin anew then\n",
  ])
})
