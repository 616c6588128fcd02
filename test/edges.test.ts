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
