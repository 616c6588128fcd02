import { requestIds, systemEdges } from '../src/edges.js'

describe('request ids', () => {
  const idsOf = (byte: number) => requestIds({ ...systemEdges, randomBytes: (length) => Buffer.alloc(length, byte) })

  test('of a process are its prefix and a number of base 36 that goes up by one', () => {
    const next = idsOf(0xab)
    for (let count = 0; count < 3_000; count++) expect(next()).toBe(`abababababab-${count.toString(36)}`)
  })

  test('of another process have another prefix', () => {
    expect(idsOf(1)()).not.toBe(idsOf(2)())
  })
})

test('the time is the same throughout a turn of the event loop, and never older than the turn', async () => {
  const before = Date.now()
  const first = systemEdges.nowMs()
  expect(first).toBeGreaterThanOrEqual(before)
  while (Date.now() < before + 5);
  expect(systemEdges.nowMs()).toBe(first)
  for (const wait of [(done: () => void) => setImmediate(done), (done: () => void) => setTimeout(done, 20)]) {
    const asked = systemEdges.nowMs()
    await new Promise<void>(wait)
    const now = Date.now()
    // After a wait of any kind the clock has gone on, by as much as the wait took.
    expect(systemEdges.nowMs()).toBeGreaterThanOrEqual(now - 1)
    expect(systemEdges.nowMs()).toBeGreaterThanOrEqual(asked)
  }
})
