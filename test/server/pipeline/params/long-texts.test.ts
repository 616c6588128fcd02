import { transactionWording } from '../../../../src/server/pipeline/params/wording-solana.js'

const LENGTH = 4_000_000
/** The contract's pattern, which has read the text before. */
const PATTERN = /^[A-Za-z0-9+/]{80,}={0,2}$/u
/** Now 0.3 to 0.7 times. Taken apart letter by letter, a text took 9 to 21 times as long. */
const MOST_TIMES = 3

/** CPU time of the fastest of a few runs: other work on the machine does not count. */
const cpuOf = (act: () => void): number => {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

test.each([
  ['base64', 'A', '!', `invalid base64 encoding: InvalidByte(${LENGTH}, 33)`],
  ['base64', 'A', 'é', `invalid base64 encoding: InvalidByte(${LENGTH}, 195)`],
  ['base64', 'A', 'A', `invalid base64 encoding: InvalidLength(${LENGTH + 1})`],
  ['base58', '2', '!', `invalid base58 encoding: InvalidCharacter { character: '!', index: ${LENGTH} }`],
])('%s of megabytes, %s and a last %s, is refused about as fast as it is read', (encoding, letter, last, expected) => {
  const text = Buffer.alloc(LENGTH, letter).toString() + last
  expect(transactionWording(text, encoding)).toBe(expected)
  const reading = cpuOf(() => PATTERN.test(text))
  expect(cpuOf(() => transactionWording(text, encoding)) / reading).toBeLessThan(MOST_TIMES)
})
