import { parseConfig } from '../../../src/server/config/load.js'

const parse = (synchronous: string) =>
  parseConfig(
    `plans: { core: { dailyCredits: 1000, creditsPerSecond: 500 } }\nnetworks: {}\nsynchronous: ${synchronous}\n`,
    { path: 'tollgate.yaml', env: {}, fileExists: () => true },
  )

test('synchronous is normal or full, and nothing else', () => {
  expect(parse('full').mistakes.map(({ path }) => path)).not.toContain('synchronous')
  expect(parse('off').mistakes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'synchronous', line: 3, message: expect.stringContaining('full') }),
    ]),
  )
})
