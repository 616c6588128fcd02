/** Unit, property, contract, conformance and end-to-end tests; run through `npm test`, which also sets --experimental-vm-modules. */
const isLong = process.env.TOLLGATE_TESTS === 'long'

/** What `npm test` does less often: laws that are tried at random, long tables, load. `npm run test:long` does all of it (test/support/runs.ts). */
const shortened = [
  'contract/admin-lint',
  'contract/lint',
  'contracts/diff/contract-diff',
  'contracts/flat-schema',
  'contracts/hostile-documents',
  'credits/journaled-charges',
  'credits/lease-laws',
  'credits/leases/lease-owner',
  'credits/ledger-laws',
  'e2e/block-number',
  'e2e/honest-nodes',
  'e2e/serve-log',
  'http/client/answer-fuzz',
  'http/server/request-fuzz',
  'json/answer-scanner',
  'json/fast-answer',
  'jsonrpc/body-shape',
  'jsonrpc/fast-body',
  'networks/finality',
  'networks/pubkey',
  'pipeline/forward/forward-laws',
  'pipeline/params/cache-key',
  'pipeline/params/hostile-params',
  'pipeline/stages/cache-histories',
  'pipeline/stages/split-logs',
  'protocol/bytes',
  'upstreams/storage-proof',
  'upstreams/transport/split-batch',
  'web/dashboard/walk',
]

export default {
  testEnvironment: 'node',
  // jest's own tells what failed, and how; this one, how far it is.
  reporters: ['default', '<rootDir>/scripts/progress-reporter.mjs'],
  roots: ['<rootDir>/test'],
  // What needs minutes by nature (campaigns of faults, soaks) is named `*.long.test.ts` and runs as `npm run test:long`.
  testMatch: isLong ? ['**/*.long.test.ts', ...shortened.map((name) => `**/${name}.test.ts`)] : ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.test\\.ts$'])],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // A worker keeps the modules of every test file it ran. With more of them a collection halts it for seconds, in the middle of a test.
  workerIdleMemoryLimit: '1GB',
  // Ends what hangs; how long something may take is asserted where it matters.
  testTimeout: isLong ? 900_000 : 120_000,
}
