import fc from 'fast-check'
import pg from 'pg'
import { readStoreAddress } from '../../../src/server/config/store-address.js'

/** True if the driver can read an address. */
const canRead = (connectionString: string): boolean => {
  try {
    new pg.Client({ connectionString })
    return true
  } catch {
    return false
  }
}

test('an address is refused if and only if the driver cannot read it, whatever codes it has', () => {
  const piece = fc.constantFrom('%', '%f', '%ff', '%99', '%20', '%c3%a9', 'off', '5', ' ')
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))
  let refused = 0
  fc.assert(
    fc.property(text, text, text, (user, password, database) => {
      const address = `postgres://a${user}:b${password}@db/c${database}`
      const isRefused = 'message' in readStoreAddress(address, '/')
      expect(isRefused).toBe(!canRead(address))
      if (isRefused) refused++
    }),
    { numRuns: 2_000 },
  )
  expect(refused).toBeGreaterThan(200)
})
