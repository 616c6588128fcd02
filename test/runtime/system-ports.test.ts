import { requestIds, systemPorts } from '../../src/runtime/system-ports.js'

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
