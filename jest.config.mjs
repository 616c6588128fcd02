/** Unit, property, contract, conformance and end-to-end tests; run through `npm test`, which also sets --experimental-vm-modules. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isLong = process.env.TOLLGATE_TESTS === 'long'

/** What `npm test` does less often: laws that are tried at random, long tables, load. `npm run test:long` does all of it (test/support/runs.ts). */
const shortened = [
  'contract/admin-lint',
  'contract/lint',
  'tools/diff/contract-diff',
  'contract/flat-schema',
  'contract/hostile-documents',
  'contract/long-documents',
  'server/credits/journaled-charges',
  'server/credits/lease-laws',
  'server/credits/leases/lease-owner',
  'server/credits/ledger-laws',
  'e2e/block-number',
  'e2e/honest-nodes',
  'e2e/serve-log',
  'wire/http/client/answer-fuzz',
  'wire/http/server/request-fuzz',
  'wire/json/answer-scanner',
  'wire/json/node-messages',
  'wire/jsonrpc/parsed-body',
  'wire/jsonrpc/fast-body',
  'server/networks/finality',
  'server/networks/pubkey',
  'server/pipeline/forward/forward-laws',
  'server/pipeline/params/cache-key',
  'server/pipeline/params/hostile-params',
  'server/pipeline/params/wording',
  'server/pipeline/stages/cache-histories',
  'server/pipeline/stages/split-logs',
  'e2e/protocol/bytes',
  'server/upstreams/storage-proof',
  'server/upstreams/transport/split-batch',
  'web/dashboard/answers',
  'web/dashboard/walk',
  'web/docs/landing',
]

const missing = shortened.filter((name) => !existsSync(join('test', `${name}.test.ts`)))
if (missing.length > 0) throw new Error(`jest.config.mjs names tests that are not there: ${missing.join(', ')}`)

/**
 * Tests that start the program: `npm test` gives them a bundle of it, which starts in half the time, and `npm run test:long` the program as
 * it is shipped (test/support/serve-process.ts).
 */
const STARTS_PROGRAM = /\/(serve-process|support\/workers|support\/chaos|gateways|networked)\.js'/
const started = readdirSync('test', { recursive: true })
  .filter((path) => path.endsWith('.test.ts') && STARTS_PROGRAM.test(readFileSync(join('test', path), 'utf8')))
  .map((path) => path.slice(0, -'.test.ts'.length))

/**
 * CommonJS packages that are large and keep no state: each process of jest loads them once. Not those whose errors are no true ones, such as
 * libsql's: a test knows only those that inherit from its own `Error`.
 */
const SHARED = [
  '@open-rpc/schema-utils-js',
  '@redis/client',
  'ajv',
  'kysely/dist/cjs',
  'prom-client',
  'redos-detector',
  'typescript',
  'yaml',
]

export default {
  testEnvironment: '<rootDir>/scripts/test-environment.cjs',
  // jest's own tells what failed, and how; this one, how far it is.
  reporters: ['default', '<rootDir>/scripts/progress-reporter.mjs'],
  // Changes are seen in roots; tests are found in one of them alone.
  roots: ['<rootDir>/test', ...(process.argv.includes('--watch') ? ['<rootDir>/src', '<rootDir>/generated'] : [])],
  // What needs minutes by nature (campaigns of faults, soaks) is named `*.long.test.ts` and runs as `npm run test:long`.
  testMatch: isLong
    ? ['**/*.long.test.ts', ...[...shortened, ...started].map((name) => `**/${name}.test.ts`)]
    : ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.test\\.ts$'])],
  extensionsToTreatAsEsm: ['.ts'],
  // The first is what `./name.js` is looked for as, and nearly always is.
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  resolver: '<rootDir>/scripts/test-resolver.cjs',
  transform: {
    [`/node_modules/(${SHARED.join('|')})/`]: '<rootDir>/scripts/shared-package.cjs',
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${SHARED.join('|')})/)`],
  // A worker keeps the modules of every test file it ran. With more of them a collection halts it for seconds, in the middle of a test.
  workerIdleMemoryLimit: '1GB',
  // Ends what hangs; how long something may take is asserted where it matters.
  testTimeout: isLong ? 900_000 : 120_000,
}
