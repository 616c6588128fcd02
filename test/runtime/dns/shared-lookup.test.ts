import dns from 'node:dns'
import { jest } from '@jest/globals'
import { sharedLookup } from '../../../src/runtime/dns/shared-lookup.js'

type Found = (error: Error | null, address: string, family: number) => void

test('look-ups of one name at a time share their answer, and each gets it', () => {
  const answers: Found[] = []
  const asked = jest.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, done: Found) => {
    answers.push(done)
  }) as never)
  try {
    const found: unknown[][] = []
    const ask = (host: string, family = 0) => sharedLookup(host, { family }, (...given) => found.push(given))
    for (let count = 0; count < 10; count++) ask('silent.test')
    ask('other.test')
    ask('silent.test', 6)
    expect(asked).toHaveBeenCalledTimes(3)
    answers[1]!(null, '127.0.0.2', 4)
    expect(found).toEqual([[null, '127.0.0.2', 4]])
    const failure = new Error('no such name')
    answers[0]!(failure, '', 0)
    expect(found.slice(1)).toEqual(Array(10).fill([failure, '', 0]))
    // A later look-up asks the resolver.
    ask('silent.test')
    expect(asked).toHaveBeenCalledTimes(4)
  } finally {
    asked.mockRestore()
  }
})
