/**
 * Configuration of jest for unit, property, contract, conformance and end-to-end tests. Run it with
 * `npm test`, which also sets --experimental-vm-modules.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const isLong = process.env.TOLLGATE_TESTS === 'long'

/**
 * Test files that `npm test` shortens: laws that are tried at random, long tables, load.
 * `npm run test:long` runs them in full (test/support/runs.ts).
 */
const shortened = readdirSync('test', { recursive: true })
  .filter((path) => path.endsWith('.test.ts') && /\/support\/runs\.js'/.test(readFileSync(join('test', path), 'utf8')))
  .map((path) => `**/${path}`)

/**
 * Large CommonJS packages that keep no state; each process of jest loads them once. Packages such
 * as libsql are not among them, because the objects they throw are not created as errors: a test
 * recognizes such an object only if it inherits from the test's own `Error`.
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
  // The default reporter shows what failed, and how; the other one shows how far the run is.
  reporters: ['default', '<rootDir>/scripts/progress-reporter.mjs'],
  // jest watches all roots for changes; only test/ has tests.
  roots: ['<rootDir>/test', ...(process.argv.includes('--watch') ? ['<rootDir>/src', '<rootDir>/generated'] : [])],
  // Tests that take minutes (campaigns of faults, soaks) are named `*.long.test.ts` and run in
  // `npm run test:long`.
  testMatch: isLong ? ['**/*.long.test.ts', ...shortened] : ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.test\\.ts$'])],
  extensionsToTreatAsEsm: ['.ts'],
  // jest tries the first one first, and an import of `./name.js` is nearly always `name.ts`.
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
  // A worker keeps the modules of every test file it ran. With more memory than this, a garbage
  // collection would halt the worker for seconds, in the middle of a test.
  workerIdleMemoryLimit: '1GB',
  // Ends tests that hang. Tests that depend on time assert how long something may take.
  testTimeout: isLong ? 900_000 : 120_000,
}
