import { nodeFault } from '../../src/cli/node-fault.js'

test.each(['v20.20.2', 'v20.21.0', 'v22.22.2', 'v24.14.1', 'v24.15.0', 'v25.8.2', 'v26.0.0'])(
  '%s has no known fault',
  (version) => {
    expect(nodeFault(version)).toBeUndefined()
  },
)

test.each(['v20.19.0', 'v20.20.1', 'v21.7.3', 'v22.22.1', 'v23.11.0', 'v24.14.0', 'v25.8.1'])(
  '%s has one',
  (version) => {
    expect(nodeFault(version)).toBe(
      'a caller can stop this version of Node for seconds (CVE-2026-21717); use 20.20.2, 22.22.2, 24.14.1, 25.8.2 or newer',
    )
  },
)
