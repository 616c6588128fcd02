import { isServedHost } from '../../../../src/server/listeners/private/admin-host.js'

test.each([
  [undefined, true],
  ['127.0.0.1:9090', true],
  ['[::1]:9090', true],
  ['localhost', true],
  ['tollgate.localhost.:9090', true],
  ['Admin.Example:443', true],
  ['rebound.example', false],
  [`${'a.'.repeat(122)}localhost:65535`, true],
  // Longer than any name: the gateway parses the header as a URL.
  [`${'a.'.repeat(130)}localhost`, false],
])('the host %s is served: %s', (header, isServed) => {
  expect(isServedHost(header, ['admin.example'])).toBe(isServed)
})
