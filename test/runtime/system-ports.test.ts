import {
  clockOfStopwatch,
  requestIds,
  SharedStopwatch,
  stopwatchMs,
  systemPorts,
} from '../../src/runtime/system-ports.js'
import { expectSoon } from '../support/expect-soon.js'

const { jest } = import.meta

describe('request ids', () => {
  const idsOf = (byte: number) => requestIds({ ...systemPorts, randomBytes: (length) => Buffer.alloc(length, byte) })

  test('of a process are its prefix and a number of base 36 that goes up by one', () => {
    const next = idsOf(0xab)
    for (let count = 0; count < 3_000; count++) expect(next()).toBe(`abababababab-${count.toString(36)}`)
  })

  test('of another process have another prefix', () => {
    expect(idsOf(1)()).not.toBe(idsOf(2)())
  })
})

describe('the time', () => {
  test('is the same throughout a turn of the event loop', () => {
    const before = Date.now()
    const first = systemPorts.nowMs()
    expect(first).toBeGreaterThanOrEqual(before)
    while (Date.now() < before + 5);
    expect(systemPorts.nowMs()).toBe(first)
  })

  test.each([
    ['a turn', (done: () => void) => setImmediate(done)],
    ['a timer', (done: () => void) => setTimeout(done, 20)],
  ])('goes on with %s, by as much as that took', async (_what, wait) => {
    const rounds = 20
    let exact = 0
    for (let round = 0; round < rounds; round++) {
      const asked = systemPorts.nowMs()
      await new Promise<void>(wait)
      const now = Date.now()
      expect(systemPorts.nowMs()).toBeGreaterThanOrEqual(asked)
      if (systemPorts.nowMs() >= now - 1) exact++
    }
    // A busy machine may halt the process between two lines of this test.
    expect(exact).toBeGreaterThan(rounds / 2)
  })
})

describe("a stopwatch's reading as milliseconds since 1970", () => {
  afterEach(() => jest.restoreAllMocks())

  test("follows a step of the system's clock, both ways", async () => {
    const earliestMs = Date.now()
    const readMs = stopwatchMs()
    const beforeMs = clockOfStopwatch(readMs)
    expect(beforeMs).toBeGreaterThan(earliestMs - 1_000)
    expect(beforeMs).toBeLessThan(Date.now() + 1_000)
    const { now } = Date
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000)
    // A process that is halted between two readings takes the step later.
    await expectSoon(() => clockOfStopwatch(readMs) > beforeMs + 3_599_000, true)
    jest.restoreAllMocks()
    await expectSoon(() => clockOfStopwatch(readMs) < beforeMs + 1_000, true)
  })
})

describe('a shared stopwatch', () => {
  const nextTurn = () => new Promise((done) => setImmediate(done))

  test('is read once for sixteen that ask in one turn', async () => {
    await nextTurn()
    const stopwatch = new SharedStopwatch()
    systemPorts.nowMs()
    const readings = Array.from({ length: 33 }, () => stopwatch.readAtLeast(0))
    expect(new Set(readings.slice(0, 16)).size).toBe(1)
    expect(new Set(readings).size).toBe(3)
  })

  test('is read anew in another turn', async () => {
    const stopwatch = new SharedStopwatch()
    systemPorts.nowMs()
    const first = stopwatch.readAtLeast(0)
    await nextTurn()
    expect(stopwatch.readAtLeast(0)).toBeGreaterThan(first)
  })

  test('is read anew for what began after the last reading', () => {
    const stopwatch = new SharedStopwatch()
    systemPorts.nowMs()
    stopwatch.readAtLeast(0)
    const startMs = stopwatchMs()
    expect(stopwatch.readAtLeast(startMs)).toBeGreaterThanOrEqual(startMs)
  })

  test('is read each time where the end of the turn would not be noticed', async () => {
    await nextTurn()
    const stopwatch = new SharedStopwatch()
    const readings = Array.from({ length: 10 }, () => stopwatch.readAtLeast(0))
    expect(new Set(readings).size).toBe(10)
  })
})
