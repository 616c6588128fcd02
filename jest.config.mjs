/** Unit, property, contract, conformance and end-to-end tests; run through `npm test`, which also sets --experimental-vm-modules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isLong = process.env.TOLLGATE_TESTS === 'long'

/**
 * What `npm test` does less often: laws that are tried at random, long tables, load. `npm run test:long` does all of it (test/support/runs.ts).
 */
const shortened = readdirSync('test', { recursive: true })
  .filter((path) => path.endsWith('.test.ts') && /\/support\/runs\.js'/.test(readFileSync(join('test', path), 'utf8')))
  .map((path) => `**/${path}`)

/**
 * Tests that `npm run test:long` has again, with the program as it is shipped: `npm test` gives all that start it a bundle, which starts in
 * half the time (test/support/serve-process.ts). Between them they start the server, a reading thread and the demo.
 */
const SHIPPED = ['**/e2e/serve.test.ts', '**/e2e/serve-contracts.test.ts', '**/e2e/demo.test.ts']

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
  testMatch: isLong ? ['**/*.long.test.ts', ...shortened, ...SHIPPED] : ['**/*.test.ts'],
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
