import type { IncomingMessage } from 'node:http'
import { isSameOrigin } from '../../../src/server/dashboard/same-origin.js'

const isSame = (origin: string, host: string): boolean =>
  isSameOrigin({ headers: { origin, host } } as unknown as IncomingMessage, undefined, true)

test('an origin is compared if it is no longer than a name may be', () => {
  const host = `${'a.'.repeat(126)}a:65535`
  expect(isSame(`https://${host}`, host)).toBe(true)
  expect(isSame(`https://other.${host.slice(6)}`, host)).toBe(false)
  const tooLong = 'a.'.repeat(150)
  expect(isSame(`http://${tooLong}`, tooLong)).toBe(false)
})
